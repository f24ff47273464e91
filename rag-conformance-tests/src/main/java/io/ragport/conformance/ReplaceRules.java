package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.CollectionInfo;
import io.ragport.api.EmbeddingException;
import io.ragport.api.IndexItem;
import io.ragport.api.PartialWriteException;
import io.ragport.api.RagEntry;
import io.ragport.api.RagException;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ReplaceRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** REP-1 to REP-5: new entries in the place of old ones. */
@Needs(Capability.REPLACE)
abstract class ReplaceRules extends Rules {
  private static final String MISSING = "missing";
  private static final Map<String, String> IN_ENGLISH = Map.of("lang", "en");

  ReplaceRules(Backend backend) {
    super(backend);
  }

  @BeforeEach
  void indexFourTexts() {
    indexAll(
        List.of(
            IndexItem.of("a en", Map.of("lang", "en")).withSourceId("a"),
            IndexItem.of("a de", Map.of("lang", "de")).withSourceId("a"),
            IndexItem.of("b en", Map.of("lang", "en")).withSourceId("b"),
            IndexItem.of("b de", Map.of("lang", "de")).withSourceId("b")));
    embedding.forgetCalls();
  }

  @Rule("REP-1")
  @Test
  void theEntriesOfASourceAreReplaced() {
    service.replace(replacement().sourceId("a").build());

    assertThat(contents(everything(DOCS)))
        .containsExactlyInAnyOrder("b en", "b de", "new 1", "new 2");
  }

  @Rule("REP-1")
  @Test
  void theEntriesOfAMatchAreReplaced() {
    service.replace(replacement().match(Map.of("lang", "en")).build());

    assertThat(contents(everything(DOCS)))
        .containsExactlyInAnyOrder("a de", "b de", "new 1", "new 2");
  }

  @Rule("REP-1")
  @Test
  void theUnionOfBothIsReplaced() {
    service.replace(replacement().sourceId("a").match(Map.of("lang", "en")).build());

    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("b de", "new 1", "new 2");
  }

  @Rule("REP-1")
  @Test
  void aReplacementWithoutSelectorIsRefused() {
    assertThatIllegalArgumentException()
        .as("no selector")
        .isThrownBy(() -> service.replace(replacement().build()))
        .withMessageContaining("match")
        .withMessageContaining("sourceId");
    assertThatIllegalArgumentException()
        .as("empty match")
        .isThrownBy(() -> service.replace(replacement().match(Map.of()).build()))
        .withMessageContaining("match");
    assertThatIllegalArgumentException()
        .as("empty match beside a source id")
        .isThrownBy(() -> service.replace(replacement().match(Map.of()).sourceId("a").build()))
        .withMessageContaining("match");
    assertThat(embedding.calls()).isEmpty();
    assertThat(everything(DOCS)).hasSize(4);
  }

  @Rule("REP-2")
  @Test
  void aFailingEmbedderLeavesTheOldEntries() {
    List<RagServiceResult> before = everything(DOCS);
    embedding.failing(new IllegalStateException("the model is gone"));

    assertThatThrownBy(() -> service.replace(replacement().sourceId("a").build()))
        .isInstanceOf(EmbeddingException.class);

    embedding.recover();
    assertThat(everything(DOCS)).isEqualTo(before);
  }

  @Rule("REP-2")
  @Test
  void anEmbedderThatFailsHalfWayLeavesTheOldEntries() {
    List<RagServiceResult> before = everything(DOCS);
    embedding.limitedTo(1, 1000).failingAt("new 2", new IllegalStateException("out of memory"));

    assertThatThrownBy(() -> service.replace(replacement().sourceId("a").build()))
        .isInstanceOf(EmbeddingException.class);

    embedding.recover();
    assertThat(everything(DOCS)).isEqualTo(before);
  }

