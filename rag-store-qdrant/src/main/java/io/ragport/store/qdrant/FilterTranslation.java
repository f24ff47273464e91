package io.ragport.store.qdrant;

import io.qdrant.client.ConditionFactory;
import io.ragport.api.MetadataFilter;
import io.ragport.api.MetadataFilter.Op;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A filter tree as a {@link Clause} that holds for what it selects, and for more if it is not
 * exact.
 *
 * <p>Lists, objects and nulls are not in {@link Fields#SCALARS}: no comparison finds them, and the
 * negation of each does, which is the contract's logic (FLT-3). Numbers are what {@link
 * StoredNumbers} says.
 */
final class FilterTranslation {
  /**
   * An index of numbers serves no match, and without an index each condition reads the payload
   * anew: as many ranges still end in time where a declared index is missing.
   */
  private static final int MAX_RANGES = 100;

  private final Set<String> numberKeys;
  private boolean exact = true;

  /**
   * @param numberKeys keys with an index of numbers; of no influence on what is found
   */
  FilterTranslation(Set<String> numberKeys) {
    this.numberKeys = numberKeys;
  }

  /** Whether the clauses made so far hold for what their filters select, and no more. */
  boolean isExact() {
    return exact;
  }

  Clause holds(MetadataFilter filter) {
    return filter.accept(new Visitor(true));
  }

  private Clause superset(Clause clause) {
    exact = false;
    return clause;
  }

  /** Negations move down to the comparisons: of a superset there is none that is one again. */
  private final class Visitor implements MetadataFilter.Visitor<Clause> {
    /** Whether the filter shall hold; else its negation. */
    private final boolean holds;

    private Visitor(boolean holds) {
      this.holds = holds;
    }

    @Override
    public Clause compare(MetadataFilter.Compare compare) {
      String path = MetadataKeys.path(compare.key());
      if (compare.op() == Op.EQ) {
        return equal(path, compare.value());
      }
      if (compare.value() instanceof String) {
        // Qdrant does not order strings.
        return superset(holds ? Clause.not(ConditionFactory.isEmpty(path)) : Clause.ALWAYS);
      }
      NumberBounds bounds = NumberBounds.of((Number) compare.value());
      if (bounds.isExact()) {
        return signed(Clause.of(ConditionFactory.range(path, bounds.widest(compare.op()))));
      }
      return superset(
          holds
              ? Clause.of(ConditionFactory.range(path, bounds.widest(compare.op())))
              : Clause.not(ConditionFactory.range(path, bounds.narrowest(compare.op()))));
    }

    private Clause signed(Clause clause) {
      return holds ? clause : clause.negate();
    }

    private Clause equal(String path, Object value) {
      if (value instanceof String text) {
        return signed(Clause.of(ConditionFactory.matchKeyword(path, text)));
      }
      if (value instanceof Boolean flag) {
        return signed(Clause.of(ConditionFactory.match(path, flag)));
      }
      Number number = (Number) value;
      NumberBounds bounds = NumberBounds.of(number);
      Clause within = Clause.of(ConditionFactory.range(path, bounds.widest(Op.EQ)));
      if (bounds.isExact()) {
        return signed(within);
      }
      if (StoredNumbers.isLong(number)) {
        // The match alone is exact; the range is what an index of numbers serves.
        Clause match = Clause.of(ConditionFactory.match(path, number.longValue()));
        return signed(Clause.all(List.of(within, match)));
      }
      return superset(holds ? within : Clause.ALWAYS);
    }

    @Override
    public Clause in(MetadataFilter.In in) {
      String path = MetadataKeys.path(in.key());
      List<String> texts = new ArrayList<>();
      List<Long> integers = new ArrayList<>();
      List<Object> others = new ArrayList<>();
      for (Object value : in.values()) {
        if (value instanceof String text) {
          texts.add(text);
        } else if (value instanceof Number number && StoredNumbers.isLong(number)) {
          integers.add(number.longValue());
        } else {
          others.add(value);
        }
      }
      List<Clause> clauses = new ArrayList<>();
      if (!texts.isEmpty()) {
        clauses.add(signed(Clause.of(ConditionFactory.matchKeywords(path, texts))));
      }
      if (numberKeys.contains(in.key()) && integers.size() <= MAX_RANGES) {
        others.addAll(integers);
      } else if (!integers.isEmpty()) {
        clauses.add(signed(Clause.of(ConditionFactory.matchValues(path, integers))));
      }
      others.forEach(value -> clauses.add(equal(path, value)));
      return holds ? Clause.any(clauses) : Clause.all(clauses);
    }

    @Override
    public Clause exists(MetadataFilter.Exists exists) {
      String key = exists.key();
      return signed(
          Clause.any(
              List.of(
                  Clause.not(ConditionFactory.isEmpty(MetadataKeys.path(key))),
                  Clause.of(ConditionFactory.matchKeyword(Fields.OTHER_KEYS, key)))));
    }

    @Override
    public Clause and(MetadataFilter.And and) {
      return holds ? Clause.all(each(and.parts())) : Clause.any(each(and.parts()));
    }

    @Override
    public Clause or(MetadataFilter.Or or) {
      return holds ? Clause.any(each(or.parts())) : Clause.all(each(or.parts()));
    }

    private List<Clause> each(Collection<MetadataFilter> parts) {
      return parts.stream().map(part -> part.accept(this)).toList();
    }

    @Override
    public Clause not(MetadataFilter.Not not) {
      return not.inner().accept(new Visitor(!holds));
    }
  }
}
