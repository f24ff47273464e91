/** Tests of the PostgreSQL backend from inside its package. */
@NullMarked
package io.ragport.store.pgvector;

import org.jspecify.annotations.NullMarked;
