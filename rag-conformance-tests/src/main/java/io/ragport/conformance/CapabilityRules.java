package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.StoredEntry;
import io.ragport.api.UnsupportedCapabilityException;
import io.ragport.api.embedding.Normalizer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CAP: what is declared works, what is not refuses. */
abstract class CapabilityRules extends Rules {
  CapabilityRules(Backend backend) {
    super(backend);
  }

  @Rule("CAP-1")
  @Test
  void requiredMethodsWork() {
    RagEntry first = index("first", "a");
    List<RagEntry> others =
        indexAll(List.of(IndexItem.of("second").withSourceId("b"), IndexItem.of("third")));

    assertThat(ids(query(theQuery())))
        .as("query")
        .containsExactlyInAnyOrder(first.id(), others.get(0).id(), others.get(1).id());
    assertThat(
            service.queryBatch(
                QueryBatchRequest.builder(List.of("x", "y")).collectionName(DOCS).build()))
        .as("queryBatch")
        .hasSize(2);
    service.delete(first.id(), DOCS);
    service.deleteBySourceId(DOCS, List.of("b"));
    assertThat(contents(everything(DOCS))).as("after deleting").containsExactly("third");
  }

  @Rule("CAP-1")
  @Test
  void defaultedMethodsWork() {
    RagEntry entry = index(RecordingEmbedding.QUERY, "a");
    index("kept", "b");

    double[][] matrix =
        service.computeSimilarityMatrix(List.of(RecordingEmbedding.QUERY), List.of("a"), DOCS);
    Normalizer normalizer = service.learnNormalizer(DOCS);
    service.deleteMany(List.of(entry.id()), DOCS);

    assertThat(matrix).as("computeSimilarityMatrix").hasDimensions(1, 1);
    assertThat(normalizer.center())
        .as("learnNormalizer centres where vectors can be read")
        .isEqualTo(declares(Capability.ITER_ENTRIES));
    assertThat(contents(everything(DOCS))).as("after deleteMany").containsExactly("kept");
  }

