package io.ragport.api.store;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry as it crosses the border to a store, in both directions.
 *
 * @param id unique in its collection
 * @param sourceId where the text comes from
 * @param content the text
 * @param vector the embedding, as long as the collection's dimension; passed on without a copy, not
 *     to be modified by anyone
 * @param metadata unmodifiable, in the value types of META-1; comes back equal
 * @param createdAt UTC, microseconds
 * @param updatedAt UTC, microseconds
 */
public record VectorRecord(
    UUID id,
    String sourceId,
    String content,
    float[] vector,
    Map<String, @Nullable Object> metadata,
    Instant createdAt,
    Instant updatedAt) {
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VectorRecord that
        && id.equals(that.id)
        && sourceId.equals(that.sourceId)
        && content.equals(that.content)
        && Arrays.equals(vector, that.vector)
        && metadata.equals(that.metadata)
        && createdAt.equals(that.createdAt)
        && updatedAt.equals(that.updatedAt);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, sourceId, Arrays.hashCode(vector), updatedAt);
  }

  /** Leaves text and vector out (ERR-2). */
  @Override
  public String toString() {
    return "VectorRecord[id=" + id + ", sourceId=" + sourceId + ", updatedAt=" + updatedAt + "]";
  }
}
