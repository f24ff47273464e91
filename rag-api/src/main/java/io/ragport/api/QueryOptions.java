package io.ragport.api;

import io.ragport.api.embedding.EmbeddingListener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a query but what is looked for; shared by single and batch queries.
 *
 * @param collectionName where to search; a missing collection has no entries (QRY-3)
 * @param mode how to rank
 * @param topK 1 to 10,000 results; sources with {@code keepBest} (QRY-2)
 * @param sourceIds the sources to search; null searches all, an empty list none (QRY-4)
 * @param match metadata values that must be equal; null does not filter (FLT-1)
 * @param filter a metadata condition; null does not filter. All conditions hold together (QRY-5)
 * @param keepBest only the best entry of each source (QRY-6)
 * @param includeContent whether results carry the text (QRY-7)
 * @param minSimilarity −1 to 1; drops results whose vector similarity is lower (QRY-8). In hybrid
 *     mode it thins out the vector half only; in keyword mode it is refused. Null keeps all
 * @param exact compares every candidate in place of the approximate index (QRY-10)
 * @param listener told of the embedding call in place of the service's; null keeps the service's
 */
public record QueryOptions(
    String collectionName,
    QueryMode mode,
    int topK,
    @Nullable List<String> sourceIds,
    @Nullable Map<String, Object> match,
    @Nullable MetadataFilter filter,
    boolean keepBest,
    boolean includeContent,
    @Nullable Double minSimilarity,
    boolean exact,
    @Nullable EmbeddingListener listener) {
  /** The number of results of a query that does not say (QRY-2). */
  public static final int DEFAULT_TOP_K = 5;

  public QueryOptions {
    Arguments.collectionName(collectionName);
    Objects.requireNonNull(mode, "mode");
    Arguments.inRange("topK", topK, 1, Arguments.MAX_TOP_K);
    sourceIds = sourceIds == null ? null : Arguments.sourceIds(sourceIds);
    match = match == null ? null : MetadataValues.match(match);
    if (match != null && filter != null) {
      FilterDepth.check(List.of(filter)); // condition() puts one more level on top
    }
    if (minSimilarity != null) {
      Arguments.inRange("minSimilarity", minSimilarity, -1, 1);
      if (mode == QueryMode.KEYWORD) {
        throw Arguments.invalid(
            "minSimilarity", "given for a keyword query, which compares no vectors (leave it out)");
      }
    }
  }

  /** Whether the restriction to sources leaves nothing to search (QRY-4). */
  public boolean selectsNothing() {
    return sourceIds != null && sourceIds.isEmpty();
  }

  /** {@code match} and {@code filter} as one condition; empty if neither is set (QRY-5). */
  public Optional<MetadataFilter> condition() {
    List<MetadataFilter> parts = new ArrayList<>();
    if (match != null) {
      parts.add(MetadataFilter.match(match));
    }
    if (filter != null) {
      parts.add(filter);
    }
    return switch (parts.size()) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(parts.get(0));
      default -> Optional.of(new MetadataFilter.And(parts));
    };
  }

  /**
   * The settings common to the builders of both query requests. Confined to one thread.
   *
   * @param <B> the concrete builder
   */
  public abstract static sealed class Builder<B extends Builder<B>>
      permits QueryRequest.Builder, QueryBatchRequest.Builder {
    private String collectionName = Arguments.DEFAULT_COLLECTION;
    private QueryMode mode = QueryMode.VECTOR;
    private int topK = DEFAULT_TOP_K;
    private @Nullable Collection<String> sourceIds;
    private @Nullable Map<String, ?> match;
    private @Nullable MetadataFilter filter;
    private boolean keepBest;
    private boolean includeContent = true;
    private @Nullable Double minSimilarity;
    private boolean exact;
    private @Nullable EmbeddingListener listener;

    Builder() {}

    abstract B self();

    /** Where to search; null means {@code default} (QRY-3). */
    public B collectionName(@Nullable String collectionName) {
      this.collectionName = collectionName == null ? Arguments.DEFAULT_COLLECTION : collectionName;
      return self();
    }

    /** How to rank; by vector if never set. */
    public B mode(QueryMode mode) {
      this.mode = mode;
      return self();
    }

    /** How many results; 5 if never set (QRY-2). */
    public B topK(int topK) {
      this.topK = topK;
      return self();
    }

    /** The sources to search; null searches all, an empty list none (QRY-4). */
    public B sourceIds(@Nullable Collection<String> sourceIds) {
      this.sourceIds = sourceIds;
      return self();
    }

    /** Metadata values that must be equal; null does not filter, empty is refused (FLT-1). */
    public B match(@Nullable Map<String, ?> match) {
      this.match = match;
      return self();
    }

    /** A metadata condition; null does not filter (FLT-2). */
    public B filter(@Nullable MetadataFilter filter) {
      this.filter = filter;
      return self();
    }

    /** Only the best entry of each source (QRY-6). */
    public B keepBest(boolean keepBest) {
      this.keepBest = keepBest;
      return self();
    }

    /** Whether results carry the text; true if never set (QRY-7). */
    public B includeContent(boolean includeContent) {
      this.includeContent = includeContent;
      return self();
    }

    /** The lowest vector similarity to keep, −1 to 1; null keeps all (QRY-8). */
    public B minSimilarity(@Nullable Double minSimilarity) {
      this.minSimilarity = minSimilarity;
      return self();
    }

    /** Whether to compare every candidate in place of the approximate index (QRY-10). */
    public B exact(boolean exact) {
      this.exact = exact;
      return self();
    }

    /** Told of this call's embedding in place of the service's listener (EMB-5). */
    public B listener(@Nullable EmbeddingListener listener) {
      this.listener = listener;
      return self();
    }

    QueryOptions options() {
      return new QueryOptions(
          collectionName,
          mode,
          topK,
          sourceIds == null ? null : Arguments.sourceIds(sourceIds),
          match == null ? null : MetadataValues.match(match),
          filter,
          keepBest,
          includeContent,
          minSimilarity,
          exact,
          listener);
    }
  }
}
