package io.ragport.api.embedding;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * One call of an embedder (EMB-5); never its texts or vectors.
 *
 * @param model the model asked
 * @param operation what it was for
 * @param batchSize the number of texts
 * @param duration how long the embedder took
 * @param tokens the tokens read, where the embedder can tell
 */
public record EmbeddingStats(
    String model,
    EmbeddingOperation operation,
    int batchSize,
    Duration duration,
    OptionalLong tokens) {}
