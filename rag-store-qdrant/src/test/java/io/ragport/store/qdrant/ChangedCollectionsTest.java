package io.ragport.store.qdrant;

import static io.ragport.testing.TestEntries.all;
import static io.ragport.testing.TestEntries.collection;
import static io.ragport.testing.TestEntries.entries;
import static io.ragport.testing.TestEntries.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.RagStoreException;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorScan;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a store remembers of collections, and what becomes of it when others change them. */
class ChangedCollectionsTest extends CollectionsTest {
  @Test
  void aQuestionForASearchIsAnsweredFromMemory() {
    CollectionSpec docs = collection(store, "docs", 3);
    raw.drop(docs.identifier());

    assertThat(store.recallCollection("docs")).contains(docs);
    assertThat(store.findCollection("docs")).isEmpty();
    assertThat(store.recallCollection("docs")).isEmpty();
  }

  @Test
  void aSearchThatFindsNothingMakesTheNextOneAsk() {
    CollectionSpec docs = collection(store, "docs", 3);
    raw.drop(docs.identifier());

    assertThat(store.search(nearest(docs))).isEmpty();
    assertThat(store.recallCollection("docs")).isEmpty();
  }

  @Test
  void thatACollectionIsMissingIsNotRemembered() {
    assertThat(store.recallCollection("docs")).isEmpty();
    try (QdrantVectorStore other = store(prefix, Map.of())) {
      CollectionSpec docs = collection(other, "docs", 3);

      assertThat(store.recallCollection("docs")).contains(docs);
    }
  }

  @Test
  void aCollectionThatIsGoneReadsAsEmptyAndRefusesWrites() {
    CollectionSpec docs = collection(store, "docs", 3);
    store.dropCollection("docs");

    assertThat(store.search(nearest(docs))).isEmpty();
    assertThat(store.fetch(docs, List.of(id(1)))).isEmpty();
    assertThat(store.createdAt(docs, List.of(id(1)))).isEmpty();
    assertThat(store.scan(new VectorScan(docs, null, 10, null, null))).isEmpty();
    assertThat(store.count(docs)).isZero();
    assertThat(
            store.similarityMatrix(
                docs, List.of(new float[] {1, 0, 0}), List.of("source"), SimilarityMethod.MIN))
        .isEqualTo(new double[][] {{0}});
    store.delete(docs, Selection.ofIds(List.of(id(1))));
    assertThatThrownBy(() -> store.upsert(docs, entries(1, 2)))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("qdrant: collection \"docs\": it was dropped meanwhile");
    assertThat(raw.ids()).isEmpty();
  }

  /** Another process drops the collection and makes it anew. */
  private CollectionSpec makeAnew(CollectionSpec wanted, Map<String, ?> settings) {
    try (QdrantVectorStore other = store(prefix, settings)) {
      other.dropCollection(wanted.name());
      return other.createCollection(wanted);
    }
  }

  static Stream<CollectionSpec> otherSettings() {
    return Stream.of(
        CollectionSpec.toCreate("docs", "other", 3, null),
        CollectionSpec.toCreate("docs", "model", 4, null),
        CollectionSpec.toCreate("docs", "model", 3, Normalizer.centredOn(new double[3])));
  }

  @ParameterizedTest
  @MethodSource("otherSettings")
  void aCollectionMadeAnewWithOtherSettingsIsOneErrorAndThenFound(CollectionSpec wanted) {
    CollectionSpec docs = collection(store, "docs", 3);
    CollectionSpec anew = makeAnew(wanted, Map.of());

    assertThat(store.recallCollection("docs")).contains(docs);
    assertThatThrownBy(() -> store.search(nearest(docs))).isInstanceOf(RagStoreException.class);
    assertThat(store.recallCollection("docs")).contains(anew);
  }

  @ParameterizedTest
  @MethodSource("otherSettings")
  void aWriteToACollectionMadeAnewWithOtherSettingsIsRefused(CollectionSpec wanted) {
    CollectionSpec docs = collection(store, "docs", 3);
    CollectionSpec anew = makeAnew(wanted, Map.of());

    for (int time = 0; time < 2; time++) {
      assertThatThrownBy(() -> store.upsert(docs, entries(1, 2)))
          .isInstanceOf(RagStoreException.class);
    }
    assertThat(store.count(anew)).isZero();
  }

  @Test
  void termsOfAnotherKindAreNotWrittenAfterACollectionWasMadeAnew() {
    CollectionSpec docs = collection(store, "docs", 3);
    CollectionSpec anew =
        makeAnew(CollectionSpec.toCreate("docs", "model", 3, null), Map.of("keywordSearch", false));

    assertThat(anew).isEqualTo(docs);
    assertThatThrownBy(() -> store.upsert(docs, entries(1, 2)))
        .isInstanceOf(RagStoreException.class);
    store.upsert(docs, entries(1, 2));
    assertThat(all(store, docs)).isEqualTo(entries(1, 2));
  }

  /** Else a batch might end up half in the one and half in the other. */
  @Test
  void aWriteToACollectionMadeAnewWithEqualSettingsIsRefusedOnce() {
    CollectionSpec docs = collection(store, "docs", 3);
    makeAnew(CollectionSpec.toCreate("docs", "model", 3, null), Map.of());

    assertThatThrownBy(() -> store.upsert(docs, entries(1, 4)))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("index again");
    assertThat(all(store, docs)).isEmpty();
    store.upsert(docs, entries(1, 4));

    assertThat(all(store, docs)).isEqualTo(entries(1, 4));
  }

  @Test
  void aSearchInACollectionMadeAnewWithEqualSettingsGoesOn() {
    CollectionSpec docs = collection(store, "docs", 3);
    store.upsert(docs, entries(1, 4));
    assertThat(store.search(nearest(docs))).isNotEmpty();
    makeAnew(CollectionSpec.toCreate("docs", "model", 3, null), Map.of());
    try (QdrantVectorStore other = store(prefix, Map.of())) {
      other.upsert(other.findCollection("docs").orElseThrow(), entries(7, 9));
    }

    assertThat(store.search(nearest(docs)))
        .extracting(VectorHit::id)
        .containsExactlyInAnyOrder(id(7), id(8));
  }

  @Test
  void aCollectionMadeAnewGetsItsIndexesAgain() {
    try (QdrantVectorStore declaring = store(prefix, Map.of("filterableKeys", "year:number"))) {
      CollectionSpec docs = collection(declaring, "docs", 3);
      makeAnew(CollectionSpec.toCreate("docs", "model", 3, null), Map.of());

      CollectionSpec found = declaring.findCollection("docs").orElseThrow();
      declaring.upsert(found, entries(1, 2));

      assertThat(indexes(docs)).containsKey(MetadataKeys.path("year"));
    }
  }
}
