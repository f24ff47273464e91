package io.ragport.api;

import io.ragport.api.embedding.EmbeddingListener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Entries to take the place of selected ones; valid once built (REP-1).
 *
 * @param collectionName created when missing and there are items (REP-5)
 * @param items the new entries; none deletes the selection (REP-3)
 * @param match selects entries whose metadata has all these values; null does not select
 * @param sourceId selects the entries of that source; null does not select. With both, the union is
 *     replaced
 * @param listener told of the embedding calls in place of the service's; null keeps the service's
 */
public record ReplaceRequest(
    String collectionName,
    List<IndexItem> items,
    @Nullable Map<String, Object> match,
    @Nullable String sourceId,
    @Nullable EmbeddingListener listener) {
  public ReplaceRequest {
    Arguments.collectionName(collectionName);
    items = List.copyOf(items);
    Arguments.distinctIds(items);
    if (match == null && sourceId == null) {
      throw Arguments.invalid("selector", "neither match nor sourceId given (one or both)");
    }
    match = match == null ? null : MetadataValues.match(match);
    if (sourceId != null) {
      Arguments.sourceId("sourceId", sourceId);
    }
  }

  /** A replacement in that collection, still without selector and items. */
  public static Builder builder(String collectionName) {
    return new Builder(collectionName);
  }

  /** Collects the parts of a {@link ReplaceRequest}. Confined to one thread. */
  public static final class Builder {
    private final String collectionName;
    private final List<IndexItem> items = new ArrayList<>();
    private @Nullable Map<String, ?> match;
    private @Nullable String sourceId;
    private @Nullable EmbeddingListener listener;

    private Builder(String collectionName) {
      this.collectionName = collectionName;
    }

    /** Selects entries by metadata: scalar values, all equal. */
    public Builder match(Map<String, ?> match) {
      this.match = match;
      return this;
    }

    /** Selects the entries of one source; new entries get it too unless they name their own. */
    public Builder sourceId(String sourceId) {
      this.sourceId = sourceId;
      return this;
    }

    /** Appends a new entry. */
    public Builder add(IndexItem item) {
      items.add(item);
      return this;
    }

    /** Appends new entries in their order. */
    public Builder addAll(Collection<IndexItem> more) {
      items.addAll(more);
      return this;
    }

    /**
     * Appends new entries given as parallel lists (IDX-3).
     *
     * @param metadata one per text
     * @param sourceIds one per text, or null for the selector's
     */
    public Builder texts(
        List<String> texts,
        List<? extends @Nullable Map<String, ?>> metadata,
        @Nullable List<String> sourceIds) {
      items.addAll(IndexBatchRequest.items(texts, metadata, sourceIds));
      return this;
    }

    /** Told of this call's embeddings in place of the service's listener (EMB-5). */
    public Builder listener(EmbeddingListener listener) {
      this.listener = listener;
      return this;
    }

    /**
     * The request.
     *
     * @throws IllegalArgumentException if there is no selector, or a part breaks its rule
     */
    public ReplaceRequest build() {
      return new ReplaceRequest(
          collectionName,
          items,
          match == null ? null : MetadataValues.match(match),
          sourceId,
          listener);
    }
  }
}
