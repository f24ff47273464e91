package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.CollectionInfo;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.StoredEntry;
import io.ragport.api.embedding.Normalizer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** EMB-4: a normalizer is applied on both sides and belongs to the collection. */
abstract class NormalizingRules extends Rules {
  /** Half a unit up the second axis. */
  private static final Normalizer CENTRED =
      Normalizer.centredOn(new double[] {0, 0.5, 0, 0, 0, 0, 0, 0});

  /**
   * The cosine of (1, 1) and (1, 0) when both are centred; 0.894 if only the document were, 0.316
   * if only the query were, 0.707 if neither.
   */
  private static final double BOTH_CENTRED = 0.6;

  NormalizingRules(Backend backend) {
    super(backend);
  }

  @Rule("EMB-4")
  @Test
  void aNormalizerIsAppliedToDocumentsAndQueries() {
    BaseRagService centring = normalizing(CENTRED);
    indexDiagonal(centring);

    List<RagServiceResult> found = centring.query(theQuery().build());

    assertSimilarity(found, BOTH_CENTRED);
  }

  @Rule("EMB-4")
  @Test
  void aNormalizerIsAppliedToBatches() {
    BaseRagService centring = normalizing(CENTRED);
    diagonal();
    centring.indexBatch(
        IndexBatchRequest.builder().collectionName(DOCS).add(IndexItem.of("diagonal")).build());

    List<List<RagServiceResult>> found =
        centring.queryBatch(
            QueryBatchRequest.builder(List.of(RecordingEmbedding.QUERY))
                .collectionName(DOCS)
                .build());

    assertSimilarity(found.get(0), BOTH_CENTRED);
  }

  @Rule("EMB-4")
  @Needs(Capability.REPLACE)
  @Test
  void aNormalizerIsAppliedToReplacements() {
    BaseRagService centring = normalizing(CENTRED);
    diagonal();
    centring.replace(
        ReplaceRequest.builder(DOCS).sourceId("a").add(IndexItem.of("diagonal")).build());

    List<RagServiceResult> found = centring.query(theQuery().build());

    assertSimilarity(found, BOTH_CENTRED);
  }

  @Rule("EMB-4")
  @Test
  void aNormalizerIsAppliedToTheTextsOfAMatrix() {
    BaseRagService centring = normalizing(CENTRED);
    indexDiagonal(centring);

    double[][] matrix =
        centring.computeSimilarityMatrix(
            List.of(RecordingEmbedding.QUERY), List.of("default"), DOCS);

    assertThat(matrix[0][0]).isCloseTo(BOTH_CENTRED, within(1e-4));
  }

  @Rule("EMB-4")
  @Needs(Capability.QUERY_BY_VECTOR)
  @Test
  void aNormalizerIsAppliedToAGivenVector() {
    BaseRagService centring = normalizing(CENTRED);
    indexDiagonal(centring);

    List<RagServiceResult> found =
        centring.query(
            QueryRequest.builder(embedding.vectorOf(RecordingEmbedding.QUERY))
                .collectionName(DOCS)
                .build());

    assertSimilarity(found, BOTH_CENTRED);
  }

  @Rule("EMB-4")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void withANormalizerTheNormalizedVectorIsStored() {
    BaseRagService scaling = normalizing(Normalizer.L2);
    embedding.vector("long", 3, 4, 0, 0, 0, 0, 0, 0);
    scaling.index(IndexRequest.builder("long").collectionName(DOCS).build());

    assertThat(storedVector(scaling))
        .containsExactly(new float[] {0.6f, 0.8f, 0, 0, 0, 0, 0, 0}, within(1e-6f));
  }

  @Rule("EMB-4")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void withoutANormalizerNothingIsTouched() {
    embedding.vector("long", 3, 4, 0, 0, 0, 0, 0, 0);
    index("long");

    assertThat(storedVector(service))
        .containsExactly(new float[] {3, 4, 0, 0, 0, 0, 0, 0}, within(4e-6f));
  }

  @Rule("EMB-4")
  @Test
  void withoutANormalizerSimilarityIsThatOfTheEmbeddersVectors() {
    indexDiagonal(service);

    assertSimilarity(query(theQuery()), Math.sqrt(0.5));
  }

