package io.ragport.benchmarks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One way to keep documents on a server, in an area of its own that closing removes. */
interface Contender extends AutoCloseable {
  /** Its name in tables. */
  String name();

  /** Stores documents with new ids, durably, in one call. */
  void load(List<NumberedDocument> batch);

  /** Returns once every document is in the index. */
  default void awaitIndex() {
    area().awaitIndex();
  }

  /**
   * The nearest documents with their text and metadata, most similar first.
   *
   * @param condition null does not filter
   * @return their numbers; fewer than {@code topK} if it finds no more
   */
  List<Integer> query(float[] vector, int topK, @Nullable Condition condition);

  /** The number of documents. */
  default long count() {
    return area().count();
  }

  /** Where it keeps them. */
  Area area();

  @Override
  default void close() {
    area().close();
  }

  /**
   * Makes an empty one.
   *
   * @param <S> how to reach the server
   */
  interface Opener<S> {
    Contender open(S server);
  }
}