  @Rule("REP-2")
  @Test
  void anUnusableEmbeddingLeavesTheOldEntries() {
    List<RagServiceResult> before = everything(DOCS);
    embedding.vector("new 2", new float[RecordingEmbedding.DIMENSION]);

    assertThatThrownBy(() -> service.replace(replacement().sourceId("a").build()))
        .isInstanceOf(EmbeddingException.class);

    assertThat(everything(DOCS)).isEqualTo(before);
  }

  @Rule("REP-2")
  @Test
  void wrongTextsAreRefusedBeforeEmbedding() {
    List<RagServiceResult> before = everything(DOCS);
    embedding.forgetCalls();

    for (String wrong : List.of(" ", "a\0b", "\ud83d")) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  service.replace(
                      ReplaceRequest.builder(DOCS)
                          .sourceId("a")
                          .texts(List.of("new 1", wrong), Arrays.asList(null, null), null)
                          .build()))
          .withMessageContaining("1");
    }
    assertThat(embedding.calls()).isEmpty();
    assertThat(everything(DOCS)).isEqualTo(before);
  }

  @Rule("REP-2")
  @Needs(value = Capability.REPLACE, means = Means.STORE)
  @Test
  void aFailingStoreLeavesTheOldEntries() {
    List<RagServiceResult> before = everything(DOCS);
    int writes = declares(Capability.ATOMIC_REPLACE) ? 0 : 1; // one step, or the second of three
    BaseRagService failing =
        openOver(store -> new FailingStore(store, smallLimits()).failUpsertsAfter(writes));

    assertThatThrownBy(
            () ->
                failing.replace(
                    ReplaceRequest.builder(DOCS).sourceId("a").addAll(items(25)).build()))
        .isInstanceOf(RagException.class);

    assertThat(everything(DOCS)).isEqualTo(before);
  }

  @Rule("REP-2")
  @Needs(value = Capability.REPLACE, means = Means.STORE)
  @Test
  void aFailingDeleteOfTheOldEntriesLeavesThemAndNoneOfTheNew() {
    List<Tuple> before = parts(everything(DOCS));
    BaseRagService failing =
        openOver(
            store ->
                new FailingStore(store, smallLimits())
                    .without(Capability.ATOMIC_REPLACE)
                    .failDeleteOnceAfter(0));

    assertThatThrownBy(
            () ->
                failing.replace(
                    ReplaceRequest.builder(DOCS).sourceId("a").addAll(items(25)).build()))
        .isInstanceOf(RagException.class)
        .isNotInstanceOf(PartialWriteException.class);

    assertThat(parts(everything(DOCS))).containsExactlyInAnyOrderElementsOf(before);
  }

  @Rule("REP-2")
  @Needs(value = Capability.REPLACE, means = Means.STORE)
  @Test
  void aServiceReplacesAfterAFailure() {
    BaseRagService failing =
        openOver(
            store ->
                new FailingStore(store, smallLimits())
                    .without(Capability.ATOMIC_REPLACE)
                    .failUpsertOnceAfter(1));
    ReplaceRequest request =
        ReplaceRequest.builder(DOCS).match(IN_ENGLISH).addAll(items(25)).build();
    assertThatThrownBy(() -> failing.replace(request)).isInstanceOf(RagException.class);
    assertThat(everything(DOCS)).as("after the failure").hasSize(4);

    failing.replace(request);

    assertThat(contents(everything(DOCS)))
        .hasSize(27)
        .contains("a de", "b de", "new 1", "new 25")
        .doesNotContain("a en", "b en");
  }

  /** What a store may not change by putting entries back. */
  private static List<Tuple> parts(List<RagServiceResult> results) {
    return results.stream()
        .map(result -> tuple(result.id(), result.sourceId(), result.content(), result.metadata()))
        .toList();
  }

  @Rule("REP-3")
  @Test
  void exactlyTheNewEntriesAndTheUnselectedOnesAreThere() {
    List<RagServiceResult> before = everything(DOCS);

    List<RagEntry> entries =
        service.replace(ReplaceRequest.builder(DOCS).sourceId("a").addAll(items(25)).build());

    assertThat(entries)
        .extracting(RagEntry::content)
        .isEqualTo(items(25).stream().map(IndexItem::text).toList());
    List<RagServiceResult> after = everything(DOCS);
    assertThat(after).hasSize(27).doesNotHaveDuplicates();
    assertThat(ids(after)).containsAll(entries.stream().map(RagEntry::id).toList());
    assertThat(after)
        .containsAll(before.stream().filter(entry -> entry.sourceId().equals("b")).toList());
  }

  @Rule("REP-3")
  @Test
  void newEntriesStayThoughTheSelectorFitsThem() {
    service.replace(
        ReplaceRequest.builder(DOCS)
            .match(Map.of("lang", "en"))
            .add(IndexItem.of("new en", Map.of("lang", "en")))
            .build());

    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("a de", "b de", "new en");
  }

  @Rule("REP-3")
  @Test
  void aSelectorThatFitsNothingOnlyAdds() {
    service.replace(replacement().sourceId("c").build());

    assertThat(contents(everything(DOCS)))
        .containsExactlyInAnyOrder("a en", "a de", "b en", "b de", "new 1", "new 2");
  }

  @Rule("REP-3")
  @Test
  void aSelectedEntryMayBeGivenAgain() {
    RagEntry old = index("old", "c");

    service.replace(
        ReplaceRequest.builder(DOCS)
            .sourceId("c")
            .add(IndexItem.of("rewritten").withId(old.id()))
            .build());

    assertThat(everything(DOCS).stream().filter(entry -> entry.sourceId().equals("c")).toList())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.id()).isEqualTo(old.id());
              assertThat(entry.content()).isEqualTo("rewritten");
            });
  }

  @Rule("REP-3")
  @Test
  void noTextsDeleteTheSelectionAndEmbedNothing() {
    List<RagEntry> entries =
        service.replace(ReplaceRequest.builder(DOCS).match(Map.of("lang", "en")).build());

    assertThat(entries).isEmpty();
    assertThat(embedding.calls()).isEmpty();
    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("a de", "b de");
  }

  @Rule("REP-4")
  @Test
  void newEntriesTakeTheSourceOfTheSelectorUnlessTheyNameTheirOwn() {
    List<RagEntry> entries =
        service.replace(
            ReplaceRequest.builder(DOCS)
                .sourceId("a")
                .add(IndexItem.of("new 1"))
                .add(IndexItem.of("new 2").withSourceId("own"))
                .build());

    assertThat(entries).extracting(RagEntry::sourceId).containsExactly("a", "own");
    assertThat(contents(query(theQuery().sourceIds(List.of("a"))))).containsExactly("new 1");
    assertThat(contents(query(theQuery().sourceIds(List.of("own"))))).containsExactly("new 2");
  }

  @Rule("REP-4")
  @Test
  void newEntriesOfAMatchAloneHaveTheDefaultSource() {
    List<RagEntry> entries = service.replace(replacement().match(Map.of("lang", "en")).build());

    assertThat(entries).extracting(RagEntry::sourceId).containsOnly("default");
  }

  @Rule("REP-5")
  @Test
  void aMissingCollectionIsCreatedForTexts() {
    service.replace(ReplaceRequest.builder(MISSING).sourceId("a").add(IndexItem.of("new")).build());

    assertThat(contents(everything(MISSING))).containsExactly("new");
  }

  @Rule("REP-5")
  @Needs({Capability.REPLACE, Capability.MANAGE_COLLECTIONS})
  @Test
  void aMissingCollectionStaysMissingWithoutTexts() {
    List<RagEntry> entries = service.replace(ReplaceRequest.builder(MISSING).sourceId("a").build());

    assertThat(entries).isEmpty();
    assertThat(service.listCollections()).extracting(CollectionInfo::name).containsExactly(DOCS);
    assertThat(embedding.calls()).isEmpty();
  }

  private static ReplaceRequest.Builder replacement() {
    return ReplaceRequest.builder(DOCS).addAll(items(2));
  }

  private static List<IndexItem> items(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> IndexItem.of("new " + i)).toList();
  }
}
