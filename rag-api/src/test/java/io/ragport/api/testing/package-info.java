/** Fakes written by hand: a store, an embedder, a clock. */
@NullMarked
package io.ragport.api.testing;

import org.jspecify.annotations.NullMarked;
