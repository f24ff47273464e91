package io.ragport.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Metadata as the contract defines it (META-1): checked, copied deeply, and brought to six value
 * types: {@code String}, {@code Boolean}, {@code Long}, {@code Double}, {@code List}, {@code Map},
 * and null.
 */
final class MetadataValues {
  private static final int MAX_DEPTH = 32;

  private MetadataValues() {}

  /** An unmodifiable deep copy; null becomes an empty map (IDX-5). */
  static Map<String, @Nullable Object> copy(@Nullable Map<String, ?> metadata) {
    return copy("metadata", metadata);
  }

  /** The same, with another name for messages. */
  static Map<String, @Nullable Object> copy(String what, @Nullable Map<String, ?> metadata) {
    return metadata == null ? Map.of() : object(what, metadata, 1);
  }

  /** An unmodifiable copy of a {@code match} map: scalars only, at least one (FLT-1). */
  static Map<String, Object> match(@Nullable Map<String, ?> match) {
    if (match == null || match.isEmpty()) {
      throw Arguments.invalid("match", (match == null ? "null" : "empty") + " (at least one key)");
    }
    Map<String, Object> copy = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : match.entrySet()) {
      String key = Arguments.metadataKey("match", entry.getKey());
      copy.put(key, scalar("match." + Arguments.shortened(key), entry.getValue()));
    }
    return Collections.unmodifiableMap(copy);
  }

  /** A string, boolean, {@code Long} or finite {@code Double}; anything else is refused. */
  static Object scalar(String path, @Nullable Object value) {
    Object scalar = scalarOrNull(path, value);
    if (scalar == null) {
      throw Arguments.invalid(path, describe(value) + " (a string, boolean or number)");
    }
    return scalar;
  }

  private static Map<String, @Nullable Object> object(String path, Map<?, ?> map, int depth) {
    checkDepth(path, depth);
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String key = Arguments.metadataKey(path, entry.getKey());
      copy.put(key, value(path + "." + Arguments.shortened(key), entry.getValue(), depth));
    }
    return Collections.unmodifiableMap(copy);
  }

  private static List<@Nullable Object> list(String path, Collection<?> list, int depth) {
    checkDepth(path, depth);
    List<@Nullable Object> copy = new ArrayList<>(list.size());
    int index = 0;
    for (Object element : list) {
      copy.add(value(path + "[" + index++ + "]", element, depth));
    }
    return Collections.unmodifiableList(copy);
  }

  private static @Nullable Object value(String path, @Nullable Object value, int depth) {
    if (value == null) {
      return null;
    }
    if (value instanceof Map<?, ?> map) {
      return object(path, map, depth + 1);
    }
    if (value instanceof List<?> list) {
      return list(path, list, depth + 1);
    }
    Object scalar = scalarOrNull(path, value);
    if (scalar == null) {
      throw Arguments.invalid(
          path, describe(value) + " (a string, boolean, long, double, list, map or null)");
    }
    return scalar;
  }

  private static @Nullable Object scalarOrNull(String path, @Nullable Object value) {
    if (value instanceof String string) {
      return Arguments.characters(path, string);
    }
    if (value instanceof Boolean) {
      return value;
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      if (!Double.isFinite(number)) {
        throw Arguments.invalid(path, number + " (a finite number)");
      }
      return number;
    }
    return null;
  }

  private static void checkDepth(String path, int depth) {
    if (depth > MAX_DEPTH) {
      throw Arguments.invalid(
          Arguments.shortened(path), "nested deeper than " + MAX_DEPTH + " levels");
    }
  }

  private static String describe(@Nullable Object value) {
    return value == null
        ? "null"
        : "a " + value.getClass().getName() + ", which is not a JSON value";
  }
}
