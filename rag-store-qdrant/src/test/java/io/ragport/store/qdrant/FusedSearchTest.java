package io.ragport.store.qdrant;

import static io.ragport.store.qdrant.SearchedCollection.entry;
import static io.ragport.testing.TestEntries.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.FusedHit;
import io.ragport.api.store.HybridSearch;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.testing.TestSearch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two rankings fused by the server are as fused here (QRY-13). */
class FusedSearchTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-6);
  private static final List<String> WORDS =
      List.of("apple", "pear", "plum", "cherry", "grape", "fig", "date", "lime", "kiwi", "melon");

  @Test
  void scoresAreTheSumsOfReciprocalRanks() {
    try (SearchedCollection searched = fourTexts()) {
      List<FusedHit> hits = fuse(searched, searched.hybrid(new float[] {1, 0}, "pear", null, 5));

      assertThat(hits)
          .extracting(hit -> hit.hit().id())
          .containsExactly(id(4), id(3), id(1), id(2));
      assertThat(hits.get(0).hit().score()).isCloseTo(1.0 / 64 + 1.0 / 61, CLOSE);
      assertThat(hits.get(1).hit().score()).isCloseTo(1.0 / 63 + 1.0 / 62, CLOSE);
      assertThat(hits.get(2).hit().score()).isCloseTo(1.0 / 61, CLOSE);
      assertThat(hits.get(3).hit().score()).isCloseTo(1.0 / 62, CLOSE);
    }
  }

  @Test
  void everyHitHasItsSimilarityAndItsEntry() {
    try (SearchedCollection searched = fourTexts()) {
      List<FusedHit> hits = fuse(searched, searched.hybrid(new float[] {2, 0}, "pear", null, 5));

      assertThat(hits.get(0).similarity()).isCloseTo(0, CLOSE);
      assertThat(hits.get(1).similarity()).isCloseTo(0.6, CLOSE);
      assertThat(hits.get(2).similarity()).isCloseTo(1, CLOSE);
      assertThat(hits.get(3).similarity()).isCloseTo(0.8, CLOSE);
      assertThat(hits.get(0).hit().content()).isEqualTo("pear pear");
      assertThat(hits.get(0).hit().metadata()).isEqualTo(Map.of("n", 4L));
    }
  }

  @Test
  void fusedHitsMayComeWithoutContent() {
    try (SearchedCollection searched = fourTexts()) {
      HybridSearch search =
          new HybridSearch(
              searched.nearest(1, 0).withoutContent().build(),
              searched.keywords("pear").withoutContent().build(),
              null,
              60,
              5);

      assertThat(fuse(searched, search))
          .hasSize(4)
          .extracting(hit -> hit.hit().content())
          .containsOnlyNulls();
    }
  }

  /** The server's own threshold leaves out what is just as similar. */
  @Test
  void whatIsJustSimilarEnoughStaysInTheVectorRanking() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(entry(1, "s", "x", 1, 0), entry(2, "s", "x", 0, 1), entry(3, "s", "x", 1, -1));

      assertThat(fuse(searched, searched.hybrid(new float[] {1, 0}, "pear", 0.0, 5)))
          .extracting(hit -> hit.hit().id())
          .containsExactly(id(1), id(3), id(2));
      assertThat(fuse(searched, searched.hybrid(new float[] {1, 0}, "pear", 1e-9, 5))).hasSize(2);
      assertThat(fuse(searched, searched.hybrid(new float[] {1, 0}, "pear", 1.0, 5))).hasSize(1);
    }
  }

  @Test
  void aTextWithoutTermsIsRankedByVectorAlone() {
    try (SearchedCollection searched = fourTexts()) {
      List<FusedHit> hits = fuse(searched, searched.hybrid(new float[] {1, 0}, "?!", null, 3));

      assertThat(hits).extracting(hit -> hit.hit().id()).containsExactly(id(1), id(2), id(3));
      assertThat(hits.get(2).hit().score()).isCloseTo(1.0 / 63, CLOSE);
    }
  }

  @Test
  void aCollectionWithoutTermsSaysHowToHaveThem() {
    try (SearchedCollection searched =
        SearchedCollection.create(2, Map.of("keywordSearch", false))) {
      assertThatExceptionOfType(RagStoreException.class)
          .isThrownBy(() -> fuse(searched, searched.hybrid(new float[] {1, 0}, "pear", null, 3)))
          .withMessageContaining("rag.qdrant.keywordSearch: false");
    }
  }

  /** Rankings of different lengths, thinned out or not, and conditions. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10, 300})
  void theServerFusesAsWeDo(int topK) {
    try (SearchedCollection searched = SearchedCollection.create(16)) {
      Random random = new Random(topK);
      List<VectorRecord> entries = new ArrayList<>();
      for (VectorRecord entry : SearchedCollection.clustered(1_000, 16, 7)) {
        entries.add(
            entry(
                (int) entry.id().getLeastSignificantBits(),
                entry.sourceId(),
                words(random, 1 + random.nextInt(30)),
                entry.vector()));
      }
      searched.write(entries);

      for (int i = 0; i < 20; i++) {
        float[] query = entries.get(random.nextInt(entries.size())).vector();
        HybridSearch search =
            new HybridSearch(
                conditions(searched.nearest(query), i).topK(Math.max(200, topK)).build(),
                conditions(searched.keywords(words(random, 2)), i)
                    .topK(Math.max(200, topK))
                    .build(),
                i % 3 == 0 ? null : Double.valueOf(i % 3 - 1.5),
                60,
                topK);

        List<FusedHit> found = fuse(searched, search);

        assertSame(found, fusedHere(searched, search), topK);
        assertSimilarities(found, entries, query);
      }
    }
  }

  @Test
  void severalFusedSearchesAnswerInOrder() {
    try (SearchedCollection searched = fourTexts()) {
      List<List<FusedHit>> found =
          searched
              .store()
              .searchFused(
                  List.of(
                      searched.hybrid(new float[] {0, 1}, "?", null, 1),
                      searched.hybrid(new float[] {1, 0}, "?", null, 1)))
              .orElseThrow();

      assertThat(found).extracting(hits -> hits.get(0).hit().id()).containsExactly(id(4), id(1));
    }
  }

  private static TestSearch conditions(TestSearch search, int number) {
    return switch (number % 4) {
      case 1 -> search.sourceIds("s1", "s2");
      case 2 -> search.filter(MetadataFilter.lt("n", 150));
      case 3 -> search.exact();
      default -> search;
    };
  }

  /** Equal up to the order, and the choice of the last, among equals. */
  private static void assertSame(List<FusedHit> found, Map<UUID, Double> expected, int topK) {
    List<Double> best =
        expected.values().stream().sorted(Comparator.reverseOrder()).limit(topK).toList();
    assertThat(found).hasSameSizeAs(best).doesNotHaveDuplicates();
    for (int i = 0; i < best.size(); i++) {
      VectorHit hit = found.get(i).hit();
      assertThat(hit.score()).isCloseTo(best.get(i), CLOSE);
      assertThat(expected.get(hit.id())).as("%s", hit.id()).isCloseTo(hit.score(), CLOSE);
    }
  }

  /** The scores as the service's own fusion has them, written down here once more. */
  private static Map<UUID, Double> fusedHere(SearchedCollection searched, HybridSearch search) {
    Map<UUID, Double> scores = new HashMap<>();
    List<VectorHit> byVector = searched.store().search(search.byVector());
    Double least = search.minSimilarity();
    rank(byVector.stream().filter(hit -> least == null || hit.score() >= least).toList(), scores);
    rank(searched.store().search(search.byKeyword()), scores);
    return scores;
  }

  private static void assertSimilarities(
      List<FusedHit> found, List<VectorRecord> entries, float[] query) {
    Map<UUID, Double> similarities =
        entries.stream()
            .collect(Collectors.toMap(VectorRecord::id, entry -> cosine(query, entry.vector())));
    for (FusedHit hit : found) {
      assertThat(similarities.get(hit.hit().id()))
          .as("%s", hit.hit().id())
          .isCloseTo(hit.similarity(), CLOSE);
    }
  }

  private static double cosine(float[] one, float[] other) {
    double product = 0;
    for (int i = 0; i < one.length; i++) {
      product += (double) one[i] * other[i];
    }
    return product / (length(one) * length(other));
  }

  private static double length(float[] vector) {
    double squares = 0;
    for (float component : vector) {
      squares += (double) component * component;
    }
    return Math.sqrt(squares);
  }

  private static void rank(List<VectorHit> hits, Map<UUID, Double> scores) {
    for (int i = 0; i < hits.size(); i++) {
      scores.merge(hits.get(i).id(), 1.0 / (60 + i + 1), Double::sum);
    }
  }

  private static List<FusedHit> fuse(SearchedCollection searched, HybridSearch search) {
    return searched.store().searchFused(List.of(search)).orElseThrow().get(0);
  }

  private static String words(Random random, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
    }
    return text.toString();
  }

  /** By vector: 1, 2, 3, 4. By the keyword "pear": 4 (twice in it), 3. */
  private static SearchedCollection fourTexts() {
    return SearchedCollection.of(
        2,
        entry(1, "a", "apple", 1, 0),
        entry(2, "b", "plum", 4, 3),
        entry(3, "a", "cherry pear", 3, 4),
        entry(4, "c", "pear pear", 0, 1));
  }
}
