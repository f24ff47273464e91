package io.ragport.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A condition on an entry's metadata, as a tree (FLT-2).
 *
 * <p>The logic has two values (FLT-3): a comparison with a missing key, another type, null, a list
 * or an object is false, and {@code not(x)} is exactly its negation. So {@code ne("lang", "en")}
 * also finds entries without {@code lang}. Keys are literal top-level keys, never paths (FLT-7).
 * Numbers compare exactly, whatever their Java type: 1 equals 1.0, and 2^53 differs from 2^53 + 1
 * (FLT-4). {@link FilterEvaluator} is the reference for what a tree selects.
 *
 * <p>Values: string, boolean, whole number of at most 64 bits, finite double. Anything else, an
 * empty key, and a tree deeper than 200 levels are invalid arguments at construction.
 */
public sealed interface MetadataFilter {
  /** The deepest tree that can be built. */
  int MAX_DEPTH = 200;

  /** How a value compares. */
  enum Op {
    /** Equal, of the same kind (string, boolean or number). */
    EQ,
    /** Greater. */
    GT,
    /** Greater or equal. */
    GTE,
    /** Less. */
    LT,
    /** Less or equal. */
    LTE
  }

  /**
   * The key's value compares so with the given one. Strings order by code point, numbers by value
   * (FLT-6).
   */
  record Compare(String key, Op op, Object value) implements MetadataFilter {
    public Compare {
      Arguments.metadataKey("filter", key);
      Objects.requireNonNull(op, "op");
      value = MetadataValues.scalar("filter." + Arguments.shortened(key), value);
      if (op != Op.EQ && value instanceof Boolean) {
        throw Arguments.invalid(
            "filter." + Arguments.shortened(key), "a boolean has no order (use eq or ne)");
      }
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.compare(this);
    }
  }

  /** The key's value equals one of these; no values match nothing (FLT-5). */
  record In(String key, Set<Object> values) implements MetadataFilter {
    public In {
      Arguments.metadataKey("filter", key);
      Set<Object> copy = new LinkedHashSet<>();
      for (Object value : values) {
        copy.add(MetadataValues.scalar("filter." + Arguments.shortened(key), value));
      }
      values = Collections.unmodifiableSet(copy);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.in(this);
    }
  }

  /** The key is there, whatever its value; a null value counts as there. */
  record Exists(String key) implements MetadataFilter {
    public Exists {
      Arguments.metadataKey("filter", key);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.exists(this);
    }
  }

  /** Every part holds; no parts hold always. */
  record And(List<MetadataFilter> parts) implements MetadataFilter {
    public And {
      parts = List.copyOf(parts);
      FilterDepth.check(parts);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.and(this);
    }
  }

  /** At least one part holds; no parts hold never. */
  record Or(List<MetadataFilter> parts) implements MetadataFilter {
    public Or {
      parts = List.copyOf(parts);
      FilterDepth.check(parts);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.or(this);
    }
  }

  /** The inner condition does not hold. */
  record Not(MetadataFilter inner) implements MetadataFilter {
    public Not {
      FilterDepth.check(List.of(inner));
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.not(this);
    }
  }

  /** One method per node, so that the compiler sees whether a backend handles them all. */
  interface Visitor<R> {
    R compare(Compare compare);

    R in(In in);

    R exists(Exists exists);

    R and(And and);

    R or(Or or);

    R not(Not not);
  }

  /** Calls the visitor's method for this node. */
  <R> R accept(Visitor<R> visitor);

  /** The key's value equals this one. */
  static MetadataFilter eq(String key, Object value) {
    return new Compare(key, Op.EQ, value);
  }

  /** The key is missing or its value differs. */
  static MetadataFilter ne(String key, Object value) {
    return new Not(eq(key, value));
  }

  /** The key's value equals one of these. */
  static MetadataFilter in(String key, Collection<?> values) {
    return new In(key, new LinkedHashSet<>(values));
  }

  /** The key is missing or its value equals none of these. */
  static MetadataFilter notIn(String key, Collection<?> values) {
    return new Not(in(key, values));
  }

  /** The key's value is greater. */
  static MetadataFilter gt(String key, Object value) {
    return new Compare(key, Op.GT, value);
  }

  /** The key's value is greater or equal. */
  static MetadataFilter gte(String key, Object value) {
    return new Compare(key, Op.GTE, value);
  }

  /** The key's value is less. */
  static MetadataFilter lt(String key, Object value) {
    return new Compare(key, Op.LT, value);
  }

  /** The key's value is less or equal. */
  static MetadataFilter lte(String key, Object value) {
    return new Compare(key, Op.LTE, value);
  }

  /** The key is there. */
  static MetadataFilter exists(String key) {
    return new Exists(key);
  }

  /** Every part holds. */
  static MetadataFilter and(MetadataFilter... parts) {
    return new And(Arrays.asList(parts));
  }

  /** At least one part holds. */
  static MetadataFilter or(MetadataFilter... parts) {
    return new Or(Arrays.asList(parts));
  }

  /** The condition does not hold. */
  static MetadataFilter not(MetadataFilter inner) {
    return new Not(inner);
  }

  /**
   * Every key equals its value (FLT-1).
   *
   * @param match at least one key; scalar values
   */
  static MetadataFilter match(Map<String, ?> match) {
    List<MetadataFilter> parts = new ArrayList<>();
    MetadataValues.match(match).forEach((key, value) -> parts.add(eq(key, value)));
    return parts.size() == 1 ? parts.get(0) : new And(parts);
  }
}
