package io.ragport.store.qdrant;

import static io.ragport.store.qdrant.SearchedCollection.entry;
import static io.ragport.testing.TestEntries.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorSearch;
import io.ragport.testing.TestEntries;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What searches for single entries find. */
class PointSearchTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-6);

  @Test
  void theMostSimilarComeFirstWithTheirSimilarity() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(entry(1, "s", "x", 0, 2), entry(2, "s", "x", 3, 0), entry(3, "s", "x", -1, 0));

      List<VectorHit> hits = searched.find(searched.nearest(1, 0));

      assertThat(hits).extracting(VectorHit::id).containsExactly(id(2), id(1), id(3));
      assertThat(hits).extracting(VectorHit::score).containsExactly(1.0, 0.0, -1.0);
    }
  }

  @Test
  void similaritiesStayWithinTheirBounds() {
    try (SearchedCollection searched = SearchedCollection.create(3)) {
      List<VectorRecord> entries = TestEntries.entries(1, 200);
      searched.write(entries);

      for (VectorRecord entry : entries) {
        assertThat(searched.find(searched.nearest(entry.vector()).topK(1)).get(0).score())
            .isBetween(1 - 1e-6, 1.0);
      }
    }
  }

  @Test
  void aHitHasEverythingOfItsEntry() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      VectorRecord written =
          new VectorRecord(
              id(1),
              "s",
              "a text",
              new float[] {1, 0},
              Map.of("n", 1.0, "l", 1L, "list", List.of(1L)),
              TestEntries.NOW,
              TestEntries.LATER);
      searched.write(written);

      VectorHit hit = searched.find(searched.nearest(1, 0)).get(0);

      assertThat(hit)
          .isEqualTo(
              new VectorHit(
                  written.id(),
                  written.sourceId(),
                  written.content(),
                  written.metadata(),
                  written.createdAt(),
                  written.updatedAt(),
                  1.0));
    }
  }

  @Test
  void withoutContentEverythingElseIsTheSame() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(entry(1, "s", "one", 1, 0), entry(2, "s", "two", 1, 1));

      List<VectorHit> with = searched.find(searched.nearest(1, 0));
      List<VectorHit> without = searched.find(searched.nearest(1, 0).withoutContent());

      assertThat(without).extracting(VectorHit::content).containsOnlyNulls();
      assertThat(without).usingRecursiveComparison().ignoringFields("content").isEqualTo(with);
    }
  }

  @Test
  void sourcesAndFilterHoldTogether() {
    try (SearchedCollection searched = SearchedCollection.create(8)) {
      List<VectorRecord> entries = SearchedCollection.clustered(300, 8, 10);
      searched.write(entries);

      List<VectorHit> hits =
          searched.find(
              searched
                  .nearest(entries.get(0).vector())
                  .sourceIds("s1", "s2")
                  .filter(MetadataFilter.gte("n", 150))
                  .topK(300));

      assertThat(hits)
          .hasSize(30)
          .allSatisfy(
              hit -> {
                assertThat(hit.sourceId()).isIn("s1", "s2");
                assertThat((Long) hit.metadata().get("n")).isGreaterThanOrEqualTo(150);
              });
    }
  }

  @Test
  void severalSearchesAnswerInOrder() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(entry(1, "s", "x", 1, 0), entry(2, "s", "x", 0, 1));
      List<VectorSearch> searches =
          IntStream.range(0, 250)
              .mapToObj(i -> searched.nearest(i % 2, 1 - i % 2).topK(1).build())
              .toList();

      List<List<VectorHit>> found = searched.store().searchAll(searches);

      assertThat(found)
          .extracting(hits -> hits.get(0).id())
          .isEqualTo(IntStream.range(0, 250).mapToObj(i -> id(i % 2 == 0 ? 2 : 1)).toList());
    }
  }

  @Test
  void searchesOfEveryKindMayComeTogether() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(entry(1, "s", "apple", 1, 0), entry(2, "s", "pear", 0, 1));

      List<List<VectorHit>> found =
          searched
              .store()
              .searchAll(
                  List.of(
                      searched.keywords("pear").build(),
                      searched.keywords("!").build(),
                      searched.nearest(1, 0).keepBest().build(),
                      searched.nearest(1, 0).build()));

      assertThat(found)
          .extracting(hits -> hits.stream().map(VectorHit::id).toList())
          .containsExactly(List.of(id(2)), List.of(), List.of(id(1)), List.of(id(1), id(2)));
    }
  }

  @Test
  void moreThanThereAreGivesAll() {
    try (SearchedCollection searched = SearchedCollection.create(8)) {
      List<VectorRecord> entries = SearchedCollection.clustered(50, 8, 5);
      searched.write(entries);
      float[] query = entries.get(0).vector();

      assertThat(searched.find(searched.nearest(query).topK(10_000))).hasSize(50);
      assertThat(searched.find(searched.nearest(query).topK(Integer.MAX_VALUE))).hasSize(50);
      assertThat(searched.find(searched.keywords("text").topK(Integer.MAX_VALUE))).hasSize(50);
    }
  }

  @Test
  void aCollectionThatGrewInOtherHandsIsSearchedAsItIs() {
    try (SearchedCollection searched = SearchedCollection.create(2);
        QdrantVectorStore other = searched.reopened(Map.of())) {
      searched.write(entry(1, "s", "x", 1, 0));
      searched.find(searched.nearest(1, 0)); // finds it small
      other.upsert(
          searched.spec(), IntStream.range(2, 20).mapToObj(i -> entry(i, "s", "x", i, 1)).toList());

      assertThat(searched.find(searched.nearest(1, 0))).hasSize(5);
      assertThat(searched.find(searched.nearest(1, 0).topK(30))).hasSize(19);
    }
  }

  @Test
  void keywordsFindTheEntriesThatContainATerm() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(
          entry(1, "s", "the error ERR-42 happened", 1, 0),
          entry(2, "s", "nothing happened", 1, 0),
          entry(3, "s", "ERR-42, again ERR-42", 1, 0));

      List<VectorHit> hits = searched.find(searched.keywords("err-42"));

      assertThat(hits).extracting(VectorHit::id).containsExactly(id(3), id(1));
      assertThat(hits).extracting(VectorHit::score).allMatch(score -> score > 0);
    }
  }

  /** BM25 with k1 = 1.2, b = 0.75 and the default average length of 200. */
  @Test
  void keywordScoresAreBm25() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(
          entry(1, "s", "apple pear", 1, 0),
          entry(2, "s", "plum", 1, 0),
          entry(3, "s", "plum", 1, 0));

      VectorHit hit = searched.find(searched.keywords("pear")).get(0);

      double rarity = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5));
      assertThat(hit.score())
          .isCloseTo(rarity * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / 200)), Offset.offset(1e-5));
    }
  }

  @Test
  void aTextWithoutTermsFindsNothing() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(entry(1, "s", "a text", 1, 0));

      assertThat(searched.find(searched.keywords("?!"))).isEmpty();
      assertThat(searched.find(searched.keywords("?!").keepBest())).isEmpty();
    }
  }

  @Test
  void aCollectionWithoutTermsSaysHowToHaveThem() {
    try (SearchedCollection searched =
        SearchedCollection.create(2, Map.of("keywordSearch", false))) {
      searched.write(entry(1, "s", "a text", 1, 0));

      assertThatExceptionOfType(RagStoreException.class)
          .isThrownBy(() -> searched.find(searched.keywords("text")))
          .withMessageContaining("rag.qdrant.keywordSearch: false");
    }
  }

  @Test
  void aDroppedCollectionReadsAsEmpty() {
    try (SearchedCollection searched = SearchedCollection.create(2);
        QdrantVectorStore other = searched.reopened(Map.of())) {
      searched.write(entry(1, "s", "a text", 1, 0));
      searched.find(searched.nearest(1, 0));
      other.dropCollection(SearchedCollection.NAME);

      assertThat(searched.find(searched.nearest(1, 0))).isEmpty();
      assertThat(searched.find(searched.nearest(1, 0).keepBest())).isEmpty();
      assertThat(searched.find(searched.keywords("text"))).isEmpty();
      assertThat(
              searched
                  .store()
                  .searchFused(List.of(searched.hybrid(new float[] {1, 0}, "text", null, 5))))
          .hasValue(List.of(List.of()));
      assertThat(
              searched
                  .store()
                  .searchAll(
                      List.of(searched.nearest(1, 0).build(), searched.nearest(0, 1).build())))
          .containsExactly(List.of(), List.of());
    }
  }

  @Test
  void aCollectionMadeAnewWithOtherSettingsIsOneClearError() {
    try (SearchedCollection searched = SearchedCollection.create(2);
        QdrantVectorStore other = searched.reopened(Map.of())) {
      searched.write(entry(1, "s", "a text", 1, 0));
      searched.find(searched.nearest(1, 0));
      other.dropCollection(SearchedCollection.NAME);
      other.createCollection(
          CollectionSpec.toCreate(SearchedCollection.NAME, "another model", 2, null));

      assertThatExceptionOfType(RagStoreException.class)
          .isThrownBy(() -> searched.find(searched.nearest(1, 0)))
          .withMessageContaining("repeat");
      assertThat(searched.store().recallCollection(SearchedCollection.NAME).orElseThrow().model())
          .isEqualTo("another model");
    }
  }

  /** The squares of such components are zero or infinite in single precision. */
  @Test
  void queriesOfAnyLengthFindTheirNeighbours() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(entry(1, "s", "x", 1, 0), entry(2, "s", "x", 0, 1));

      for (float scale : new float[] {1e-38f, 1e-20f, 1e20f, 1e38f}) {
        List<VectorHit> hits = searched.find(searched.nearest(scale, scale / 2));

        assertThat(hits).extracting(VectorHit::id).containsExactly(id(1), id(2));
        assertThat(hits.get(0).score()).isCloseTo(2 / Math.sqrt(5), CLOSE);
      }
    }
  }
}