  @Rule("EMB-4")
  @Test
  void anEqualNormalizerOfAnotherServiceFits() {
    indexDiagonal(normalizing(CENTRED));
    BaseRagService equal =
        normalizing(Normalizer.centredOn(new double[] {0, 0.5, 0, 0, 0, 0, 0, 0}));

    indexDiagonal(equal);

    assertThat(equal.query(theQuery().build())).hasSize(2);
  }

  static Stream<Normalizer> otherNormalizers() {
    return Stream.of(
        Normalizer.scaling(false, false),
        Normalizer.L2,
        Normalizer.centredOn(new double[] {0, 0.5001, 0, 0, 0, 0, 0, 0}));
  }

  @Rule("EMB-4")
  @ParameterizedTest
  @MethodSource("otherNormalizers")
  void anotherNormalizerDoesNotFitWhenIndexing(Normalizer other) {
    indexDiagonal(normalizing(CENTRED));
    BaseRagService mismatched = normalizing(other);

    assertMismatch(() -> indexDiagonal(mismatched));

    assertThat(everything(normalizing(CENTRED), DOCS)).as("entries").hasSize(1);
  }

  @Rule("EMB-4")
  @ParameterizedTest
  @MethodSource("otherNormalizers")
  void anotherNormalizerDoesNotFitWhenQuerying(Normalizer other) {
    indexDiagonal(normalizing(CENTRED));
    BaseRagService mismatched = normalizing(other);

    assertMismatch(() -> mismatched.query(theQuery().build()));
    assertMismatch(
        () ->
            mismatched.queryBatch(
                QueryBatchRequest.builder(List.of("a", "b")).collectionName(DOCS).build()));
  }

  @Rule("EMB-4")
  @Test
  void noNormalizerDoesNotFitWhereThereWasOne() {
    indexDiagonal(normalizing(Normalizer.L2));

    assertMismatch(() -> index("a text"));
    assertMismatch(() -> query(theQuery()));
  }

  @Rule("EMB-4")
  @Test
  void aNormalizerDoesNotFitWhereThereWasNone() {
    index("a text");
    BaseRagService scaling = normalizing(Normalizer.L2);

    assertMismatch(() -> indexDiagonal(scaling));
    assertMismatch(() -> scaling.query(theQuery().build()));
    assertThat(contents(everything(DOCS))).containsExactly("a text");
  }

  @Rule("EMB-4")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void theFingerprintIsRecordedWithTheCollection() {
    indexDiagonal(normalizing(CENTRED));
    service.index("in the default collection");

    assertThat(service.listCollections())
        .extracting(CollectionInfo::name, CollectionInfo::normalizer)
        .containsExactly(
            tuple("default", Normalizer.NO_FINGERPRINT), tuple(DOCS, CENTRED.fingerprint()));
  }

  private BaseRagService normalizing(Normalizer normalizer) {
    return keep(configured(Map.of()).embedder(embedding).normalizer(normalizer).open());
  }

  /** The text "diagonal" lies between the first two axes. */
  private void diagonal() {
    embedding.vector("diagonal", 1, 1, 0, 0, 0, 0, 0, 0);
  }

  private void indexDiagonal(BaseRagService called) {
    diagonal();
    called.index(IndexRequest.builder("diagonal").collectionName(DOCS).build());
  }

  private static void assertSimilarity(List<RagServiceResult> found, double wanted) {
    assertThat(found)
        .singleElement()
        .satisfies(result -> assertThat(result.similarity()).isCloseTo(wanted, within(1e-4)));
  }

  private void assertMismatch(Runnable call) {
    embedding.forgetCalls();
    assertThatThrownBy(call::run)
        .isInstanceOf(CollectionMismatchException.class)
        .hasMessageContaining("normalizer");
    assertThat(embedding.calls()).as("calls of the embedder").isEmpty();
  }

  private static float[] storedVector(BaseRagService called) {
    try (Stream<StoredEntry> entries = called.iterEntries(DOCS)) {
      return entries.findFirst().orElseThrow().embedding();
    }
  }
}
