package io.ragport.api;

import java.util.Map;

/**
 * The reference for what a filter selects (FLT-9): every backend's answer equals this one's. It
 * also finishes what a store can only narrow down. Safe for use from many threads.
 */
public final class FilterEvaluator {
  private FilterEvaluator() {}

  /** Whether an entry with this metadata is selected. */
  public static boolean matches(MetadataFilter filter, Map<String, ?> metadata) {
    return filter.accept(new Evaluation(metadata));
  }

  /** Whether two scalars are equal: of one kind and of the same value (FLT-4). */
  private static boolean equal(Object stored, Object asked) {
    if (stored instanceof Number a && asked instanceof Number b) {
      return Numbers.compare(a, b) == 0;
    }
    return stored.equals(asked);
  }

  private record Evaluation(Map<String, ?> metadata) implements MetadataFilter.Visitor<Boolean> {
    @Override
    public Boolean compare(MetadataFilter.Compare compare) {
      Object stored = metadata.get(compare.key());
      Object asked = compare.value();
      if (stored == null) {
        return false;
      }
      if (compare.op() == MetadataFilter.Op.EQ) {
        return equal(stored, asked);
      }
      if (stored instanceof Number a && asked instanceof Number b) {
        return holds(compare.op(), Numbers.compare(a, b));
      }
      if (stored instanceof String a && asked instanceof String b) {
        return holds(compare.op(), compareByCodePoint(a, b));
      }
      return false;
    }

    @Override
    public Boolean in(MetadataFilter.In in) {
      Object stored = metadata.get(in.key());
      return stored != null && in.values().stream().anyMatch(value -> equal(stored, value));
    }

    @Override
    public Boolean exists(MetadataFilter.Exists exists) {
      return metadata.containsKey(exists.key());
    }

    @Override
    public Boolean and(MetadataFilter.And and) {
      return and.parts().stream().allMatch(part -> part.accept(this));
    }

    @Override
    public Boolean or(MetadataFilter.Or or) {
      return or.parts().stream().anyMatch(part -> part.accept(this));
    }

    @Override
    public Boolean not(MetadataFilter.Not not) {
      return !not.inner().accept(this);
    }

    private static boolean holds(MetadataFilter.Op op, int comparison) {
      return switch (op) {
        case EQ -> comparison == 0;
        case GT -> comparison > 0;
        case GTE -> comparison >= 0;
        case LT -> comparison < 0;
        case LTE -> comparison <= 0;
      };
    }

    /** By code point, where {@link String#compareTo} compares UTF-16 units (FLT-6). */
    private static int compareByCodePoint(String a, String b) {
      int length = Math.min(a.length(), b.length());
      for (int i = 0; i < length; i++) {
        char x = a.charAt(i);
        char y = b.charAt(i);
        if (x != y) {
          // Surrogates stand for code points above every other char, so they sort last.
          boolean xAstral = Character.isSurrogate(x);
          boolean yAstral = Character.isSurrogate(y);
          return xAstral == yAstral ? Character.compare(x, y) : Boolean.compare(xAstral, yAstral);
        }
      }
      return Integer.compare(a.length(), b.length());
    }
  }

  /** Comparison of {@code Long} and {@code Double} by exact value. */
  private static final class Numbers {
    private static final double TWO_TO_63 = 0x1p63;

    static int compare(Number a, Number b) {
      if (a instanceof Long x) {
        return b instanceof Long y ? Long.compare(x, y) : compareExactly(x, b.doubleValue());
      }
      if (b instanceof Long y) {
        return -compareExactly(y, a.doubleValue());
      }
      double x = a.doubleValue();
      double y = b.doubleValue();
      return x < y ? -1 : x > y ? 1 : 0; // unlike Double.compare: 0.0 and -0.0 are one value
    }

    /** Never by converting the long to a double, which rounds beyond 2^53. */
    private static int compareExactly(long a, double b) {
      if (b >= TWO_TO_63) {
        return -1;
      }
      if (b < -TWO_TO_63) {
        return 1;
      }
      int whole = Long.compare(a, (long) b);
      return whole != 0 ? whole : Double.compare(0, b - (long) b + 0.0);
    }
  }
}
