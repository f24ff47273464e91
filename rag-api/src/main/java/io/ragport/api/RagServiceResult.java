package io.ragport.api;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One hit of a query.
 *
 * @param id the entry's id
 * @param model the embedding model recorded for the collection (COL-3)
 * @param collectionName the collection's real name
 * @param sourceId where the text comes from
 * @param content the text; null with {@code includeContent=false} (QRY-7)
 * @param embeddingSize the collection's dimension
 * @param metadata unmodifiable; value types as in META-1
 * @param similarity 1 − cosine distance, −1 to 1, higher is better (QRY-1); null in a keyword
 *     query, which compares no vectors
 * @param score the number the results are ordered by, higher is better
 * @param scoreKind what that number is
 * @param queryIndex the text's index in a batch query, from 0; null in a single query (QRY-9)
 */
public record RagServiceResult(
    UUID id,
    String model,
    String collectionName,
    String sourceId,
    @Nullable String content,
    int embeddingSize,
    Map<String, @Nullable Object> metadata,
    @Nullable Double similarity,
    double score,
    ScoreKind scoreKind,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Integer queryIndex) {}
