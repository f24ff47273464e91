package io.ragport.api.testing;

import io.ragport.api.MetadataFilter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A second opinion on what a filter selects, written without a look at the first: numbers are
 * compared as {@link BigDecimal}s, strings as arrays of code points.
 */
public final class NaiveFilter implements MetadataFilter.Visitor<Boolean> {
  private final Map<String, ?> metadata;

  private NaiveFilter(Map<String, ?> metadata) {
    this.metadata = metadata;
  }

  /** Whether the filter selects an entry with this metadata. */
  public static boolean selects(MetadataFilter filter, Map<String, ?> metadata) {
    return filter.accept(new NaiveFilter(metadata));
  }

  @Override
  public Boolean compare(MetadataFilter.Compare compare) {
    Integer order = order(metadata.get(compare.key()), compare.value());
    if (order == null) {
      return false;
    }
    return switch (compare.op()) {
      case EQ -> order == 0;
      case GT -> order > 0;
      case GTE -> order >= 0;
      case LT -> order < 0;
      case LTE -> order <= 0;
    };
  }

  @Override
  public Boolean in(MetadataFilter.In in) {
    boolean found = false;
    for (Object value : in.values()) {
      Integer order = order(metadata.get(in.key()), value);
      found |= order != null && order == 0;
    }
    return found;
  }

  @Override
  public Boolean exists(MetadataFilter.Exists exists) {
    return metadata.keySet().contains(exists.key());
  }

  @Override
  public Boolean and(MetadataFilter.And and) {
    boolean all = true;
    for (MetadataFilter part : and.parts()) {
      all &= part.accept(this);
    }
    return all;
  }

  @Override
  public Boolean or(MetadataFilter.Or or) {
    boolean any = false;
    for (MetadataFilter part : or.parts()) {
      any |= part.accept(this);
    }
    return any;
  }

  @Override
  public Boolean not(MetadataFilter.Not not) {
    return !not.inner().accept(this);
  }

  /** Null where the two do not compare at all. */
  private static @Nullable Integer order(@Nullable Object stored, Object asked) {
    if (stored instanceof Number a && asked instanceof Number b) {
      return exact(a).compareTo(exact(b));
    }
    if (stored instanceof String a && asked instanceof String b) {
      return Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
    }
    if (stored instanceof Boolean a && asked instanceof Boolean b) {
      return Boolean.compare(a, b);
    }
    return null;
  }

  private static BigDecimal exact(Number number) {
    return number instanceof Long
        ? BigDecimal.valueOf(number.longValue())
        : new BigDecimal(number.doubleValue());
  }
}
