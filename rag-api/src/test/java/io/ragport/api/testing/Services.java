package io.ragport.api.testing;

import io.ragport.api.IndexItem;
import io.ragport.api.RagServiceResult;
import io.ragport.api.embedding.EmbeddingModels;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.store.VectorStore;
import io.ragport.api.store.VectorStoreRagService;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/** Short ways to the services and inputs that most tests start from. */
public final class Services {
  private Services() {}

  /** A service over that store which embeds with that embedder. */
  public static VectorStoreRagService over(VectorStore store, EmbeddingProvider embedding) {
    return VectorStoreRagService.builder(store, EmbeddingSettings.of(embedding)).build();
  }

  /** A service over that store with those models. */
  public static VectorStoreRagService over(VectorStore store, EmbeddingModels models) {
    return VectorStoreRagService.builder(store, new EmbeddingSettings(models, null, null)).build();
  }

  /** An id whose text form ends with that number. */
  public static UUID id(long number) {
    return new UUID(0, number);
  }

  /** An item with a given id. */
  public static IndexItem item(long id, String text) {
    return IndexItem.of(text).withId(id(id));
  }

  /** An item with a given id and source. */
  public static IndexItem item(long id, String text, String sourceId) {
    return item(id, text).withSourceId(sourceId);
  }

  /** An item with a given id, source and metadata. */
  public static IndexItem item(long id, String text, String sourceId, Map<String, ?> metadata) {
    return IndexItem.of(text, metadata).withSourceId(sourceId).withId(id(id));
  }

  /** Items with the ids 1 to {@code count} and texts of their own. */
  public static List<IndexItem> items(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> item(i, "text " + i)).toList();
  }

  /** The last digits of the ids of results, in order. */
  public static List<Long> ids(List<RagServiceResult> results) {
    return results.stream().map(result -> result.id().getLeastSignificantBits()).toList();
  }
}
