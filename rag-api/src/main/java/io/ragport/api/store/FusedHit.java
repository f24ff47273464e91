package io.ragport.api.store;

/**
 * An entry of a fused ranking.
 *
 * @param hit with the fused score: a sum of reciprocal ranks
 * @param similarity to the vector: 1 − cosine distance, −1 to 1
 */
public record FusedHit(VectorHit hit, double similarity) {}
