package io.ragport.benchmarks;

import java.util.List;

/**
 * The time that a contender took to store documents in batches of 1,000; making the documents does
 * not count.
 *
 * @param nanos the calls alone
 * @param indexNanos waiting for the index after the last call
 */
record Load(int documents, long nanos, long indexNanos) {
  /** Loads the first documents into an empty contender. */
  static Load of(Contender contender, int size) {
    DocumentStream documents = new DocumentStream();
    long nanos = 0;
    for (int done = 0; done < size; done += DocumentStream.BATCH) {
      List<NumberedDocument> batch = documents.next(Math.min(DocumentStream.BATCH, size - done));
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
    return new Load(size, nanos, indexNanos);
  }

  /** Documents a second. */
  double rate() {
    return documents * 1e9 / nanos;
  }

  /** Documents a second, the index included. */
  double indexedRate() {
    return documents * 1e9 / (nanos + indexNanos);
  }

  /** Waiting for the index, in seconds. */
  double indexSeconds() {
    return indexNanos / 1e9;
  }
}
