/** Tests of the Lucene backend from inside its package. */
@NullMarked
package io.ragport.store.lucene;

import org.jspecify.annotations.NullMarked;
