package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.CollectionInfo;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.IndexRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.embedding.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** COL-1, COL-5, COL-6 and COL-8: names, missing collections, keeping apart, leaving alone. */
abstract class CollectionRules extends Rules {
  /** Each is a collection of its own, however alike they look to a file system or a database. */
  private static final List<String> NAMES =
      List.of(
          "a b",
          "a-b",
          "a_b",
          "a.b",
          "a/b",
          "a\\b",
          "A B",
          "Default",
          "default",
          "DEFAULT",
          " default",
          "default ",
          " ",
          ".",
          "..",
          "../../up",
          "CON",
          "con",
          "nul.txt",
          "\"quoted\"",
          "'; DROP TABLE entries; --",
          "%",
          "_",
          "*",
          "$where",
          "tab\tand\nline",
          "🎉🎈",
          "文档",
          "ｆｕｌｌ",
          "é", // one code point
          "e\u0301", // two
          "straße",
          "strasse",
          "STRASSE",
          "x".repeat(512),
          "x".repeat(511) + "y",
          "X".repeat(512),
          "🎉".repeat(256));

  CollectionRules(Backend backend) {
    super(backend);
  }

  // Names

  @Rule("COL-1")
  @Test
  void everyNameIsACollectionOfItsOwn() {
    NAMES.forEach(name -> indexInto(name, "text of " + NAMES.indexOf(name)));

    SoftAssertions softly = new SoftAssertions();
    for (String name : NAMES) {
      softly
          .assertThat(everything(name))
          .as("collection \"%s\"", name)
          .extracting(RagServiceResult::collectionName, RagServiceResult::content)
          .containsExactly(tuple(name, "text of " + NAMES.indexOf(name)));
    }
    softly.assertAll();
  }

  @Rule("COL-1")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void everyNameIsListedAndDroppedAsItIs() {
    NAMES.forEach(name -> service.createCollection(name, 2, null));

    assertThat(names(service)).containsExactlyInAnyOrderElementsOf(NAMES);
    List<String> left = new ArrayList<>(NAMES);
    for (String name : List.of("a b", "..", "default", "e\u0301", "x".repeat(512))) {
      service.dropCollection(name);
      left.remove(name);
    }
    assertThat(names(service)).as("after dropping some").containsExactlyInAnyOrderElementsOf(left);
  }

  @Rule("COL-1")
  @Test
  void aNameLeadsToTheSameCollectionInEveryService() {
    List<String> some = List.of("a b", "A B", "文档", "../../up", "x".repeat(512));
    some.forEach(name -> indexInto(name, "text of " + name));
    service.close();

    BaseRagService other = open();

    for (String name : some) {
      assertThat(contents(everything(other, name))).as(name).containsExactly("text of " + name);
    }
  }

