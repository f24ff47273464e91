package io.ragport.benchmarks;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One way to keep documents in PostgreSQL, in a schema of its own that closing drops. */
interface Contender extends AutoCloseable {
  /** Its name in tables. */
  String name();

  /** Stores documents with new ids, durably, in one call. */
  void load(List<PgDocument> batch) throws SQLException;

  /** Returns once every document is in the index, for those that build it after the load. */
  default void awaitIndex() throws SQLException {}

  /**
   * The nearest documents with their text and metadata, most similar first.
   *
   * @param condition null does not filter
   * @return their numbers; fewer than {@code topK} if it finds no more
   */
  List<Integer> query(float[] vector, int topK, @Nullable Condition condition);

  /** The number of documents. */
  long count() throws SQLException;

  /** Where it keeps them. */
  PgArea area();

  @Override
  void close() throws SQLException;

  /** Makes an empty one. */
  interface Opener {
    Contender open(PgServer server) throws SQLException;
  }
}
