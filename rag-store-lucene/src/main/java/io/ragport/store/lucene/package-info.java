/** The embedded backend: one Lucene index per collection, in this process, on disk or in memory. */
@NullMarked
package io.ragport.store.lucene;

import org.jspecify.annotations.NullMarked;
