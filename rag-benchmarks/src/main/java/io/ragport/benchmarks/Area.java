package io.ragport.benchmarks;

import java.util.function.Function;

/** A place of a contender's own on a server; closing removes it with all that is in it. */
interface Area extends AutoCloseable {
  /** The name of the one table or collection in it. */
  String ENTRIES = "entries";

  /** A contender in an area, which is removed if the contender cannot be made. */
  static <A extends Area> Contender contender(A area, Function<A, Contender> maker) {
    try {
      return maker.apply(area);
    } catch (RuntimeException e) {
      area.close();
      throw e;
    }
  }

  /** The number of documents in {@link #ENTRIES}. */
  long count();

  /** Returns once every document is in the index, where the server builds it by itself. */
  void awaitIndex();

  /** Leaves no work behind that the server would begin in the middle of a measurement. */
  void settle();

  @Override
  void close();
}
