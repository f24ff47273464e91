package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.MetadataFilter;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Selections made exact, and the entries they select. */
class SelectionsTest {
  private static final Selection UNION =
      new Selection(
          List.of(Services.id(1), Services.id(99)),
          List.of("b"),
          MetadataFilter.eq("k", 1),
          List.of(Services.id(4)));

  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final Selections selections = new Selections(store);

  @BeforeEach
  void fiveEntriesAreThere() {
    Services.over(store, new RecordingEmbedding())
        .indexBatch(
            IndexBatchRequest.builder()
                .add(Services.item(1, "one", "a", Map.of("k", 1)))
                .add(Services.item(2, "two", "b"))
                .add(Services.item(3, "three", "c", Map.of("k", 1)))
                .add(Services.item(4, "four", "b", Map.of("k", 1)))
                .add(Services.item(5, "five", "c"))
                .build());
    store.forgetCalls();
  }

  @Test
  void aSelectionThatTheStoreAppliesExactlyIsLeftAsItIs() {
    assertThat(selections.exact(collection(), UNION)).isSameAs(UNION);
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void aSelectionWithoutAFilterIsLeftAsItIs() {
    store.supersetFor(filter -> true);
    Selection sources = Selection.ofSources(List.of("a"));

    assertThat(selections.exact(collection(), sources)).isSameAs(sources);
  }

  @Test
  void idsTakeThePlaceOfAFilterThatTheStoreOnlyNarrowsDown() {
    store.supersetFor(filter -> true);

    assertThat(selections.exact(collection(), UNION))
        .isEqualTo(
            new Selection(
                List.of(Services.id(1), Services.id(99), Services.id(3), Services.id(4)),
                List.of("b"),
                null,
                List.of(Services.id(4))));
  }

  @Test
  void theSelectedEntriesAreReadOnceAndTheSparedOnesNot() {
    assertThat(selections.read(collection(), UNION))
        .extracting(VectorRecord::content)
        .containsExactlyInAnyOrder("one", "two", "three");
  }

  @Test
  void anEmptySelectionReadsNothing() {
    assertThat(selections.read(collection(), Selection.ofIds(List.of()))).isEmpty();
  }

  private static CollectionSpec collection() {
    return CollectionSpec.toCreate("default", "model-a", 4, null).storedAs("id-of-default", 1);
  }
}
