package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.SimilarityMethod;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** MAT: how similar texts are to sources. */
abstract class MatrixRules extends Rules {
  private static final double CLOSE = 1e-4;

  MatrixRules(Backend backend) {
    super(backend);
  }

  // MAT-1

  @Rule("MAT-1")
  @Test
  void rowsAreTextsAndColumnsAreSourcesInTheGivenOrder() {
    indexAtAxes();

    double[][] matrix = matrix(List.of("z", "x", "y"), List.of("of y", "of z", "of x"));

    assertMatrix(matrix, new double[][] {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}});
  }

  @Rule("MAT-1")
  @Test
  void asManyRowsAsTextsAndColumnsAsSourcesComeBack() {
    indexAtAxes();

    assertMatrix(matrix(List.of("x"), List.of("of y", "of x")), new double[][] {{0, 1}});
    assertMatrix(matrix(List.of("x", "y"), List.of("of x")), new double[][] {{1}, {0}});
  }

  @Rule("MAT-1")
  @Test
  void aSourceGivenTwiceFillsEveryColumn() {
    indexAtAxes();

    double[][] matrix = matrix(List.of("x", "y"), List.of("of x", "of y", "of x", "of x"));

    assertMatrix(matrix, new double[][] {{1, 0, 1, 1}, {0, 1, 0, 0}});
  }

  @Rule("MAT-1")
  @Test
  void aTextGivenTwiceFillsEveryRow() {
    indexAtAxes();

    double[][] matrix = matrix(List.of("x", "y", "x"), List.of("of x", "of y"));

    assertMatrix(matrix, new double[][] {{1, 0}, {0, 1}, {1, 0}});
  }

  @Rule("MAT-1")
  @Test
  void manySourcesEachHaveTheirColumn() {
    List<IndexItem> items = new ArrayList<>();
    List<String> sources = new ArrayList<>();
    double[] wanted = new double[101];
    for (int i = 0; i < wanted.length; i++) {
      wanted[i] = (i - 50) / 50.0;
      sources.add("source " + i);
      items.add(IndexItem.of(embedding.textAt(wanted[i])).withSourceId(sources.get(i)));
    }
    indexAll(items);

    assertMatrix(matrix(List.of(RecordingEmbedding.QUERY), sources), new double[][] {wanted});
  }

  // MAT-2

  @Rule("MAT-2")
  @Test
  void minIsTheHighestSimilarityOfTheSourcesEntries() {
    indexAt("a", 0.2, 0.9, -0.5);
    indexAt("b", -0.8, -0.3, -0.9);

    double[][] matrix = matrix(SimilarityMethod.MIN, "a", "b");

    assertMatrix(matrix, new double[][] {{0.9, -0.3}});
  }

  @Rule("MAT-2")
  @Test
  void avgIsTheMeanOfTheSourcesEntries() {
    indexAt("a", 0.2, 0.9, -0.5);
    indexAt("b", -0.8, -0.4);

    double[][] matrix = matrix(SimilarityMethod.AVG, "a", "b");

    assertMatrix(matrix, new double[][] {{0.2, -0.6}});
  }

  @Rule("MAT-2")
  @Test
  void withoutAMethodItIsMin() {
    indexAt("a", 0.2, 0.9, -0.5);

    assertMatrix(matrix(List.of(RecordingEmbedding.QUERY), List.of("a")), new double[][] {{0.9}});
  }

  @Rule("MAT-2")
  @Test
  void theLengthsOfVectorsDoNotMatter() {
    embedding.vector("long", 30, 40, 0, 0, 0, 0, 0, 0);
    embedding.vector("short", 0.004f, 0.003f, 0, 0, 0, 0, 0, 0);
    index("long", "a");
    index("short", "a");

    assertMatrix(matrix(SimilarityMethod.AVG, "a"), new double[][] {{0.7}});
  }

  @Rule("MAT-2")
  @Test
  void everyOneOfManyEntriesCounts() {
    int size = 1_200;
    double[] cosines = new double[size];
    double sum = 0;
    for (int i = 0; i < size; i++) {
      cosines[i] = i == 777 ? 0.999 : -0.9 + 1.5 * i / size;
      sum += cosines[i];
    }
    indexAt("large", cosines);
    indexAt("small", 0.5);

    double[][] mean = matrix(SimilarityMethod.AVG, "large", "small");
    double[][] best = matrix(SimilarityMethod.MIN, "large", "small");

    assertMatrix(mean, new double[][] {{sum / size, 0.5}});
    assertMatrix(best, new double[][] {{0.999, 0.5}});
  }

  @Rule("MAT-2")
  @ParameterizedTest
  @EnumSource
  void sourcesOfOtherCollectionsDoNotCount(SimilarityMethod method) {
    indexAt("a", 0.25);
    service.index(
        IndexRequest.builder(RecordingEmbedding.QUERY)
            .collectionName("other")
            .sourceId("a")
            .build());

    assertMatrix(matrix(method, "a"), new double[][] {{0.25}});
  }

  // MAT-3

  @Rule("MAT-3")
  @ParameterizedTest
  @EnumSource
  void aMissingSourceIsZero(SimilarityMethod method) {
    indexAt("a", 0.5);

    assertMatrix(matrix(method, "missing", "a", "b"), new double[][] {{0, 0.5, 0}});
  }

  @Rule("MAT-3")
  @ParameterizedTest
  @EnumSource
  void aMissingCollectionIsZerosWithoutEmbedding(SimilarityMethod method) {
    double[][] matrix =
        service.computeSimilarityMatrix(
            List.of("one", "two"), List.of("a", "b", "a"), method, "missing");

    assertMatrix(matrix, new double[2][3]);
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("MAT-3")
  @ParameterizedTest
  @EnumSource
  void noTextsGiveNoRowsWithoutEmbedding(SimilarityMethod method) {
    indexAt("a", 0.5);
    embedding.forgetCalls();

    double[][] matrix = service.computeSimilarityMatrix(List.of(), List.of("a", "b"), method, DOCS);

    assertThat(matrix.length).as("rows").isZero();
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("MAT-3")
  @ParameterizedTest
  @EnumSource
  void noSourcesGiveAnEmptyRowPerTextWithoutEmbedding(SimilarityMethod method) {
    indexAt("a", 0.5);
    embedding.forgetCalls();

    double[][] matrix =
        service.computeSimilarityMatrix(List.of("one", "two"), List.of(), method, DOCS);

    assertMatrix(matrix, new double[2][0]);
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("MAT-3")
  @Test
  void neitherTextsNorSourcesGiveNothing() {
    assertThat(matrix(List.of(), List.of()).length).as("rows").isZero();
    assertThat(embedding.calls()).isEmpty();
  }

  /** The texts x, y and z on three axes, each in a source of its own. */
  private void indexAtAxes() {
    embedding.vector("x", 1, 0, 0, 0, 0, 0, 0, 0);
    embedding.vector("y", 0, 1, 0, 0, 0, 0, 0, 0);
    embedding.vector("z", 0, 0, 1, 0, 0, 0, 0, 0);
    for (String text : List.of("x", "y", "z")) {
      index(text, "of " + text);
    }
  }

  /** Entries of that source with these cosines to {@link RecordingEmbedding#QUERY}. */
  private void indexAt(String sourceId, double... cosines) {
    List<IndexItem> items = new ArrayList<>();
    for (double cosine : cosines) {
      items.add(IndexItem.of(embedding.textAt(cosine)).withSourceId(sourceId));
    }
    indexAll(items);
  }

  private double[][] matrix(List<String> texts, List<String> sourceIds) {
    return service.computeSimilarityMatrix(texts, sourceIds, DOCS);
  }

  private double[][] matrix(SimilarityMethod method, String... sourceIds) {
    return service.computeSimilarityMatrix(
        List.of(RecordingEmbedding.QUERY), List.of(sourceIds), method, DOCS);
  }

  private static void assertMatrix(double[][] matrix, double[][] wanted) {
    assertThat(matrix.length).as("rows").isEqualTo(wanted.length);
    for (int row = 0; row < wanted.length; row++) {
      assertThat(matrix[row]).as("row " + row).containsExactly(wanted[row], within(CLOSE));
    }
  }
}