  @Rule("COL-1")
  @Test
  void aNameThatIsNoneIsRefusedBeforeAnythingHappens() {
    List<String> wrong = List.of("", "x".repeat(513), "nul\u0000", "half \ud83c", "\udf89 half");

    for (String name : wrong) {
      assertThatThrownBy(() -> service.deleteBySourceId(name, List.of("a")))
          .as("deleting from a name of %s characters", name.length())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("collectionName");
      assertThatThrownBy(() -> indexInto(name, "a text"))
          .as("indexing into a name of %s characters", name.length())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("collectionName");
    }
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("COL-1")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void modelDimensionNormalizerAndLayoutAreRecorded() {
    BaseRagService normalizing =
        keep(configured(Map.of()).embedder(embedding).normalizer(Normalizer.L2).open());
    indexInto("plain", "a text");
    normalizing.index(IndexRequest.builder("a text").collectionName("normalized").build());

    List<CollectionInfo> listed = open().listCollections();

    assertThat(listed)
        .extracting(
            CollectionInfo::name,
            CollectionInfo::model,
            CollectionInfo::dimension,
            CollectionInfo::normalizer)
        .containsExactly(
            tuple(
                "normalized",
                embedding.modelName(),
                RecordingEmbedding.DIMENSION,
                Normalizer.L2.fingerprint()),
            tuple("plain", embedding.modelName(), RecordingEmbedding.DIMENSION, "none"));
    assertThat(listed).allSatisfy(info -> assertThat(info.layoutVersion()).isPositive());
  }

  // Missing ones

  @Rule("COL-5")
  @Test
  void aMissingCollectionReadsAsEmpty() {
    assertThat(query(theQuery())).as("query").isEmpty();
    assertThat(
            service.computeSimilarityMatrix(
                List.of("x", "y"), List.of("a"), SimilarityMethod.AVG, DOCS))
        .as("matrix")
        .isDeepEqualTo(new double[][] {{0}, {0}});
    if (declares(Capability.COUNT_ENTRIES)) {
      assertThat(service.countEntries(DOCS)).as("count").isZero();
    }
    if (declares(Capability.ITER_ENTRIES)) {
      try (var entries = service.iterEntries(DOCS)) {
        assertThat(entries).as("entries").isEmpty();
      }
    }
    if (declares(Capability.GET_ENTRIES)) {
      assertThat(service.getEntries(DOCS, List.of(UUID.randomUUID()))).as("get").isEmpty();
    }
    assertThat(embedding.calls()).as("embedded for a missing collection").isEmpty();
  }

  @Rule("COL-5")
  @Test
  void readingAndDeletingFromAMissingCollectionIsSilentAndEmbedsNothing() {
    SoftAssertions softly = new SoftAssertions();
    readingAndRemoving()
        .forEach(
            (name, call) ->
                softly
                    .assertThatCode(() -> call.accept(service))
                    .as(name)
                    .doesNotThrowAnyException());

    softly.assertAll();
    assertThat(embedding.calls()).as("embedded for a missing collection").isEmpty();
  }

  @Rule("COL-5")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void readingAndDeletingCreateNothing() {
    SoftAssertions softly = new SoftAssertions();
    readingAndRemoving()
        .forEach(
            (name, call) -> {
              call.accept(service);
              softly.assertThat(names(service)).as("collections after " + name).isEmpty();
            });

    softly.assertAll();
  }

  private Map<String, Consumer<BaseRagService>> readingAndRemoving() {
    Calls calls = new Calls(this::declares, DOCS);
    Map<String, Consumer<BaseRagService>> both = calls.reading();
    both.putAll(calls.removing());
    return both;
  }

  @Rule("COL-5")
  @Test
  void afterReadingAMissingCollectionItCanStillBeMade() {
    assertThat(query(theQuery())).isEmpty();

    RagEntry entry = index("a text");

    assertThat(ids(everything(DOCS))).containsExactly(entry.id());
  }

  // Keeping apart

  @Rule("COL-6")
  @Test
  void aQueryFindsOnlyWhatIsInItsCollection() {
    indexInto("one", "in one");
    indexInto("two", "in two");

    assertThat(contents(everything("one"))).containsExactly("in one");
    assertThat(contents(everything("two"))).containsExactly("in two");
  }

  @Rule("COL-6")
  @Test
  void oneIdInTwoCollectionsIsTwoEntries() {
    UUID id = UUID.randomUUID();
    indexInto("one", id, "in one");
    indexInto("two", id, "in two");
    indexInto("two", id, "in two, anew");

    assertThat(contents(everything("one"))).containsExactly("in one");
    assertThat(contents(everything("two"))).containsExactly("in two, anew");
  }

  @Rule("COL-6")
  @Test
  void deletingInOneCollectionLeavesTheOtherAlone() {
    UUID id = UUID.randomUUID();
    indexInto("one", id, "in one");
    indexInto("two", id, "in two");

    service.delete(id, "one");
    service.deleteMany(List.of(id), "one");
    service.deleteBySourceId("one", List.of("default"));

    assertThat(everything("one")).isEmpty();
    assertThat(contents(everything("two"))).containsExactly("in two");
  }

  @Rule("COL-6")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void collectionsAreListedByNameWithTheirCounts() {
    indexInto("b", "first");
    indexInto("b", "second");
    indexInto("a", "third");
    service.createCollection("c", 3, "another/model");

    assertThat(service.listCollections())
        .extracting(
            CollectionInfo::name,
            CollectionInfo::model,
            CollectionInfo::dimension,
            CollectionInfo::count)
        .containsExactly(
            tuple("a", embedding.modelName(), RecordingEmbedding.DIMENSION, 1L),
            tuple("b", embedding.modelName(), RecordingEmbedding.DIMENSION, 2L),
            tuple("c", "another/model", 3, 0L));
  }

  @Rule("COL-6")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void creatingOneThatIsThereWithTheSameSettingsChangesNothing() {
    RagEntry entry = index("a text");

    CollectionInfo again = service.createCollection(DOCS, RecordingEmbedding.DIMENSION, null);

    assertThat(again).isEqualTo(service.listCollections().get(0));
    assertThat(again.count()).isEqualTo(1);
    assertThat(ids(everything(DOCS))).containsExactly(entry.id());
  }

  @Rule("COL-6")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void creatingOneThatIsThereWithOtherSettingsFails() {
    RagEntry entry = index("a text");

    assertThatThrownBy(() -> service.createCollection(DOCS, 3, null))
        .isInstanceOf(CollectionMismatchException.class)
        .hasMessageContaining(DOCS)
        .hasMessageContaining("3")
        .hasMessageContaining("8");
    assertThatThrownBy(
            () -> service.createCollection(DOCS, RecordingEmbedding.DIMENSION, "another/model"))
        .isInstanceOf(CollectionMismatchException.class)
        .hasMessageContaining("another/model")
        .hasMessageContaining(embedding.modelName());
    assertThat(ids(everything(DOCS))).containsExactly(entry.id());
  }

  @Rule("COL-6")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void droppingTwiceIsDroppingOnceAndLeavesOthers() {
    index("dropped");
    indexInto("other", "kept");

    service.dropCollection(DOCS);

    assertThatCode(() -> service.dropCollection(DOCS)).doesNotThrowAnyException();
    assertThat(names(service)).containsExactly("other");
    assertThat(everything(DOCS)).isEmpty();
    assertThat(contents(everything("other"))).containsExactly("kept");
  }

  @Rule("COL-6")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void aDroppedCollectionCanBeMadeAnewAndStartsEmpty() {
    index("old");
    service.dropCollection(DOCS);

    index("new");

    assertThat(contents(everything(DOCS))).containsExactly("new");
  }

  // Leaving alone

  @Rule("COL-8")
  @Needs(means = Means.FOREIGN_DATA)
  @Test
  void indexingQueryingAndDeletingLeaveForeignDataAlone() {
    Supplier<?> foreign = sandbox.placeForeignData();
    Object before = foreign.get();

    RagEntry entry = index("a text");
    assertThat(ids(everything(DOCS))).containsExactly(entry.id());
    assertThat(foreign.get()).as("after indexing and querying").isEqualTo(before);
    service.delete(entry.id(), null);
    service.delete(UUID.randomUUID(), null);
    service.deleteMany(List.of(UUID.randomUUID()), null);
    assertThat(foreign.get()).as("after deleting everywhere").isEqualTo(before);
    service.deleteBySourceId(DOCS, List.of("default"));
    assertThat(foreign.get()).as("after deleting a source").isEqualTo(before);
    assertThat(everything(DOCS)).isEmpty();
  }

  @Rule("COL-8")
  @Needs(value = Capability.MANAGE_COLLECTIONS, means = Means.FOREIGN_DATA)
  @Test
  void foreignDataIsNeitherListedNorDropped() {
    Supplier<?> foreign = sandbox.placeForeignData();
    Object before = foreign.get();
    assertThat(names(service)).as("before there is any collection").isEmpty();
    index("a text");

    assertThat(names(service)).containsExactly(DOCS);
    service.dropCollection("missing");
    service.dropCollection(DOCS);
    assertThat(names(service)).isEmpty();
    assertThat(foreign.get()).as("after dropping").isEqualTo(before);
  }

  @Rule("COL-8")
  @Needs(means = Means.FOREIGN_DATA)
  @Test
  void aServiceOpenedBesideForeignDataLeavesItAloneWhenItCloses() {
    Supplier<?> foreign = sandbox.placeForeignData();
    Object before = foreign.get();

    BaseRagService opened = open();
    opened.check();
    opened.close();

    assertThat(foreign.get()).isEqualTo(before);
  }

  private void indexInto(String collectionName, String text) {
    service.index(IndexRequest.builder(text).collectionName(collectionName).build());
  }

  private void indexInto(String collectionName, UUID id, String text) {
    service.index(IndexRequest.builder(text).collectionName(collectionName).id(id).build());
  }

  private static List<String> names(BaseRagService service) {
    return service.listCollections().stream().map(CollectionInfo::name).toList();
  }
}
