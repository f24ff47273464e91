package io.ragport.store.pgvector;

import io.ragport.api.store.CollectionIdentifiers;
import io.ragport.api.store.CollectionSpec;

/**
 * The table of one collection: its names in SQL and what its columns are.
 *
 * <p>Columns: {@code id uuid} (primary key), {@code source_id text}, {@code content text}, {@code
 * embedding vector(n) | halfvec(n)}, {@code metadata jsonb} (what filters look at), {@code
 * exact_metadata json} (null where {@code metadata} alone gives the exact metadata back), {@code
 * created_at timestamptz}, {@code updated_at timestamptz}, {@code terms tsvector} and {@code
 * term_count int} (null in a collection without keyword search).
 *
 * @param schema not quoted
 */
record PgTable(String schema, CollectionSpec spec) {
  private static final String PREFIX = "ragport_";

  /** In bytes: the server's threshold of 2,032 rounded up, and half a page less a short text. */
  private static final int DEFAULT_ROW = 2_048;

  private static final int MAX_VECTOR_IN_ROW = 3_200;

  /**
   * The name of the table of a collection: the same for the same name, on every machine (COL-1).
   */
  static String nameOf(String collectionName) {
    return PREFIX + CollectionIdentifiers.of(collectionName);
  }

  /** The table with its schema, quoted. */
  String sql() {
    return Identifiers.quote(schema, spec.identifier());
  }

  /**
   * How large a row may be before PostgreSQL moves its longest values elsewhere: the 2 kB it allows
   * by default, and the vector on top where at least two such rows fit into a page. Rows in one
   * piece are written up to twice as fast, and vectors compared without a look-up each.
   */
  String storage() {
    int vectorBytes = vectorType().bytes() * spec.dimension();
    return vectorBytes > MAX_VECTOR_IN_ROW
        ? ""
        : " WITH (toast_tuple_target = " + (DEFAULT_ROW + vectorBytes) + ")";
  }

  /** The name of one of its indexes, not quoted; at most 63 bytes. */
  String indexName(String purpose) {
    String hash = spec.identifier().substring(spec.identifier().length() - 16);
    return PREFIX + hash + "_" + purpose;
  }

  VectorType vectorType() {
    return VectorType.of(spec.precision());
  }
}
