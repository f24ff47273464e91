package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The similarity of texts to sources (MAT-1 to MAT-3). */
class SimilarityMatrixTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-9);

  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @BeforeEach
  void twoSourcesAreThere() {
    service.indexBatch(
        IndexBatchRequest.builder()
            .add(Services.item(1, "east", "a"))
            .add(Services.item(2, "north", "a"))
            .add(Services.item(3, "west", "b"))
            .add(Services.item(4, "up", "other"))
            .build());
    embedding.forgetCalls();
    store.forgetCalls();
  }

  @Test
  void rowsAreTextsAndColumnsSourcesInTheGivenOrder() {
    double[][] matrix = matrix(List.of("east", "3-4", "west"), List.of("b", "a"));

    assertThat(matrix).hasDimensions(3, 2);
    assertThat(matrix[0]).containsExactly(new double[] {-1, 1}, CLOSE);
    assertThat(matrix[1]).containsExactly(new double[] {-0.6, 0.8}, CLOSE);
    assertThat(matrix[2]).containsExactly(new double[] {1, 0}, CLOSE);
  }

  @Test
  void theMeanIsTakenWhereItIsAskedFor() {
    double[][] matrix =
        service.computeSimilarityMatrix(
            List.of("east", "3-4"), List.of("a", "b"), SimilarityMethod.AVG, "default");

    assertThat(matrix[0]).containsExactly(new double[] {0.5, -1}, CLOSE);
    assertThat(matrix[1]).containsExactly(new double[] {0.7, -0.6}, CLOSE);
  }

  @Test
  void aSourceGivenTwiceFillsBothColumns() {
    double[][] matrix = matrix(List.of("east"), List.of("a", "b", "a"));

    assertThat(matrix[0]).containsExactly(new double[] {1, -1, 1}, CLOSE);
  }

  @Test
  void aTextGivenTwiceFillsBothRows() {
    double[][] matrix = matrix(List.of("east", "east"), List.of("a"));

    assertThat(matrix[0]).isEqualTo(matrix[1]);
  }

  @Test
  void aMissingSourceIsZero() {
    assertThat(matrix(List.of("east"), List.of("missing", "a"))[0])
        .containsExactly(new double[] {0, 1}, CLOSE);
  }

  @Test
  void aMissingCollectionIsZeroEverywhereAndEmbedsNothing() {
    assertThat(service.computeSimilarityMatrix(List.of("east"), List.of("a", "b"), "missing"))
        .isDeepEqualTo(new double[1][2]);
    assertThat(embedding.calls()).isEmpty();
  }

  @Test
  void noTextsAreNoRows() {
    assertThat(matrix(List.of(), List.of("a"))).isEmpty();
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void noSourcesAreOneEmptyRowPerText() {
    assertThat(matrix(List.of("east", "up"), List.of())).isDeepEqualTo(new double[2][0]);
    assertThat(store.calls()).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @Test
  void allTextsAreEmbeddedInOneCall() {
    matrix(List.of("east", "north", "up"), List.of("a", "b"));

    assertThat(embedding.batchSizes()).containsExactly(3);
  }

  @Test
  void aLargeSourceDoesNotCrowdOutASmallOne() {
    List<IndexItem> crowd = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      crowd.add(Services.item(100 + i, i % 2 == 0 ? "east" : "west", "crowd"));
    }
    service.indexBatch(IndexBatchRequest.builder().addAll(crowd).build());

    double[][] matrix =
        service.computeSimilarityMatrix(
            List.of("east"), List.of("crowd", "b"), SimilarityMethod.AVG, "default");

    assertThat(matrix[0]).containsExactly(new double[] {0, -1}, CLOSE);
  }

  @Test
  void threeHundredSourcesWork() {
    List<String> sources = IntStream.range(0, 300).mapToObj(i -> "s" + i).toList();
    service.indexBatch(
        IndexBatchRequest.builder()
            .addAll(
                IntStream.range(0, 300)
                    .mapToObj(i -> Services.item(1000 + i, "east", "s" + i))
                    .toList())
            .build());

    assertThat(matrix(List.of("3-4"), sources)[0])
        .hasSize(300)
        .satisfies(row -> assertThat(row).containsOnly(new double[] {0.6}, CLOSE));
  }

  @Test
  void theScaleOfVectorsDoesNotMatter() {
    embedding.vector("huge", 3e38f, 0, 0, 0).vector("tiny", 1e-38f, 1e-38f, 0, 0);

    double[][] matrix = matrix(List.of("huge", "tiny"), List.of("a"));

    assertThat(matrix[0][0]).isCloseTo(1, CLOSE);
    assertThat(matrix[1][0]).isCloseTo(Math.sqrt(0.5), CLOSE);
  }

  private double[][] matrix(List<String> texts, List<String> sources) {
    return service.computeSimilarityMatrix(texts, sources, "default");
  }
}
