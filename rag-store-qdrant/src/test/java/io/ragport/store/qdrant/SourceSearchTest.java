package io.ragport.store.qdrant;

import static io.ragport.store.qdrant.SearchedCollection.entry;
import static io.ragport.testing.TestEntries.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.MetadataFilter;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The best entries of sources, and similarities to sources (QRY-6, MAT-2). */
class SourceSearchTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-6);

  @Test
  void theBestEntryOfEachOfTheBestSourcesIsFound() {
    try (SearchedCollection searched = SearchedCollection.create(16)) {
      List<VectorRecord> entries = SearchedCollection.clustered(1_000, 16, 30);
      searched.write(entries);
      float[] query = entries.get(7).vector();

      List<VectorHit> hits = searched.find(searched.nearest(query).topK(20).keepBest());

      assertThat(hits).extracting(VectorHit::id).isEqualTo(best(entries, query, 20));
      assertThat(hits)
          .allSatisfy(
              hit ->
                  assertThat(hit.score())
                      .isCloseTo(
                          similarity(
                              query,
                              entries.get((int) hit.id().getLeastSignificantBits()).vector()),
                          CLOSE));
    }
  }

  /** The nearest 3,000 entries are of one source: the server stops looking long before the rest. */
  @Test
  void sourcesBehindALargeOneAreFound() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      List<VectorRecord> entries = new ArrayList<>();
      for (int i = 0; i < 3_000; i++) {
        entries.add(entry(i, "large" + i / 500, "x", 1, 0.2f + i / 10_000f));
      }
      for (int i = 3_000; i < 3_040; i++) {
        entries.add(entry(i, "s" + i, "x", 1, i / 3_000f));
      }
      searched.write(entries);

      List<VectorHit> hits = searched.find(searched.nearest(1, 0).topK(50).keepBest());

      assertThat(hits).extracting(VectorHit::id).isEqualTo(best(entries, new float[] {1, 0}, 50));
      assertThat(hits).hasSize(46);
    }
  }

  @Test
  void fiveThousandSourcesAreFound() {
    try (SearchedCollection searched = SearchedCollection.create(8)) {
      List<VectorRecord> entries = SearchedCollection.clustered(6_000, 8, 5_000);
      searched.write(entries);
      float[] query = entries.get(1).vector();

      List<VectorHit> hits = searched.find(searched.nearest(query).topK(10_000).keepBest());

      assertThat(hits).extracting(VectorHit::sourceId).doesNotHaveDuplicates().hasSize(5_000);
      assertThat(hits)
          .extracting(VectorHit::id)
          .containsExactlyInAnyOrderElementsOf(best(entries, query, 5_000));
    }
  }

  @Test
  void conditionsHoldForTheBestEntries() {
    try (SearchedCollection searched = SearchedCollection.create(8)) {
      List<VectorRecord> entries = SearchedCollection.clustered(300, 8, 10);
      searched.write(entries);
      float[] query = entries.get(0).vector();

      List<VectorHit> hits =
          searched.find(
              searched
                  .nearest(query)
                  .sourceIds("s1", "s2", "missing")
                  .filter(MetadataFilter.lt("n", 100))
                  .keepBest());

      assertThat(hits)
          .extracting(VectorHit::id)
          .isEqualTo(
              best(
                  entries.subList(0, 100).stream()
                      .filter(entry -> List.of("s1", "s2").contains(entry.sourceId()))
                      .toList(),
                  query,
                  5));
    }
  }

  @Test
  void theBestEntriesMayComeWithoutContent() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(entry(1, "a", "x", 1, 0), entry(2, "a", "x", 1, 1));

      List<VectorHit> hits = searched.find(searched.nearest(1, 0).withoutContent().keepBest());

      assertThat(hits)
          .singleElement()
          .satisfies(
              hit -> {
                assertThat(hit.id()).isEqualTo(id(1));
                assertThat(hit.content()).isNull();
                assertThat(hit.metadata()).isEqualTo(Map.of("n", 1L));
              });
    }
  }

  @Test
  void keywordsFindTheBestEntryOfEachSource() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(
          entry(1, "a", "pear and apple", 1, 0),
          entry(2, "a", "pear pear pear", 1, 0),
          entry(3, "b", "a pear", 1, 0),
          entry(4, "c", "plum", 1, 0));

      List<VectorHit> hits = searched.find(searched.keywords("pear").keepBest());

      assertThat(hits).extracting(VectorHit::id).containsExactly(id(2), id(3));
    }
  }

  @Test
  void theMatrixHasTheHighestSimilarityOfEachSource() {
    try (SearchedCollection searched = SearchedCollection.create(16)) {
      List<VectorRecord> entries = SearchedCollection.clustered(600, 16, 20);
      searched.write(entries);
      List<float[]> vectors = IntStream.range(0, 3).mapToObj(i -> entries.get(i).vector()).toList();
      List<String> sources = List.of("s3", "missing", "s19", "s0");

      double[][] matrix =
          searched
              .store()
              .similarityMatrix(searched.spec(), vectors, sources, SimilarityMethod.MIN);

      for (int row = 0; row < vectors.size(); row++) {
        for (int column = 0; column < sources.size(); column++) {
          float[] vector = vectors.get(row);
          String source = sources.get(column);
          double highest =
              entries.stream()
                  .filter(entry -> entry.sourceId().equals(source))
                  .mapToDouble(entry -> similarity(vector, entry.vector()))
                  .max()
                  .orElse(0);
          assertThat(matrix[row][column]).isCloseTo(highest, CLOSE);
        }
      }
    }
  }

  @Test
  void aMatrixOfManySourcesIsComplete() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(
          IntStream.range(0, 12_000).mapToObj(i -> entry(i, "s" + i, "x", 1, i % 7)).toList());
      List<String> sources = IntStream.range(0, 12_000).mapToObj(i -> "s" + i).toList();

      double[] row =
          searched.store()
              .similarityMatrix(
                  searched.spec(), List.of(new float[] {1, 0}), sources, SimilarityMethod.MIN)[0];

      for (int i = 0; i < row.length; i++) {
        assertThat(row[i]).isCloseTo(1 / Math.sqrt(1 + (i % 7) * (i % 7)), CLOSE);
      }
    }
  }

  @Test
  void aMatrixWithoutVectorsOrSourcesIsEmpty() {
    try (SearchedCollection searched = SearchedCollection.create(2)) {
      searched.write(entry(1, "a", "x", 1, 0));

      assertThat(
              searched
                  .store()
                  .similarityMatrix(searched.spec(), List.of(), List.of("a"), SimilarityMethod.MIN))
          .isEmpty();
      assertThat(
              searched
                  .store()
                  .similarityMatrix(
                      searched.spec(),
                      List.of(new float[] {1, 0}),
                      List.of(),
                      SimilarityMethod.MIN))
          .isDeepEqualTo(new double[1][0]);
    }
  }

  private static List<UUID> best(List<VectorRecord> entries, float[] query, int topK) {
    Comparator<VectorRecord> bySimilarity =
        Comparator.comparingDouble(entry -> similarity(query, entry.vector()));
    Function<VectorRecord, Double> score = entry -> -similarity(query, entry.vector());
    return entries.stream()
        .collect(Collectors.groupingBy(VectorRecord::sourceId, Collectors.maxBy(bySimilarity)))
        .values()
        .stream()
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(score))
        .limit(topK)
        .map(VectorRecord::id)
        .toList();
  }

  private static double similarity(float[] a, float[] b) {
    double dot = 0;
    double squaresA = 0;
    double squaresB = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      squaresA += (double) a[i] * a[i];
      squaresB += (double) b[i] * b[i];
    }
    return dot / Math.sqrt(squaresA * squaresB);
  }
}
