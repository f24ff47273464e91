package io.ragport.api;

import io.ragport.api.embedding.EmbeddingListener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Texts to index as one step (IDX-8); valid once built.
 *
 * @param items in the order the entries come back; an id at most once (IDX-4); may be empty
 * @param collectionName created when missing (COL-2)
 * @param listener told of the embedding calls in place of the service's; null keeps the service's
 */
public record IndexBatchRequest(
    List<IndexItem> items, String collectionName, @Nullable EmbeddingListener listener) {
  public IndexBatchRequest {
    items = List.copyOf(items);
    Arguments.collectionName(collectionName);
    Arguments.distinctIds(items);
  }

  /** An empty batch for the collection {@code default}. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The form of parallel lists (IDX-3).
   *
   * @param metadata one per text
   * @param sourceIds one per text, or null for {@code default} everywhere
   * @throws IllegalArgumentException if the lengths differ, or a part breaks its rule
   */
  public static Builder ofTexts(
      List<String> texts,
      List<? extends @Nullable Map<String, ?>> metadata,
      @Nullable List<String> sourceIds) {
    return new Builder().addAll(items(texts, metadata, sourceIds));
  }

  /** Joins parallel lists; their lengths must agree. */
  static List<IndexItem> items(
      List<String> texts,
      List<? extends @Nullable Map<String, ?>> metadata,
      @Nullable List<String> sourceIds) {
    if (metadata.size() != texts.size()) {
      throw Arguments.invalid(
          "metadata", metadata.size() + " given for " + texts.size() + " texts (one per text)");
    }
    if (sourceIds != null && sourceIds.size() != texts.size()) {
      throw Arguments.invalid(
          "sourceIds",
          sourceIds.size()
              + " given for "
              + texts.size()
              + " texts (one per text, or null for \"default\")");
    }
    List<IndexItem> items = new ArrayList<>(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      String at = "[" + i + "]";
      items.add(
          new IndexItem(
              Arguments.text("texts" + at, texts.get(i)),
              MetadataValues.copy("metadata" + at, metadata.get(i)),
              sourceIds == null ? null : Arguments.sourceId("sourceIds" + at, sourceIds.get(i)),
              null));
    }
    return items;
  }

  /** Collects the items of an {@link IndexBatchRequest}. Confined to one thread. */
  public static final class Builder {
    private final List<IndexItem> items = new ArrayList<>();
    private String collectionName = Arguments.DEFAULT_COLLECTION;
    private @Nullable EmbeddingListener listener;

    private Builder() {}

    /** Appends an item. */
    public Builder add(IndexItem item) {
      items.add(item);
      return this;
    }

    /** Appends items in their order. */
    public Builder addAll(Collection<IndexItem> more) {
      items.addAll(more);
      return this;
    }

    /** The collection; {@code default} if never set. */
    public Builder collectionName(String collectionName) {
      this.collectionName = collectionName;
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
     * @throws IllegalArgumentException if an id appears twice, or the collection name is invalid
     */
    public IndexBatchRequest build() {
      return new IndexBatchRequest(items, collectionName, listener);
    }
  }
}
