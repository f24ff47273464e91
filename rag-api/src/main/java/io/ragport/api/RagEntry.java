package io.ragport.api;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry as it was indexed; equal to what a later read gives (IDX-1).
 *
 * @param id minted by the library, or the caller's (IDX-2)
 * @param model the embedding model recorded for the collection (COL-3)
 * @param collectionName the collection's real name
 * @param sourceId where the text comes from
 * @param content the text
 * @param embeddingSize the collection's dimension
 * @param metadata unmodifiable; value types as in META-1
 * @param createdAt when the entry was first indexed, UTC, microseconds (IDX-11)
 * @param updatedAt when it was last indexed
 */
public record RagEntry(
    UUID id,
    String model,
    String collectionName,
    String sourceId,
    String content,
    int embeddingSize,
    Map<String, @Nullable Object> metadata,
    Instant createdAt,
    Instant updatedAt) {}
