package io.ragport.store.pgvector;

import io.ragport.api.store.MetadataJson;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Metadata as columns: what filters look at and, where {@code jsonb} would change a value, the
 * exact JSON beside it (META-2).
 *
 * @param filterable for {@code jsonb}: numbers by their exact value
 * @param exact for {@code json}; null where {@code filterable} reads back as the same metadata
 */
record PgMetadata(String filterable, @Nullable String exact) {
  /** From here on, JSON is written with an exponent, which {@code jsonb} does not keep. */
  private static final double FIRST_WITH_EXPONENT = 1e7;

  static PgMetadata of(Map<String, @Nullable Object> metadata) {
    if (metadata.isEmpty()) {
      return new PgMetadata("{}", null);
    }
    Digits digits = new Digits();
    Map<String, @Nullable Object> filterable = digits.object(metadata);
    return new PgMetadata(
        MetadataJson.write(digits.changed ? filterable : metadata),
        digits.signLost ? MetadataJson.write(metadata) : null);
  }

  /** Writes out doubles whose shortest form {@code jsonb} would take for another number. */
  private static final class Digits {
    private boolean changed;
    private boolean signLost;

    private Map<String, @Nullable Object> object(Map<?, ? extends @Nullable Object> object) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      object.forEach((key, value) -> copy.put((String) key, value(value)));
      return copy;
    }

    private List<@Nullable Object> list(List<? extends @Nullable Object> list) {
      List<@Nullable Object> copy = new ArrayList<>(list.size());
      list.forEach(value -> copy.add(value(value)));
      return copy;
    }

    private @Nullable Object value(@Nullable Object value) {
      if (value instanceof Map<?, ?> object) {
        return object(object);
      }
      if (value instanceof List<?> list) {
        return list(list);
      }
      return value instanceof Double number ? number(number) : value;
    }

    private Object number(Double number) {
      if (number == 0 && 1 / number < 0) {
        signLost = true; // numeric has no negative zero
      }
      if (Math.abs(number) < FIRST_WITH_EXPONENT || number != Math.rint(number)) {
        return number;
      }
      // Exact, since the shortest digits of a double beyond 2^53 are another number and filters
      // compare it with 64-bit integers (FLT-4); and with a fraction, so that it stays a double.
      changed = true;
      return new BigDecimal(number).setScale(1);
    }
  }
}
