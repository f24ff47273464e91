package io.ragport.api;

import io.ragport.api.embedding.EmbeddingListener;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One text to index into a collection; valid once built.
 *
 * @param item the text and what belongs to it
 * @param collectionName created when missing (COL-2)
 * @param listener told of the embedding call in place of the service's; null keeps the service's
 *     (EMB-5)
 */
public record IndexRequest(
    IndexItem item, String collectionName, @Nullable EmbeddingListener listener) {
  public IndexRequest {
    Objects.requireNonNull(item, "item");
    Arguments.collectionName(collectionName);
  }

  /** A request for that text: no metadata, collection and source id {@code default} (IDX-5). */
  public static Builder builder(String text) {
    return new Builder(text);
  }

  /** Collects the parts of an {@link IndexRequest}. Confined to one thread. */
  public static final class Builder {
    private final String text;
    private @Nullable Map<String, ?> metadata;
    private String collectionName = Arguments.DEFAULT_COLLECTION;
    private @Nullable String sourceId;
    private @Nullable UUID id;
    private @Nullable EmbeddingListener listener;

    private Builder(String text) {
      this.text = text;
    }

    /** A JSON object (META-1); null means none. */
    public Builder metadata(@Nullable Map<String, ?> metadata) {
      this.metadata = metadata;
      return this;
    }

    /** The collection; {@code default} if never set. */
    public Builder collectionName(String collectionName) {
      this.collectionName = collectionName;
      return this;
    }

    /** Where the text comes from; {@code default} if never set. */
    public Builder sourceId(String sourceId) {
      this.sourceId = sourceId;
      return this;
    }

    /** Makes the call an upsert of that entry (IDX-2). */
    public Builder id(UUID id) {
      this.id = id;
      return this;
    }

    /** Told of this call's embedding in place of the service's listener (EMB-5). */
    public Builder listener(EmbeddingListener listener) {
      this.listener = listener;
      return this;
    }

    /**
     * The request.
     *
     * @throws IllegalArgumentException if a part breaks its rule
     */
    public IndexRequest build() {
      return new IndexRequest(
          new IndexItem(text, MetadataValues.copy(metadata), sourceId, id),
          collectionName,
          listener);
    }
  }
}
