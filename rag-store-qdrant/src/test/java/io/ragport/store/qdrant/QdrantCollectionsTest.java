package io.ragport.store.qdrant;

import static io.qdrant.client.ValueFactory.value;
import static io.ragport.testing.TestEntries.collection;
import static io.ragport.testing.TestEntries.entries;
import static io.ragport.testing.TestEntries.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.qdrant.client.grpc.Collections.PayloadSchemaType;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.RagStoreException;
import io.ragport.api.VectorPrecision;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.store.CollectionIdentifiers;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.testing.InThread;
import io.ragport.testing.Warnings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Collections in a real server, beside those of others and as other versions left them. */
class QdrantCollectionsTest extends CollectionsTest {
  private static final int CREATORS = 16;

  private String idOf(String name) {
    return prefix + CollectionIdentifiers.of(name);
  }

  static Stream<String> names() {
    return Stream.of(
        "docs",
        "Größe",
        "文書",
        "مستندات",
        "a/b:c*?\"<>|",
        " ",
        "..",
        "🎉",
        "x".repeat(512),
        "文".repeat(512));
  }

  @ParameterizedTest
  @MethodSource("names")
  void anyNameIsRecorded(String name) {
    CollectionSpec created =
        store.createCollection(
            CollectionSpec.toCreate(name, "a model", 3, Normalizer.centredOn(new double[3])));

    assertThat(created.name()).isEqualTo(name);
    assertThat(created.model()).isEqualTo("a model");
    assertThat(created.dimension()).isEqualTo(3);
    assertThat(created.normalizer())
        .isEqualTo(Normalizer.fingerprint(Normalizer.centredOn(new double[3])));
    assertThat(created.vectorIndex()).isEqualTo("hnsw");
    try (QdrantVectorStore other = store(prefix, Map.of())) {
      assertThat(other.findCollection(name)).contains(created);
      assertThat(other.listCollections()).containsExactly(created);
    }
  }

  @Test
  void namesThatDifferInCaseOnlyAreTwo() {
    CollectionSpec lower = collection(store, "docs", 3);
    CollectionSpec upper = collection(store, "Docs", 4);

    assertThat(store.listCollections()).containsExactlyInAnyOrder(lower, upper);
  }

  @Test
  void whatIsThereIsReturnedAsItIs() {
    CollectionSpec existing = collection(store, "docs", 3);

    CollectionSpec created =
        store.createCollection(CollectionSpec.toCreate("docs", "other", 4, null));

    assertThat(created).isEqualTo(existing);
  }

  @Test
  void creatorsAtOnceGetTheSameCollection() throws InterruptedException {
    List<CollectionSpec> created =
        atOnce(number -> CollectionSpec.toCreate("docs", "model " + number, 3 + number, null));

    assertThat(created).hasSize(CREATORS);
    assertThat(created).allMatch(created.get(0)::equals);
    assertThat(store.findCollection("docs")).contains(created.get(0));
    assertThat(raw.ids()).hasSize(1);
  }

  private interface Wish {
    CollectionSpec of(int number);
  }

