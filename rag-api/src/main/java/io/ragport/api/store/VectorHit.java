package io.ragport.api.store;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry that a store found.
 *
 * @param content null if the search did not ask for it
 * @param score by vector: 1 − cosine distance, −1 to 1; by keyword: the store's term score, 0 or
 *     more. Higher is better
 */
public record VectorHit(
    UUID id,
    String sourceId,
    @Nullable String content,
    Map<String, @Nullable Object> metadata,
    Instant createdAt,
    Instant updatedAt,
    double score) {}
