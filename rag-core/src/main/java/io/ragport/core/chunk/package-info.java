/** Texts into chunks that fit an embedding model. */
@NullMarked
package io.ragport.core.chunk;

import org.jspecify.annotations.NullMarked;
