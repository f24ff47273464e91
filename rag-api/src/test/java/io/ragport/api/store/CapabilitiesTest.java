package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.UnsupportedCapabilityException;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Declared means it works, not declared means it throws (CAP-1 to CAP-4). */
class CapabilitiesTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @ParameterizedTest
  @MethodSource("callsBehindCapabilities")
  void anUndeclaredCapabilityThrowsAtTheCallAndDoesNothing(
      Capability capability, Consumer<BaseRagService> call) {
    service.index("east");
    store.without(capability).forgetCalls();
    embedding.forgetCalls();

    assertThatExceptionOfType(UnsupportedCapabilityException.class)
        .isThrownBy(() -> call.accept(service))
        .withMessageStartingWith("memory: no " + capability.id() + " (")
        .satisfies(failure -> assertThat(failure.capability()).isEqualTo(capability))
        .satisfies(failure -> assertThat(failure.backend()).isEqualTo("memory"));
    assertThat(store.calls()).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("callsBehindCapabilities")
  void aCapabilityAloneIsEnoughForItsCalls(Capability capability, Consumer<BaseRagService> call) {
    service.index("east");
    store.declaring(Set.of(capability));

    assertThatCode(() -> call.accept(service)).doesNotThrowAnyException();
  }

  static Stream<Arguments> callsBehindCapabilities() {
    return Stream.of(
        call(Capability.COUNT_ENTRIES, "count", s -> s.countEntries("default")),
        call(Capability.ITER_ENTRIES, "iterate", s -> s.iterEntries("default")),
        call(Capability.ITER_ENTRIES, "iterate in pages", s -> s.iterEntries("default", 1)),
        call(Capability.GET_ENTRIES, "get", s -> s.getEntries("default", List.of(Services.id(1)))),
        call(
            Capability.DELETE_BY_METADATA,
            "delete by metadata",
            s -> s.deleteByMetadata("default", Map.of("k", 1))),
        call(
            Capability.REPLACE,
            "replace",
            s ->
                s.replace(
                    ReplaceRequest.builder("default")
                        .sourceId("s")
                        .add(Services.item(1, "north"))
                        .build())),
        call(
            Capability.FILTER,
            "query with filter",
            s -> s.query(QueryRequest.builder("east").filter(MetadataFilter.exists("k")).build())),
        call(
            Capability.FILTER,
            "batch query with filter",
            s ->
                s.queryBatch(
                    QueryBatchRequest.builder(List.of("east"))
                        .filter(MetadataFilter.exists("k"))
                        .build())),
        call(
            Capability.QUERY_BY_VECTOR,
            "query by vector",
            s -> s.query(QueryRequest.builder(new float[] {1, 0, 0, 0}).build())),
        call(
            Capability.KEYWORD_QUERY,
            "keyword query",
            s -> s.query(QueryRequest.builder("east").mode(QueryMode.KEYWORD).build())),
        call(
            Capability.HYBRID_QUERY,
            "hybrid query",
            s -> s.query(QueryRequest.builder("east").mode(QueryMode.HYBRID).build())),
        call(
            Capability.HYBRID_QUERY,
            "hybrid batch query",
            s ->
                s.queryBatch(
                    QueryBatchRequest.builder(List.of("east")).mode(QueryMode.HYBRID).build())),
        call(Capability.MANAGE_COLLECTIONS, "list", BaseRagService::listCollections),
        call(Capability.MANAGE_COLLECTIONS, "create", s -> s.createCollection("new", 4, "model-a")),
        call(Capability.MANAGE_COLLECTIONS, "drop", s -> s.dropCollection("default")));
  }

  private static Arguments call(Capability capability, String name, Consumer<BaseRagService> call) {
    return arguments(capability, named(name, call));
  }

  @Test
  void everyCapabilityButAtomicReplaceHasACallOfItsOwn() {
    Set<Object> covered =
        callsBehindCapabilities().map(call -> call.get()[0]).collect(Collectors.toSet());

    assertThat(covered)
        .containsExactlyInAnyOrderElementsOf(
            EnumSet.complementOf(EnumSet.of(Capability.ATOMIC_REPLACE)));
  }

  @Test
  void atomicReplaceIsLeftToTheStoreWhereItIsDeclared() {
    service.index("east");
    store.forgetCalls();

    service.replace(replacement());

    assertThat(store.calls()).contains("replace").doesNotContain("upsert 1", "delete");
  }

  @Test
  void replaceIsMadeOfWritesAndDeletesWhereAtomicReplaceIsNotDeclared() {
    service.index("east");
    store.without(Capability.ATOMIC_REPLACE).forgetCalls();

    service.replace(replacement());

    assertThat(store.calls()).contains("upsert 1", "delete").doesNotContain("replace");
  }

  @Test
  void requiredAndDefaultedMethodsNeedNoCapability() {
    store.declaring(Set.of());

    assertThatCode(
            () -> {
              service.index("east");
              service.query(QueryRequest.builder("east").match(Map.of("k", 1)).build());
              service.deleteMany(List.of(Services.id(1)), null);
              service.computeSimilarityMatrix(List.of("east"), List.of("default"), "default");
              service.learnNormalizer("default");
              service.deleteBySourceId("default", "default");
            })
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource
  void supportsIsMembership(Capability capability) {
    assertThat(service.supports(capability)).isTrue();
    assertThat(service.supports(capability.id())).isTrue();

    store.without(capability);

    assertThat(service.supports(capability)).isFalse();
    assertThat(service.supports(capability.id())).isFalse();
  }

  @Test
  void theSetOfCapabilitiesCannotBeChanged() {
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> service.capabilities().remove(Capability.FILTER));
  }

  private static ReplaceRequest replacement() {
    return ReplaceRequest.builder("default")
        .sourceId("default")
        .add(Services.item(1, "up"))
        .build();
  }
}
