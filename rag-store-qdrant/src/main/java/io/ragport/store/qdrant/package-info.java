/** The Qdrant backend: a collection of Qdrant's for each of Ragport's, on one node or a cluster. */
@NullMarked
package io.ragport.store.qdrant;

import org.jspecify.annotations.NullMarked;
