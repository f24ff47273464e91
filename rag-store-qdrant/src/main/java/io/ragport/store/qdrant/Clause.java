package io.ragport.store.qdrant;

import io.qdrant.client.ConditionFactory;
import io.qdrant.client.grpc.Common.Condition;
import io.qdrant.client.grpc.Common.Filter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A filter in which only single conditions are negated, on its way into Qdrant's form. The
 * factories leave out what has no effect, so {@link #ALWAYS} and {@link #NEVER} stand alone.
 *
 * <p>The server refuses messages that are nested too deeply, so that {@link #levels} counts. One
 * filter of Qdrant's holds an "and" and an "or" at once: a tree of ands and ors in turn takes one
 * level for two of its own.
 */
sealed interface Clause {
  /** Holds for every point. */
  Clause ALWAYS = All.of(List.of());

  /** Holds for no point. */
  Clause NEVER = Any.of(List.of());

  /** A condition, or that it does not hold. */
  record Leaf(Condition condition, boolean negated) implements Clause {
    @Override
    public int levels() {
      return negated ? 1 : 0;
    }

    @Override
    public Clause negate() {
      return new Leaf(condition, !negated);
    }

    @Override
    public Condition toCondition() {
      return negated ? ConditionFactory.filter(toFilter()) : condition;
    }

    @Override
    public Filter toFilter() {
      Filter.Builder filter = Filter.newBuilder();
      return negated ? filter.addMustNot(condition).build() : filter.addMust(condition).build();
    }
  }

  /**
   * Every part holds.
   *
   * @param choice of the parts that are an "or" the one with the most levels: this clause's own
   *     filter holds it
   */
  record All(List<Clause> parts, Optional<Any> choice, int levels) implements Clause {
    private static All of(List<Clause> parts) {
      Optional<Any> choice =
          parts.stream()
              .filter(Any.class::isInstance)
              .map(Any.class::cast)
              .max(Comparator.comparingInt(Any::levels));
      int levels = choice.map(Any::levels).orElse(1);
      for (Clause part : parts) {
        if (!(part instanceof Leaf) && !isThat(choice, part)) {
          levels = Math.max(levels, 1 + part.levels());
        }
      }
      return new All(List.copyOf(parts), choice, levels);
    }

    @Override
    public Clause negate() {
      return Clause.any(parts.stream().map(Clause::negate).toList());
    }

    @SuppressWarnings("ReferenceEquality") // one of two equal parts
    private static boolean isThat(Optional<Any> choice, Clause part) {
      return choice.isPresent() && choice.get() == part;
    }

    @Override
    public Filter toFilter() {
      Filter.Builder filter = Filter.newBuilder();
      choice.ifPresent(any -> any.parts().forEach(part -> filter.addShould(part.toCondition())));
      for (Clause part : parts) {
        if (part instanceof Leaf leaf && leaf.negated()) {
          filter.addMustNot(leaf.condition());
        } else if (!isThat(choice, part)) {
          filter.addMust(part.toCondition());
        }
      }
      return filter.build();
    }
  }

  /** At least one part holds. */
  record Any(List<Clause> parts, int levels) implements Clause {
    private static Any of(List<Clause> parts) {
      return new Any(
          List.copyOf(parts), 1 + parts.stream().mapToInt(Clause::levels).max().orElse(0));
    }

    @Override
    public Clause negate() {
      return Clause.all(parts.stream().map(Clause::negate).toList());
    }

    @Override
    public Filter toFilter() {
      Filter.Builder filter = Filter.newBuilder();
      if (parts.isEmpty()) {
        // An empty "or" is none for Qdrant; an empty list of ids matches nothing.
        return filter.addMust(ConditionFactory.hasId(List.of())).build();
      }
      parts.forEach(part -> filter.addShould(part.toCondition()));
      return filter.build();
    }
  }

  /** The condition holds. */
  static Clause of(Condition condition) {
    return new Leaf(condition, false);
  }

  /** The condition does not hold. */
  static Clause not(Condition condition) {
    return new Leaf(condition, true);
  }

  /** Every one holds; {@link #ALWAYS} if there are none. */
  static Clause all(List<Clause> clauses) {
    if (clauses.contains(NEVER)) {
      return NEVER;
    }
    List<Clause> parts = new ArrayList<>();
    for (Clause clause : clauses) {
      parts.addAll(clause instanceof All inner ? inner.parts() : List.of(clause));
    }
    return parts.size() == 1 ? parts.get(0) : All.of(parts);
  }

  /** At least one holds; {@link #NEVER} if there are none. */
  static Clause any(List<Clause> clauses) {
    if (clauses.contains(ALWAYS)) {
      return ALWAYS;
    }
    List<Clause> parts = new ArrayList<>();
    for (Clause clause : clauses) {
      parts.addAll(clause instanceof Any inner ? inner.parts() : List.of(clause));
    }
    return parts.size() == 1 ? parts.get(0) : Any.of(parts);
  }

  /** How many filters lie within each other in it, as part of a filter; a bare condition has 0. */
  int levels();

  /** Holds where this one does not, and only there. */
  Clause negate();

  /** As part of a filter. */
  default Condition toCondition() {
    return ConditionFactory.filter(toFilter());
  }

  /** As a filter of its own. */
  Filter toFilter();

  /** Holds where this one does, and maybe elsewhere; with no more than so many levels. */
  default Clause shallow(int maxLevels) {
    if (levels() <= maxLevels) {
      return this;
    }
    Clause shallow =
        this instanceof All all
            ? all(all.parts().stream().map(part -> part.shallow(maxLevels - 1)).toList())
            : this instanceof Any any
                ? any(any.parts().stream().map(part -> part.shallow(maxLevels - 1)).toList())
                : ALWAYS;
    return shallow.levels() <= maxLevels ? shallow : ALWAYS;
  }
}
