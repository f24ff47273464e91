package io.ragport.api;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One text to index, with what belongs to it.
 *
 * @param text not blank, no U+0000, no unpaired surrogate (IDX-6)
 * @param metadata a JSON object (META-1); copied deeply, values brought to {@code Long} and {@code
 *     Double}; unmodifiable
 * @param sourceId where the text comes from, 1 to 1024 characters; null takes the request's: {@code
 *     default} when indexing, the selector's when replacing (REP-4)
 * @param id null mints one; a given one makes the call an upsert (IDX-2)
 */
public record IndexItem(
    String text,
    Map<String, @Nullable Object> metadata,
    @Nullable String sourceId,
    @Nullable UUID id) {
  public IndexItem {
    Arguments.text("text", text);
    metadata = MetadataValues.copy(metadata);
    if (sourceId != null) {
      Arguments.sourceId("sourceId", sourceId);
    }
  }

  /** An item of that text alone. */
  public static IndexItem of(String text) {
    return new IndexItem(text, Map.of(), null, null);
  }

  /** An item of that text with metadata; null metadata means none. */
  public static IndexItem of(String text, @Nullable Map<String, ?> metadata) {
    return new IndexItem(text, MetadataValues.copy(metadata), null, null);
  }

  /** The same with another source id. */
  public IndexItem withSourceId(@Nullable String newSourceId) {
    return new IndexItem(text, metadata, newSourceId, id);
  }

  /** The same with another id. */
  public IndexItem withId(@Nullable UUID newId) {
    return new IndexItem(text, metadata, sourceId, newId);
  }

  /** Leaves the text out (ERR-2). */
  @Override
  public String toString() {
    return "IndexItem[" + text.length() + " characters, sourceId=" + sourceId + ", id=" + id + "]";
  }
}
