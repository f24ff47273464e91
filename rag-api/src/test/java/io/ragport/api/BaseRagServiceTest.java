package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ragport.api.embedding.Normalizer;
import io.ragport.api.store.VectorStoreRagService;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a backend gets that implements the required methods and nothing else (CAP-1). */
class BaseRagServiceTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-6);

  private final Minimal service = new Minimal();

  @ParameterizedTest
  @MethodSource("optionalMethods")
  void anOptionalMethodThrowsAtTheCall(Consumer<BaseRagService> method, Capability capability) {
    assertThatExceptionOfType(UnsupportedCapabilityException.class)
        .isThrownBy(() -> method.accept(service))
        .withMessageStartingWith("minimal: no " + capability.id())
        .satisfies(failure -> assertThat(failure.capability()).isEqualTo(capability));
  }

  static Stream<Arguments> optionalMethods() {
    return Stream.of(
        arguments(call("count", s -> s.countEntries("c")), Capability.COUNT_ENTRIES),
        arguments(call("iterate", s -> s.iterEntries("c")), Capability.ITER_ENTRIES),
        arguments(call("iterate by", s -> s.iterEntries("c", 1)), Capability.ITER_ENTRIES),
        arguments(
            call("delete by metadata", s -> s.deleteByMetadata("c", Map.of("k", 1))),
            Capability.DELETE_BY_METADATA),
        arguments(
            call("replace", s -> s.replace(ReplaceRequest.builder("c").sourceId("s").build())),
            Capability.REPLACE),
        arguments(call("get", s -> s.getEntries("c", List.of())), Capability.GET_ENTRIES),
        arguments(call("list", BaseRagService::listCollections), Capability.MANAGE_COLLECTIONS),
        arguments(
            call("create", s -> s.createCollection("c", 1, null)), Capability.MANAGE_COLLECTIONS),
        arguments(call("drop", s -> s.dropCollection("c")), Capability.MANAGE_COLLECTIONS));
  }

  private static Named<Consumer<BaseRagService>> call(String name, Consumer<BaseRagService> call) {
    return named(name, call);
  }

  @Test
  void anUnknownCapabilityIsNotSupported() {
    assertThat(service.supports("teleport")).isFalse();
    assertThat(service.supports("countEntries")).isFalse();
  }

  @Test
  void theShortFormsUseTheDefaults() {
    RagEntry entry = service.index("east");
    service.index("north");

    assertThat(entry.collectionName()).isEqualTo("default");
    assertThat(service.query("east")).hasSize(2);
    assertThat(service.query("east", 1))
        .extracting(RagServiceResult::content)
        .containsExactly("east");
  }

  @Test
  void deletingManyDeletesEachOnce() {
    List<UUID> ids = List.of(new UUID(0, 1), new UUID(0, 2));

    service.deleteMany(ids, "c");

    assertThat(service.deleted).isEqualTo(ids);
  }

  @Test
  void deletingNoneDeletesNothing() {
    service.deleteMany(List.of(), null);

    assertThat(service.deleted).isEmpty();
  }

  @SuppressWarnings("NullAway") // null on purpose
  @Test
  void deletingAMissingSourceIsAnInvalidArgument() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> service.deleteBySourceId("c", (String) null))
        .withMessageStartingWith("sourceId");
  }

  @Test
  void theMatrixTakesTheNearestEntryOfEachSource() {
    index("a", "east");
    index("a", "north");
    index("b", "north");

    double[][] matrix =
        service.computeSimilarityMatrix(List.of("east", "3-4"), List.of("b", "a", "b"), "default");

    assertThat(matrix).hasDimensions(2, 3);
    assertThat(matrix[0]).containsExactly(new double[] {0, 1, 0}, CLOSE);
    assertThat(matrix[1]).containsExactly(new double[] {0.8, 0.8, 0.8}, CLOSE);
  }

  @Test
  void theMatrixCanTakeTheMean() {
    index("a", "east");
    index("a", "north");

    double[][] matrix =
        service.computeSimilarityMatrix(
            List.of("east"), List.of("a", "missing"), SimilarityMethod.AVG, "default");

    assertThat(matrix[0]).containsExactly(new double[] {0.5, 0}, CLOSE);
  }

  @Test
  void theMatrixOfNoTextsHasNoRowsAndOfNoSourcesNoColumns() {
    index("a", "east");

    assertThat(service.computeSimilarityMatrix(List.of(), List.of("a"), "default")).isEmpty();
    assertThat(service.computeSimilarityMatrix(List.of("east"), List.of(), "default"))
        .isDeepEqualTo(new double[1][0]);
  }

  @Test
  void aBackendThatCannotReadItsVectorsScalesToUnitLength() {
    assertThat(service.learnNormalizer(null)).isEqualTo(Normalizer.L2);
  }

  private void index(String sourceId, String text) {
    service.index(IndexRequest.builder(text).sourceId(sourceId).build());
  }

  /** The required methods only, answered by a full service. */
  private static final class Minimal implements BaseRagService {
    private final VectorStoreRagService full =
        Services.over(new InMemoryVectorStore(), new RecordingEmbedding());
    private final List<UUID> deleted = new ArrayList<>();

    @Override
    public String backendName() {
      return "minimal";
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of();
    }

    @Override
    public void check() {}

    @Override
    public void close() {}

    @Override
    public RagEntry index(IndexRequest request) {
      return full.index(request);
    }

    @Override
    public List<RagEntry> indexBatch(IndexBatchRequest request) {
      return full.indexBatch(request);
    }

    @Override
    public List<RagServiceResult> query(QueryRequest request) {
      return full.query(request);
    }

    @Override
    public List<List<RagServiceResult>> queryBatch(QueryBatchRequest request) {
      return full.queryBatch(request);
    }

    @Override
    public void delete(UUID id, @Nullable String collectionName) {
      deleted.add(id);
    }

    @Override
    public void deleteBySourceId(String collectionName, Collection<String> sourceIds) {
      full.deleteBySourceId(collectionName, sourceIds);
    }
  }
}
