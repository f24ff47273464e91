package io.ragport.api.store;

import io.ragport.api.ScoreKind;
import org.jspecify.annotations.Nullable;

/**
 * A hit with the number it is ranked by.
 *
 * @param similarity its vector similarity; null if no vectors were compared
 */
record RankedHit(VectorHit hit, @Nullable Double similarity, double score, ScoreKind kind) {}
