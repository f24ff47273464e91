package io.ragport.testing;

import io.ragport.api.MetadataFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Filter trees and metadata from a seed. Few keys, and values that are easily taken for each other.
 */
public final class RandomTrees {
  private static final List<String> KEYS = List.of("a", "b", "a.b", "A", "'");

  private static final List<Object> SCALARS =
      List.of(
          0L,
          -0.0,
          1L,
          1.0,
          2L,
          1.5,
          (1L << 53) + 1,
          0x1p53,
          Long.MAX_VALUE,
          0x1p63,
          1e-300,
          true,
          false,
          "",
          "1",
          "true",
          "null",
          "b",
          "B",
          "ba",
          "\uFFFD",
          "\uD83D\uDE00");

  private final Random random;
  private final List<String> keys;

  /** The same ones for the same seed. */
  public RandomTrees(long seed) {
    this(seed, KEYS);
  }

  /** The same ones for the same seed, with these keys. */
  public RandomTrees(long seed, List<String> keys) {
    this.random = new Random(seed);
    this.keys = List.copyOf(keys);
  }

  /** Metadata under the keys that the trees ask for. */
  public Map<String, @Nullable Object> metadata() {
    Map<String, @Nullable Object> metadata = new HashMap<>();
    for (String key : keys) {
      switch (random.nextInt(10)) {
        case 0 -> metadata.put(key, null);
        case 1 -> metadata.put(key, List.of(scalar()));
        case 2 -> metadata.put(key, Map.of("b", scalar()));
        case 3, 4, 5, 6, 7 -> metadata.put(key, scalar());
        default -> {} // the key is missing
      }
    }
    return metadata;
  }

  /** A filter at most that deep. */
  public MetadataFilter tree(int depth) {
    if (depth == 1) {
      return leaf();
    }
    return switch (random.nextInt(5)) {
      case 0, 1 -> new MetadataFilter.And(trees(depth - 1));
      case 2, 3 -> new MetadataFilter.Or(trees(depth - 1));
      default -> MetadataFilter.not(tree(depth - 1));
    };
  }

  private List<MetadataFilter> trees(int depth) {
    List<MetadataFilter> trees = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      trees.add(tree(1 + random.nextInt(depth)));
    }
    return trees;
  }

  private MetadataFilter leaf() {
    String key = keys.get(random.nextInt(keys.size()));
    Object value = scalar();
    MetadataFilter.Op op = MetadataFilter.Op.values()[random.nextInt(5)];
    return switch (random.nextInt(6)) {
      case 0 -> MetadataFilter.exists(key);
      case 1 -> MetadataFilter.in(key, List.of(value, scalar(), scalar()));
      case 2 -> MetadataFilter.ne(key, value);
      default ->
          new MetadataFilter.Compare(
              key, value instanceof Boolean ? MetadataFilter.Op.EQ : op, value);
    };
  }

  private Object scalar() {
    return SCALARS.get(random.nextInt(SCALARS.size()));
  }
}
