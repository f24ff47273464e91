package io.ragport.api.testing;

import io.ragport.api.MetadataFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Trees and metadata drawn from a seed. Few keys and few values, chosen to be confused with each
 * other, so that conditions hold about as often as not.
 */
public final class RandomFilters {
  private static final List<String> KEYS = List.of("a", "a.b", "b", " ", "$ne", "ключ");

  private static final List<Object> SCALARS =
      List.of(
          0L,
          1L,
          -1L,
          1L << 53,
          (1L << 53) + 1,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          0.0,
          -0.0,
          1.0,
          0.5,
          -0.5,
          0x1p53,
          0x1p63,
          -0x1p63,
          Double.MIN_VALUE,
          1e300,
          true,
          false,
          "",
          "1",
          "1.0",
          "true",
          "a",
          "A",
          "ab",
          "\uffff",
          "\ud83d\ude00",
          "\ue000",
          "null");

  private final Random random;

  public RandomFilters(long seed) {
    this.random = new Random(seed);
  }

  /** A tree of at most that many levels. */
  public MetadataFilter tree(int depth) {
    int kind = depth == 1 ? random.nextInt(4) : random.nextInt(10);
    return switch (kind) {
      case 0, 1 -> comparison();
      case 2 -> MetadataFilter.in(key(), scalars(random.nextInt(4)));
      case 3 -> MetadataFilter.exists(key());
      case 4, 5 -> MetadataFilter.not(tree(depth - 1));
      case 6, 7 -> new MetadataFilter.And(trees(depth - 1));
      default -> new MetadataFilter.Or(trees(depth - 1));
    };
  }

  /** Up to six keys with scalars, nulls, lists and objects. */
  public Map<String, @Nullable Object> metadata() {
    Map<String, @Nullable Object> metadata = new HashMap<>();
    for (int i = random.nextInt(KEYS.size() + 1); i > 0; i--) {
      metadata.put(key(), value());
    }
    return metadata;
  }

  private @Nullable Object value() {
    return switch (random.nextInt(12)) {
      case 0 -> null;
      case 1 -> scalars(2);
      case 2 -> Map.of("b", scalar());
      default -> scalar();
    };
  }

  private MetadataFilter comparison() {
    MetadataFilter.Op[] ops = MetadataFilter.Op.values();
    Object value = scalar();
    return new MetadataFilter.Compare(
        key(),
        value instanceof Boolean ? MetadataFilter.Op.EQ : ops[random.nextInt(ops.length)],
        value);
  }

  private List<MetadataFilter> trees(int depth) {
    List<MetadataFilter> trees = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      trees.add(tree(depth));
    }
    return trees;
  }

  private List<Object> scalars(int count) {
    List<Object> scalars = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      scalars.add(scalar());
    }
    return scalars;
  }

  private Object scalar() {
    return SCALARS.get(random.nextInt(SCALARS.size()));
  }

  private String key() {
    return KEYS.get(random.nextInt(KEYS.size()));
  }
}
