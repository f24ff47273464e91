package io.ragport.api.store;

import io.ragport.api.FilterEvaluator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Walks a collection page by page; holds one page and nothing of the store in between (ENT-2). */
final class EntryPages implements Iterator<VectorRecord> {
  private final Function<VectorScan, List<VectorRecord>> reader;
  private @Nullable VectorScan next;
  private Iterator<VectorRecord> page = List.<VectorRecord>of().iterator();

  private EntryPages(VectorScan first, Function<VectorScan, List<VectorRecord>> reader) {
    this.next = first;
    this.reader = reader;
  }

  /**
   * The entries of a scan from its first page on, read as the stream advances.
   *
   * @param reader reads one page
   */
  static Stream<VectorRecord> stream(
      VectorScan first, Function<VectorScan, List<VectorRecord>> reader) {
    Spliterator<VectorRecord> entries =
        Spliterators.spliteratorUnknownSize(
            new EntryPages(first, reader), Spliterator.ORDERED | Spliterator.NONNULL);
    Stream<VectorRecord> stream = StreamSupport.stream(entries, false);
    // A store may only narrow a filter down: the rest is checked here.
    return first.filter() == null
        ? stream
        : stream.filter(record -> FilterEvaluator.matches(first.filter(), record.metadata()));
  }

  @Override
  public boolean hasNext() {
    while (!page.hasNext() && next != null) {
      List<VectorRecord> records = reader.apply(next);
      page = records.iterator();
      next =
          records.size() < next.limit() ? null : next.after(records.get(records.size() - 1).id());
    }
    return page.hasNext();
  }

  @Override
  public VectorRecord next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return page.next();
  }
}
