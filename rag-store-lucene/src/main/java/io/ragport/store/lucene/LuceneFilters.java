package io.ragport.store.lucene;

import io.ragport.api.MetadataFilter;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.BytesRef;

/** Filter tree in, set of documents out: every filter exactly (FLT-9). */
final class LuceneFilters implements MetadataFilter.Visitor<DocSet> {
  private static final LuceneFilters TRANSLATOR = new LuceneFilters();

  private LuceneFilters() {}

  /** The entries that the filter selects. */
  static DocSet toDocSet(MetadataFilter filter) {
    return filter.accept(TRANSLATOR);
  }

  @Override
  public DocSet compare(MetadataFilter.Compare compare) {
    String key = compare.key();
    List<BytesRef> value = FilterTerms.of(key, compare.value());
    if (compare.op() == MetadataFilter.Op.EQ) {
      return withAll(value);
    }
    return compare.value() instanceof String
        ? stringRange(key, compare.op(), value)
        : range(FilterTerms.numberPrefix(key), compare.op(), value.get(0));
  }

  @Override
  public DocSet in(MetadataFilter.In in) {
    List<BytesRef> single = new ArrayList<>();
    List<DocSet> parts = new ArrayList<>();
    for (Object value : in.values()) {
      List<BytesRef> terms = FilterTerms.of(in.key(), value);
      if (terms.size() == 1) {
        single.add(terms.get(0));
      } else {
        parts.add(withAll(terms));
      }
    }
    parts.add(DocSet.ofTerms(Fields.FILTER, single));
    return parts.size() == 1 ? parts.get(0) : new DocSet.Any(parts);
  }

  @Override
  public DocSet exists(MetadataFilter.Exists exists) {
    return withAll(List.of(FilterTerms.exists(exists.key())));
  }

  @Override
  public DocSet and(MetadataFilter.And and) {
    return new DocSet.All(and.parts().stream().map(part -> part.accept(this)).toList());
  }

  @Override
  public DocSet or(MetadataFilter.Or or) {
    return new DocSet.Any(or.parts().stream().map(part -> part.accept(this)).toList());
  }

  @Override
  public DocSet not(MetadataFilter.Not not) {
    return new DocSet.Not(not.inner().accept(this));
  }

  /** Chunk by chunk: greater in the first one, or equal there and greater in the next one. */
  private static DocSet stringRange(String key, MetadataFilter.Op op, List<BytesRef> chunks) {
    int last = chunks.size() - 1;
    DocSet result = range(FilterTerms.chunkPrefix(key, last), op, chunks.get(last));
    for (int i = last - 1; i >= 0; i--) {
      DocSet decidedHere = range(FilterTerms.chunkPrefix(key, i), strict(op), chunks.get(i));
      DocSet equalHere = withAll(List.of(chunks.get(i)));
      result = new DocSet.Any(List.of(decidedHere, new DocSet.All(List.of(equalHere, result))));
    }
    return result;
  }

  private static MetadataFilter.Op strict(MetadataFilter.Op op) {
    return switch (op) {
      case GT, GTE -> MetadataFilter.Op.GT;
      case LT, LTE -> MetadataFilter.Op.LT;
      case EQ -> throw new IllegalArgumentException("eq is no range");
    };
  }

  private static DocSet range(BytesRef prefix, MetadataFilter.Op op, BytesRef value) {
    return switch (op) {
      case GT -> new DocSet.Range(Fields.FILTER, value, false, behind(prefix), false);
      case GTE -> new DocSet.Range(Fields.FILTER, value, true, behind(prefix), false);
      case LT -> new DocSet.Range(Fields.FILTER, prefix, true, value, false);
      case LTE -> new DocSet.Range(Fields.FILTER, prefix, true, value, true);
      case EQ -> throw new IllegalArgumentException("eq is no range");
    };
  }

  /** The end of all terms that begin with a prefix. */
  private static BytesRef behind(BytesRef prefix) {
    BytesRef end = BytesRef.deepCopyOf(prefix);
    int at = end.offset + end.length - 1;
    while (end.bytes[at] == (byte) 0xff) { // a later chunk's position may end so
      at--;
      end.length--;
    }
    end.bytes[at]++;
    return end;
  }

  private static DocSet withAll(List<BytesRef> terms) {
    List<DocSet> parts =
        terms.stream().map(term -> DocSet.ofTerms(Fields.FILTER, List.of(term))).toList();
    return parts.size() == 1 ? parts.get(0) : new DocSet.All(parts);
  }
}
