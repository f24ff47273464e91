/** Tests of the Qdrant backend from inside its package. */
@NullMarked
package io.ragport.store.qdrant;

import org.jspecify.annotations.NullMarked;
