package io.ragport.api.store;

import static io.ragport.api.testing.Services.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagStoreException;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries of a store that remembers the collections that it saw (COL-9). */
class RecalledCollectionTest {
  private final RecallingStore store = new RecallingStore();
  private final VectorStoreRagService service = Services.over(store, new RecordingEmbedding());

  @BeforeEach
  void aTextIsThere() {
    service.indexBatch(IndexBatchRequest.builder().add(Services.item(1, "a text")).build());
    service.query(QueryRequest.builder("a text").build());
    store.forgetCalls();
  }

  @Test
  void queriesAskForTheSettingsNoMore() {
    service.query(QueryRequest.builder("a text").build());
    service.queryBatch(QueryBatchRequest.builder(List.of("a text")).build());

    assertThat(store.calls()).doesNotContain("findCollection");
    assertThat(store.searches()).hasSize(2);
  }

  @Test
  void everythingElseAsks() {
    service.countEntries("default");

    assertThat(store.calls()).contains("findCollection");
  }

  @Test
  void aCollectionMadeAnewWithOtherSettingsIsOneClearError() {
    store.dropCollection("default");
    VectorStoreRagService other = Services.over(store, new RecordingEmbedding("test/other"));
    other.indexBatch(IndexBatchRequest.builder().add(Services.item(2, "a text")).build());

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.query(QueryRequest.builder("a text").build()))
        .withMessageContaining("made anew");
    assertThat(ids(service.query(QueryRequest.builder("a text").build()))).containsExactly(2L);
  }

  @Test
  void aDroppedCollectionIsEmpty() {
    store.dropCollection("default");

    assertThat(service.query(QueryRequest.builder("a text").build())).isEmpty();
  }

  /** Searches fail where the settings are others by now, which is then known. */
  private static final class RecallingStore extends InMemoryVectorStore {
    private final Map<String, CollectionSpec> seen = new HashMap<>();

    @Override
    public Optional<CollectionSpec> recallCollection(String name) {
      CollectionSpec known = seen.get(name);
      return known == null ? findCollection(name) : Optional.of(known);
    }

    @Override
    public Optional<CollectionSpec> findCollection(String name) {
      Optional<CollectionSpec> found = super.findCollection(name);
      found.ifPresent(spec -> seen.put(name, spec));
      return found;
    }

    @Override
    public List<VectorHit> search(VectorSearch search) {
      String name = search.collection().name();
      Optional<CollectionSpec> current = listed(name);
      if (current.isPresent() && !current.get().equals(search.collection())) {
        seen.remove(name);
        throw new RagStoreException(NAME, "was made anew (repeat the call)", null);
      }
      return super.search(search);
    }

    private Optional<CollectionSpec> listed(String name) {
      return listCollections().stream().filter(spec -> spec.name().equals(name)).findAny();
    }
  }
}
