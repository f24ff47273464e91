package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.Capability;
import io.ragport.api.EmbeddingException;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.RagEntry;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.MutableClock;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Replacing a selection, on every kind of store (REP-1 to REP-5). */
@ParameterizedClass
@EnumSource
class ReplaceTest {
  /** What the store can do by itself. */
  enum Store {
    ATOMIC_REPLACE,
    TRANSACTIONS,
    LIMITED,
    SUPERSETS,
    ATOMIC_REPLACE_OF_SUPERSETS;

    InMemoryVectorStore create() {
      InMemoryVectorStore store = new InMemoryVectorStore();
      return switch (this) {
        case ATOMIC_REPLACE -> store;
        case TRANSACTIONS -> store.without(Capability.ATOMIC_REPLACE);
        case LIMITED -> store.without(Capability.ATOMIC_REPLACE).limitedTo(2, Long.MAX_VALUE);
        case SUPERSETS ->
            store
                .without(Capability.ATOMIC_REPLACE)
                .limitedTo(2, Long.MAX_VALUE)
                .supersetFor(filter -> true);
        case ATOMIC_REPLACE_OF_SUPERSETS -> store.supersetFor(filter -> true);
      };
    }
  }

  @Parameter Store kind;

  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final MutableClock clock = new MutableClock();

  @Test
  void theEntriesOfAMatchAreReplaced() {
    InMemoryVectorStore store = filled();

    List<RagEntry> entries =
        service(store).replace(replacement().match(Map.of("lang", "en")).build());

    assertThat(entries).extracting(RagEntry::content).containsExactly("up", "3-4");
    assertThat(contents(store)).containsExactlyInAnyOrder("west", "up", "3-4");
  }

  @Test
  void theEntriesOfASourceAreReplaced() {
    InMemoryVectorStore store = filled();

    service(store).replace(replacement().sourceId("b").build());

    assertThat(contents(store)).containsExactlyInAnyOrder("east", "up", "3-4");
  }

  @Test
  void theUnionOfBothIsReplaced() {
    InMemoryVectorStore store = filled();

    service(store).replace(replacement().match(Map.of("lang", "de")).sourceId("a").build());

    assertThat(contents(store)).containsExactlyInAnyOrder("north", "up", "3-4");
  }

  @Test
  void aSelectionOfNothingOnlyAdds() {
    InMemoryVectorStore store = filled();

    service(store).replace(replacement().match(Map.of("lang", "fr")).build());

    assertThat(contents(store)).containsExactlyInAnyOrder("east", "north", "west", "up", "3-4");
  }

  @Test
  void newEntriesThatTheSelectorMatchesStay() {
    InMemoryVectorStore store = filled();

    service(store)
        .replace(
            ReplaceRequest.builder("default")
                .match(Map.of("lang", "en"))
                .sourceId("a")
                .add(IndexItem.of("up", Map.of("lang", "en")))
                .build());

    assertThat(contents(store)).containsExactlyInAnyOrder("west", "up");
  }

  @Test
  void newEntriesTakeTheSelectorsSourceUnlessTheyNameTheirOwn() {
    InMemoryVectorStore store = filled();

    List<RagEntry> entries =
        service(store)
            .replace(
                ReplaceRequest.builder("default")
                    .sourceId("a")
                    .add(IndexItem.of("up"))
                    .add(IndexItem.of("3-4").withSourceId("own"))
                    .build());

    assertThat(entries).extracting(RagEntry::sourceId).containsExactly("a", "own");
  }

  @Test
  void newEntriesOfAMatchHaveTheDefaultSource() {
    InMemoryVectorStore store = filled();

    List<RagEntry> entries =
        service(store).replace(replacement().match(Map.of("lang", "en")).build());

    assertThat(entries).extracting(RagEntry::sourceId).containsOnly("default");
  }

  @Test
  void replacingASourceTwiceLeavesTheSecond() {
    InMemoryVectorStore store = filled();
    ReplaceRequest request =
        ReplaceRequest.builder("default").sourceId("a").add(IndexItem.of("up")).build();

    service(store).replace(request);
    service(store).replace(request);

    assertThat(contents(store)).containsExactlyInAnyOrder("north", "west", "up");
  }

  @Test
  void noItemsDeleteTheSelectionWithoutEmbedding() {
    InMemoryVectorStore store = filled();
    embedding.forgetCalls();

    List<RagEntry> entries =
        service(store)
            .replace(ReplaceRequest.builder("default").match(Map.of("lang", "en")).build());

    assertThat(entries).isEmpty();
    assertThat(contents(store)).containsExactly("west");
    assertThat(embedding.calls()).isEmpty();
  }

  @Test
  void aMissingCollectionIsCreatedForItems() {
    InMemoryVectorStore store = kind.create();

    service(store).replace(replacement().sourceId("a").build());

    assertThat(contents(store)).containsExactlyInAnyOrder("up", "3-4");
  }

  @Test
  void aMissingCollectionStaysMissingWithoutItems() {
    InMemoryVectorStore store = kind.create();

    service(store).replace(ReplaceRequest.builder("default").sourceId("a").build());

    assertThat(store.has("default")).isFalse();
  }

  @Test
  void aSelectedEntryThatIsGivenAgainKeepsItsCreation() {
    InMemoryVectorStore store = filled();
    clock.advance(Duration.ofHours(1));
    Instant later = clock.instant();

    List<RagEntry> entries =
        service(store)
            .replace(
                ReplaceRequest.builder("default")
                    .sourceId("a")
                    .add(Services.item(1, "up"))
                    .build());

    assertThat(entries.get(0).createdAt()).isBefore(later.minusSeconds(60));
    assertThat(entries.get(0).updatedAt()).isAfter(later.minusSeconds(60));
    assertThat(contents(store)).containsExactlyInAnyOrder("north", "west", "up");
  }

  @Test
  void anEntryOutsideTheSelectionThatIsGivenAgainIsOverwritten() {
    InMemoryVectorStore store = filled();

    service(store)
        .replace(
            ReplaceRequest.builder("default").sourceId("a").add(Services.item(2, "up")).build());

    assertThat(contents(store)).containsExactlyInAnyOrder("west", "up");
  }

  @Test
  void aFailingEmbedderLeavesTheOldEntries() {
    InMemoryVectorStore store = filled();
    List<VectorRecord> before = store.contents("default");
    store.forgetCalls();
    embedding.failing(new IllegalStateException("down"));

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> service(store).replace(replacement().sourceId("a").build()));
    assertThat(store.contents("default")).isEqualTo(before);
    assertThat(store.calls()).containsExactly("findCollection");
  }

  private static ReplaceRequest.Builder replacement() {
    return ReplaceRequest.builder("default").add(IndexItem.of("up")).add(IndexItem.of("3-4"));
  }

  private InMemoryVectorStore filled() {
    InMemoryVectorStore store = kind.create();
    service(store)
        .indexBatch(
            IndexBatchRequest.builder()
                .add(Services.item(1, "east", "a", Map.of("lang", "en")))
                .add(Services.item(2, "north", "b", Map.of("lang", "en")))
                .add(Services.item(3, "west", "b", Map.of("lang", "de")))
                .build());
    return store;
  }

  private VectorStoreRagService service(InMemoryVectorStore store) {
    return VectorStoreRagService.builder(store, EmbeddingSettings.of(embedding))
        .clock(clock)
        .build();
  }

  private static List<String> contents(InMemoryVectorStore store) {
    return store.contents("default").stream().map(VectorRecord::content).toList();
  }
}
