package io.ragport.store.pgvector;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The indexes that a collection's table is to have; pure. */
final class CollectionIndexes {
  private static final String VECTOR_INDEX = "hnsw";

  private CollectionIndexes() {}

  /**
   * One index, built without keeping writers from the table.
   *
   * @param name not quoted
   * @param definition what follows {@code ON} the table in {@code CREATE INDEX}
   */
  record Index(PgTable table, String name, String definition) {
    String create() {
      return "CREATE INDEX CONCURRENTLY IF NOT EXISTS "
          + Identifiers.quote(name)
          + " ON "
          + table.sql()
          + " "
          + definition;
    }

    String drop() {
      return "DROP INDEX CONCURRENTLY IF EXISTS " + Identifiers.quote(table.schema(), name);
    }
  }

  /** All of them, the costliest last. */
  static List<Index> of(
      PgVectorOptions options, Extension extension, PgCollections.Recorded collection) {
    PgTable table = collection.table();
    List<Index> indexes = new ArrayList<>();
    indexes.add(new Index(table, table.indexName("source_id"), "(source_id)"));
    for (String key : options.filterableKeys()) {
      indexes.add(
          new Index(
              table,
              table.indexName("key_" + HexFormat.of().toHexDigits(Hashes.of(key))),
              "((metadata -> "
                  + Identifiers.literal(key)
                  + ")) WHERE "
                  + FilterSql.indexed(Identifiers.literal(key))));
    }
    if (collection.language() != null) {
      indexes.add(new Index(table, table.indexName("terms"), "USING gin (terms)"));
    }
    if (hasVectorIndex(options, extension, table)) {
      indexes.add(new Index(table, vectorIndex(table), vectorIndex(options, extension, table)));
    }
    return indexes;
  }

  /** The name of the index of the embeddings, not quoted. */
  static String vectorIndex(PgTable table) {
    return table.indexName(VECTOR_INDEX);
  }

  private static boolean hasVectorIndex(
      PgVectorOptions options, Extension extension, PgTable table) {
    int dimension = table.spec().dimension();
    return options.index() == IndexMethod.HNSW
        && dimension <= PgCollections.MAX_INDEXED_HALFVEC
        && (fits(table) || extension.hasHalfPrecision());
  }

  /** Whether the embeddings can be indexed as they are, not only in half precision. */
  private static boolean fits(PgTable table) {
    return table.vectorType() == VectorType.HALFVEC
        || table.spec().dimension() <= PgCollections.MAX_INDEXED_VECTOR;
  }

  private static String vectorIndex(PgVectorOptions options, Extension extension, PgTable table) {
    String indexed =
        fits(table)
            ? "embedding " + extension.cosineOperators(table.vectorType())
            : "("
                + extension.function("l2_normalize")
                + "(embedding)::"
                + extension.type(VectorType.HALFVEC, table.spec().dimension())
                + ") "
                + extension.cosineOperators(VectorType.HALFVEC);
    return "USING hnsw ("
        + indexed
        + ") WITH (m = "
        + options.m()
        + ", ef_construction = "
        + options.efConstruction()
        + ")";
  }
}
