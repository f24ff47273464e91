package io.ragport.benchmarks;

import java.sql.SQLException;
import java.util.List;

/**
 * The time that a contender took to store documents in batches of 1,000; making the documents does
 * not count.
 *
 * @param nanos the calls alone
 * @param indexNanos waiting for the index after the last call
 */
record PgLoad(int documents, long nanos, long indexNanos) {
  /** Loads the first documents into an empty contender. */
  static PgLoad of(Contender contender, int size) throws SQLException {
    PgDocuments documents = new PgDocuments();
    long nanos = 0;
    for (int done = 0; done < size; done += PgDocuments.BATCH) {
      List<PgDocument> batch = documents.next(Math.min(PgDocuments.BATCH, size - done));
      long start = System.nanoTime();
      contender.load(batch);
      nanos += System.nanoTime() - start;
    }
    long start = System.nanoTime();
    contender.awaitIndex();
    long indexNanos = System.nanoTime() - start;
    if (contender.count() != size) {
      throw new IllegalStateException(
          contender.name() + ": " + contender.count() + " documents after loading " + size);
    }
    return new PgLoad(size, nanos, indexNanos);
  }

  /** Documents a second, the index included. */
  double rate() {
    return documents * 1e9 / (nanos + indexNanos);
  }

  /** Waiting for the index, in seconds. */
  double indexSeconds() {
    return indexNanos / 1e9;
  }
}
