/** Text to vectors: the embedder, who chooses it, what is reported about it, and normalisation. */
@NullMarked
package io.ragport.api.embedding;

import org.jspecify.annotations.NullMarked;