  /** What that many stores got that created collections at the same time. */
  private List<CollectionSpec> atOnce(Wish wish) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(CREATORS);
    List<CollectionSpec> created = Collections.synchronizedList(new ArrayList<>());
    List<InThread> creators =
        IntStream.range(0, CREATORS)
            .mapToObj(
                number ->
                    InThread.start(
                        () -> {
                          try (QdrantVectorStore own = store(prefix, Map.of())) {
                            own.check();
                            ready.countDown();
                            InThread.await(ready);
                            created.add(own.createCollection(wish.of(number)));
                          }
                        }))
            .toList();
    for (InThread creator : creators) {
      assertThat(creator.join()).isNull();
    }
    return created;
  }

  @Test
  void aDroppedCollectionIsGone() {
    CollectionSpec docs = collection(store, "docs", 3);

    store.dropCollection("docs");

    assertThat(raw.ids()).isEmpty();
    assertThat(store.findCollection("docs")).isEmpty();
    assertThat(store.recallCollection("docs")).isEmpty();
    assertThat(store.listCollections()).isEmpty();
    assertThat(store.count(docs)).isZero();
  }

  @Test
  void aMissingCollectionIsNoErrorToDrop() {
    store.dropCollection("unknown");

    assertThat(raw.ids()).isEmpty();
  }

  @Test
  void droppingAtOnceIsNoError() throws InterruptedException {
    collection(store, "docs", 3);

    List<InThread> droppers =
        IntStream.range(0, CREATORS)
            .mapToObj(number -> InThread.start(() -> store.dropCollection("docs")))
            .toList();

    for (InThread dropper : droppers) {
      assertThat(dropper.join()).isNull();
    }
    assertThat(raw.ids()).isEmpty();
  }

  @Test
  void listingWhileOthersCreateAndDropIsNoError() throws InterruptedException {
    CollectionSpec stays = collection(store, "stays", 3);
    AtomicBoolean listed = new AtomicBoolean();
    InThread other =
        InThread.start(
            () -> {
              for (int number = 0; !listed.get(); number++) {
                collection(store, "docs " + number % 4, 3);
                store.dropCollection("docs " + number % 4);
              }
            });

    try {
      for (int i = 0; i < 50; i++) {
        assertThat(store.listCollections()).contains(stays);
      }
    } finally {
      listed.set(true);
      other.join();
    }

    assertThat(other.join()).isNull();
  }

  @Test
  void moreDimensionsThanQdrantTakesAreRefused() {
    assertThatThrownBy(() -> collection(store, "wide", QdrantCollections.MAX_DIMENSION + 1))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("65537 dimensions are more than Qdrant takes (1 to 65536");
    assertThat(raw.ids()).isEmpty();
  }

  @Test
  void aCollectionOfOthersUnderOurNameIsLeftAlone() {
    raw.create(idOf("docs"), Map.of());

    assertLeftAlone();
  }

  @Test
  void metadataOfAnotherKindDoNotMakeACollectionOurs() {
    raw.create(
        idOf("docs"), Map.of("ragport", value("yes"), "name", value("docs"), "layout", value(1)));

    assertLeftAlone();
  }

  @Test
  void aCollectionRecordedUnderAnotherNameIsNotTaken() {
    raw.create(
        idOf("docs"),
        CollectionMetadata.toCreate(
                CollectionSpec.toCreate("more", "model", 3, null), "", Optional.empty())
            .write());

    assertLeftAlone();
  }

  private void assertLeftAlone() {
    assertThat(store.findCollection("docs")).isEmpty();
    assertThat(store.recallCollection("docs")).isEmpty();
    assertThat(store.listCollections()).isEmpty();
    store.dropCollection("docs");
    assertThatThrownBy(() -> collection(store, "docs", 3))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("qdrant: collection \"docs\": Qdrant's collection " + idOf("docs"))
        .hasMessageContaining("is not one that Ragport made (set rag.qdrant.collectionPrefix");
    assertThat(raw.ids()).containsExactly(idOf("docs"));
    assertThat(raw.info(idOf("docs")).getPayloadSchemaMap()).isEmpty();
  }

  @Test
  void prefixesDoNotSeeEachOther() {
    CollectionSpec docs = collection(store, "docs", 3);
    try (QdrantVectorStore longer = store(prefix + "docs_", Map.of())) {
      CollectionSpec other = collection(longer, "docs", 4);

      assertThat(store.listCollections()).containsExactly(docs);
      assertThat(longer.listCollections()).containsExactly(other);
      longer.dropCollection("docs");
      assertThat(store.findCollection("docs")).contains(docs);
    }
  }

  /** A collection as a later version may have left it. */
  private CollectionSpec newer() {
    CollectionSpec newer =
        new CollectionSpec("newer", "model", 3, "none", idOf("newer"), 2)
            .withVectors(VectorPrecision.SINGLE, "hnsw");
    raw.create(
        newer.identifier(), new CollectionMetadata(newer, "x", Optional.of("volapük"), 0).write());
    return newer;
  }

  @Test
  void aCollectionOfANewerLayoutIsListed() {
    CollectionSpec newer = newer();

    assertThat(store.listCollections())
        .extracting(spec -> spec, store::count)
        .containsExactly(tuple(newer, 0L));
  }

  @Test
  void aCollectionOfANewerLayoutIsLeftAlone() {
    CollectionSpec newer = newer();

    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> store.findCollection("newer"),
            () -> store.recallCollection("newer"),
            () -> collection(store, "newer", 3),
            () -> store.dropCollection("newer"),
            () -> store.search(nearest(newer)),
            () -> store.fetch(newer, List.of(id(1))),
            () -> store.upsert(newer, entries(1, 2)))) {
      assertThatThrownBy(call)
          .isInstanceOf(CollectionMismatchException.class)
          .hasMessageContaining("layout version")
          .hasMessageContaining("use the version of Ragport that wrote it");
    }
    assertThat(raw.info(newer.identifier()).getPointsCount()).isZero();
  }

  @Test
  void aDeleteInAllCollectionsLeavesOutThoseOfANewerLayoutAndSaysSoOnce() {
    newer();
    CollectionSpec docs = collection(store, "docs", 3);
    store.upsert(docs, entries(1, 4));
    try (Warnings warnings = Warnings.of(QdrantVectorStore.class)) {
      for (int number = 1; number < 3; number++) {
        Selection selection = Selection.ofIds(List.of(id(number)));
        store.listCollections().forEach(found -> store.delete(found, selection));
      }

      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .startsWith("qdrant: collection \"newer\": left out of deletes in all collections");
    }
    assertThat(store.count(docs)).isEqualTo(1);
  }

  @Test
  void aKeyThatIsDeclaredLaterGetsItsIndexWithTheNextWrite() {
    CollectionSpec docs = collection(store, "docs", 3);
    try (QdrantVectorStore declaring = store(prefix, Map.of("filterableKeys", "year:number"))) {
      assertThat(declaring.findCollection("docs")).contains(docs);
      assertThat(indexes(docs)).doesNotContainKey(MetadataKeys.path("year"));

      declaring.upsert(docs, entries(1, 2));

      assertThat(indexes(docs)).containsEntry(MetadataKeys.path("year"), PayloadSchemaType.Float);
    }
  }

  @Test
  void anIndexOfAnotherTypeStays() {
    CollectionSpec docs = collection(store, "docs", 3);
    raw.createIndex(docs.identifier(), MetadataKeys.path("year"), PayloadSchemaType.Keyword);
    try (QdrantVectorStore declaring = store(prefix, Map.of("filterableKeys", "year:number"))) {
      declaring.upsert(docs, entries(1, 2));
    }

    assertThat(indexes(docs)).containsEntry(MetadataKeys.path("year"), PayloadSchemaType.Keyword);
  }

  @Test
  void withoutProvisionOnlyAnExplicitCreationMakesIndexes() {
    CollectionSpec docs = collection(store, "docs", 3);
    Map<String, Object> settings = Map.of("filterableKeys", "year:number", "provision", false);
    try (QdrantVectorStore fixed = store(prefix, settings)) {
      fixed.upsert(docs, entries(1, 2));
      CollectionSpec more = collection(fixed, "more", 3);

      assertThat(indexes(docs)).doesNotContainKey(MetadataKeys.path("year"));
      assertThat(indexes(more)).containsKey(MetadataKeys.path("year"));
    }
  }
}