  @Rule("CAP-2")
  @Test
  void capabilitiesAreAnImmutableSetThatStaysTheSame() {
    var before = service.capabilities();

    index("a text");
    service.delete(UUID.randomUUID(), DOCS);

    assertThat(service.capabilities()).isEqualTo(before);
    assertThatThrownBy(() -> before.add(Capability.FILTER))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(before::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  @Rule("CAP-2")
  @Test
  void twoServicesOnTheSameDataDeclareTheSame() {
    BaseRagService other = open();

    assertThat(other.capabilities()).isEqualTo(service.capabilities());
  }

  @Rule("CAP-2")
  @Test
  void supportsIsMembershipByConstantAndByName() {
    for (Capability capability : Capability.values()) {
      boolean member = service.capabilities().contains(capability);

      assertThat(service.supports(capability)).as(capability.name()).isEqualTo(member);
      assertThat(service.supports(capability.id())).as(capability.id()).isEqualTo(member);
    }
  }

  @Rule("CAP-2")
  @Test
  void aNameThatNoCapabilityHasIsNotSupported() {
    assertThat(service.supports("noSuchCapability")).isFalse();
    assertThat(service.supports("")).isFalse();
    assertThat(service.supports("index")).as("required, no capability").isFalse();
  }

  @Rule("CAP-3")
  @Test
  void theCallOfIterEntriesItselfRefusesOrGivesAStream() {
    index("a text");

    if (declares(Capability.ITER_ENTRIES)) {
      try (Stream<StoredEntry> entries = service.iterEntries(DOCS, 1)) {
        assertThat(entries).hasSize(1);
      }
    } else {
      // Nothing is read from the stream: the call must be what throws.
      refuses(Capability.ITER_ENTRIES, service -> service.iterEntries(DOCS, 1));
      refuses(Capability.ITER_ENTRIES, service -> service.iterEntries(DOCS));
      refuses(Capability.ITER_ENTRIES, service -> service.iterEntries("missing"));
    }
  }

  @Rule("CAP-3")
  @Test
  void whatIsNotDeclaredRefusesForAMissingCollectionToo() {
    Calls everyCall = new Calls(capability -> true, "missing");
    Calls declaredCalls = new Calls(this::declares, "missing");

    List<String> refused =
        everyCall.all().entrySet().stream()
            .filter(call -> refusesAsUndeclared(call.getValue()))
            .map(Map.Entry::getKey)
            .toList();

    // learnNormalizer does without what it would read with (NRM-2).
    assertThat(refused)
        .doesNotContainAnyElementsOf(declaredCalls.all().keySet())
        .containsAll(
            everyCall.all().keySet().stream()
                .filter(name -> !declaredCalls.all().containsKey(name))
                .filter(name -> !name.equals("learnNormalizer"))
                .toList());
  }

  @Rule("CAP-4")
  @Test
  void countEntriesIsThereExactlyWhenDeclared() {
    index("a text");

    worksOrRefuses(
        Capability.COUNT_ENTRIES,
        service -> service.countEntries(DOCS),
        count -> assertThat(count).isEqualTo(1));
  }

  @Rule("CAP-4")
  @Test
  void iterEntriesIsThereExactlyWhenDeclared() {
    RagEntry entry = index("a text");

    worksOrRefuses(
        Capability.ITER_ENTRIES,
        service -> service.iterEntries(DOCS),
        entries -> {
          try (entries) {
            assertThat(entries.map(StoredEntry::id)).containsExactly(entry.id());
          }
        });
  }

  @Rule("CAP-4")
  @Test
  void deleteByMetadataIsThereExactlyWhenDeclared() {
    index("deleted", "a", Map.of("key", "value"));
    index("kept", "a", Map.of("key", "other"));

    worksOrRefuses(
        Capability.DELETE_BY_METADATA,
        service -> {
          service.deleteByMetadata(DOCS, Map.of("key", "value"));
          return contents(everything(DOCS));
        },
        left -> assertThat(left).containsExactly("kept"));
  }

  @Rule("CAP-4")
  @Test
  void replaceIsThereExactlyWhenDeclared() {
    index("old", "a");
    index("kept", "b");

    worksOrRefuses(
        Capability.REPLACE,
        service ->
            service.replace(
                ReplaceRequest.builder(DOCS).sourceId("a").add(IndexItem.of("new")).build()),
        entries -> {
          assertThat(entries).hasSize(1);
          assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("new", "kept");
        });
  }

  @Rule("CAP-6")
  @Test
  void atomicReplaceIsDeclaredOnlyTogetherWithReplace() {
    boolean atomic = declares(Capability.ATOMIC_REPLACE);

    assertThat(declares(Capability.REPLACE) || !atomic)
        .as("replace is declared where atomicReplace is")
        .isTrue();
  }

  @Rule("CAP-6")
  @Test
  void getEntriesIsThereExactlyWhenDeclared() {
    RagEntry entry = index("a text");

    worksOrRefuses(
        Capability.GET_ENTRIES,
        service -> service.getEntries(DOCS, List.of(entry.id())),
        entries -> assertThat(entries).extracting(StoredEntry::id).containsExactly(entry.id()));
  }

  @Rule("CAP-6")
  @Test
  void filtersAreThereExactlyWhenDeclared() {
    RagEntry entry = index("a text", "a", Map.of("key", "value"));
    index("another text", "a", Map.of());
    MetadataFilter filter = MetadataFilter.exists("key");

    worksOrRefuses(
        Capability.FILTER,
        service -> service.query(theQuery().filter(filter).build()),
        results -> assertThat(ids(results)).containsExactly(entry.id()));
    worksOrRefuses(
        Capability.FILTER,
        service ->
            service.queryBatch(
                QueryBatchRequest.builder(List.of("x"))
                    .collectionName(DOCS)
                    .filter(filter)
                    .build()),
        results -> assertThat(ids(results.get(0))).containsExactly(entry.id()));
  }

  @Rule("CAP-6")
  @Test
  void queriesByVectorAreThereExactlyWhenDeclared() {
    RagEntry entry = index(RecordingEmbedding.QUERY);
    float[] vector = embedding.vectorOf(RecordingEmbedding.QUERY);

    worksOrRefuses(
        Capability.QUERY_BY_VECTOR,
        service -> service.query(QueryRequest.builder(vector).collectionName(DOCS).build()),
        results -> assertThat(ids(results)).containsExactly(entry.id()));
  }

  @Rule("CAP-6")
  @Test
  void keywordQueriesAreThereExactlyWhenDeclared() {
    RagEntry entry = index("the invoice 4711");
    index("something else");

    worksOrRefuses(
        Capability.KEYWORD_QUERY,
        service -> service.query(keywords("4711").mode(QueryMode.KEYWORD).build()),
        results -> assertThat(ids(results)).containsExactly(entry.id()));
  }

  @Rule("CAP-6")
  @Test
  void hybridQueriesAreThereExactlyWhenDeclared() {
    RagEntry entry = index("the invoice 4711");
    index("something else");

    worksOrRefuses(
        Capability.HYBRID_QUERY,
        service -> service.query(keywords("4711").mode(QueryMode.HYBRID).build()),
        results -> assertThat(ids(results)).contains(entry.id()));
  }

  @Rule("CAP-6")
  @Test
  void listingCollectionsIsThereExactlyWhenDeclared() {
    index("a text");

    worksOrRefuses(
        Capability.MANAGE_COLLECTIONS,
        BaseRagService::listCollections,
        collections ->
            assertThat(collections).extracting(found -> found.name()).containsExactly(DOCS));
  }

  @Rule("CAP-6")
  @Test
  void creatingCollectionsIsThereExactlyWhenDeclared() {
    worksOrRefuses(
        Capability.MANAGE_COLLECTIONS,
        service -> service.createCollection("made", 3, null),
        made -> assertThat(made.dimension()).isEqualTo(3));
    if (!declares(Capability.MANAGE_COLLECTIONS)) {
      // Were it there, its dimension would not fit.
      service.index(IndexRequest.builder("a text").collectionName("made").build());
      assertThat(contents(everything("made"))).containsExactly("a text");
    }
  }

  @Rule("CAP-6")
  @Test
  void droppingCollectionsIsThereExactlyWhenDeclared() {
    index("a text");

    worksOrRefuses(
        Capability.MANAGE_COLLECTIONS,
        service -> {
          service.dropCollection(DOCS);
          return contents(everything(DOCS));
        },
        left -> assertThat(left).isEmpty());
  }

  @Rule("CAP-5")
  @Test
  void anOpenedServiceDeclaresNoMoreThanItsProviderAnnounced() {
    assertThat(backend.provider().capabilities()).containsAll(service.capabilities());
  }

  @Rule("CAP-5")
  @Test
  void aServiceThatHasReachedItsStoreDeclaresNoMoreEither() {
    service.check();
    service.indexBatch(
        IndexBatchRequest.builder().collectionName(DOCS).add(IndexItem.of("a text")).build());

    assertThat(backend.provider().capabilities()).containsAll(service.capabilities());
  }

  private static QueryRequest.Builder keywords(String text) {
    return QueryRequest.builder(text).collectionName(DOCS);
  }

  /** Declared: the call works. Not declared: it refuses, and nothing has changed (CAP-3). */
  private <T> void worksOrRefuses(
      Capability capability, Function<BaseRagService, T> call, Consumer<T> works) {
    if (declares(capability)) {
      works.accept(call.apply(service));
    } else {
      refuses(capability, call);
    }
  }

  private void refuses(Capability capability, Function<BaseRagService, ?> call) {
    var before = everything(DOCS);
    embedding.forgetCalls();

    assertThatThrownBy(
            () -> {
              Object unused = call.apply(service);
            })
        .as("%s is not declared", capability.id())
        .isInstanceOf(UnsupportedCapabilityException.class)
        .hasMessageContaining(backend.name())
        .hasMessageContaining(capability.id())
        .satisfies(
            thrown -> {
              UnsupportedCapabilityException refusal = (UnsupportedCapabilityException) thrown;
              assertThat(refusal.backend()).isEqualTo(backend.name());
              assertThat(refusal.capability()).isEqualTo(capability);
            });
    assertThat(embedding.calls()).as("embedded for a call that refuses").isEmpty();
    assertThat(everything(DOCS)).as("contents after a call that refuses").isEqualTo(before);
  }

  private boolean refusesAsUndeclared(Consumer<BaseRagService> call) {
    try {
      call.accept(service);
      return false;
    } catch (UnsupportedCapabilityException e) {
      return true;
    } catch (RuntimeException e) {
      return false; // for example a normalizer of nothing
    }
  }
}
