/**
 * The PostgreSQL backend: a registry table and a table per collection, vectors in pgvector's types.
 */
@NullMarked
package io.ragport.store.pgvector;

import org.jspecify.annotations.NullMarked;
