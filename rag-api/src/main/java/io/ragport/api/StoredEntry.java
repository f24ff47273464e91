package io.ragport.api;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry as it stands in the store, with its embedding (ENT-2, ENT-4).
 *
 * @param embedding the collection's dimension long; copied in and out
 * @param metadata unmodifiable; value types as in META-1
 */
public record StoredEntry(
    UUID id,
    String sourceId,
    String content,
    float[] embedding,
    Map<String, @Nullable Object> metadata,
    Instant createdAt,
    Instant updatedAt) {
  public StoredEntry {
    embedding = embedding.clone();
  }

  /** A copy of the embedding. */
  @Override
  public float[] embedding() {
    return embedding.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StoredEntry that
        && id.equals(that.id)
        && sourceId.equals(that.sourceId)
        && content.equals(that.content)
        && Arrays.equals(embedding, that.embedding)
        && metadata.equals(that.metadata)
        && createdAt.equals(that.createdAt)
        && updatedAt.equals(that.updatedAt);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, sourceId, Arrays.hashCode(embedding), updatedAt);
  }

  /** Leaves text and vector out (ERR-2). */
  @Override
  public String toString() {
    return "StoredEntry[id=" + id + ", sourceId=" + sourceId + ", updatedAt=" + updatedAt + "]";
  }
}
