package io.ragport.conformance;

import io.ragport.api.MetadataFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Filter trees and metadata drawn from a seed. Few keys and few values, chosen to be confused with
 * each other, so that conditions hold about as often as not. Confined to one thread.
 */
final class RandomFilters {
  private static final List<String> KEYS =
      List.of("a", "a.b", "b", " ", "$ne", "ключ", "A", "a'b", "content", "id");

  private static final List<Object> SCALARS =
      List.of(
          0L,
          1L,
          -1L,
          2L,
          10L,
          1L << 53,
          (1L << 53) + 1,
          -(1L << 53) - 1,
          Long.MAX_VALUE,
          Long.MAX_VALUE - 1,
          Long.MIN_VALUE,
          0.0,
          -0.0,
          1.0,
          0.1,
          0.5,
          -0.5,
          1.0000000000000002,
          0x1p53,
          0x1p63,
          -0x1p63,
          Double.MIN_VALUE,
          Double.MAX_VALUE,
          -1e300,
          true,
          false,
          "",
          " ",
          "1",
          "1.0",
          "10",
          "2",
          "true",
          "a",
          "a ",
          "A",
          "ab",
          "b",
          "a%",
          "'",
          "\\",
          "é",
          "e\u0301",
          "\ue000",
          "\uffff",
          "\ud83d\ude00",
          "null",
          "[]");

  private final Random random;

  RandomFilters(Seed seed) {
    this.random = new Random(seed.value());
  }

  /** A tree of at most that many levels. */
  MetadataFilter tree(int depth) {
    return switch (random.nextInt(depth == 1 ? 5 : 12)) {
      case 0, 1, 2 -> comparison();
      case 3 -> MetadataFilter.in(key(), scalars(random.nextInt(6)));
      case 4 -> MetadataFilter.exists(key());
      case 5, 6 -> MetadataFilter.not(tree(depth - 1));
      case 7, 8, 9 -> new MetadataFilter.And(trees(depth - 1));
      default -> new MetadataFilter.Or(trees(depth - 1));
    };
  }

  /** Up to ten keys with scalars, nulls, lists and objects. */
  Map<String, @Nullable Object> metadata() {
    Map<String, @Nullable Object> metadata = new HashMap<>();
    for (int i = random.nextInt(KEYS.size() + 1); i > 0; i--) {
      metadata.put(key(), value());
    }
    return metadata;
  }

  /** Up to three keys; mostly what this entry has, so that it is found about as often as not. */
  Map<String, Object> match(Map<String, ? extends @Nullable Object> entry) {
    Map<String, Object> match = new HashMap<>();
    List<String> present = List.copyOf(entry.keySet());
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      String key =
          present.isEmpty() || random.nextInt(8) == 0
              ? key()
              : present.get(random.nextInt(present.size()));
      Object value = entry.get(key);
      match.put(key, isScalar(value) && random.nextInt(8) > 0 ? value : scalar());
    }
    return match;
  }

  private static boolean isScalar(@Nullable Object value) {
    return value instanceof String || value instanceof Number || value instanceof Boolean;
  }

  private @Nullable Object value() {
    return switch (random.nextInt(14)) {
      case 0 -> null;
      case 1 -> scalars(random.nextInt(3));
      case 2 -> Map.of(key(), scalar());
      case 3 -> List.of(List.of(scalar()), Map.of(key(), scalars(1)));
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
    for (int i = random.nextInt(5); i > 0; i--) {
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
