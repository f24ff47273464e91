package io.ragport.store.qdrant;

import io.qdrant.client.ValueFactory;
import io.qdrant.client.grpc.JsonWithInt.ListValue;
import io.qdrant.client.grpc.JsonWithInt.Struct;
import io.qdrant.client.grpc.JsonWithInt.Value;
import io.ragport.api.store.MetadataJson;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The payload of an entry, and back, exactly (META-1, META-2). */
final class PayloadCodec {
  private static final long MICROSECONDS_A_SECOND = 1_000_000;
  private static final int NANOSECONDS_A_MICROSECOND = 1_000;

  /** Six decimals. */
  private static final double KEPT_SCALE = 1e6;

  /** Fifteen digits. */
  private static final double KEPT_LIMIT = 1e15;

  private static final Value NONE = Value.getDefaultInstance();

  private PayloadCodec() {}

  /**
   * The payload of an entry.
   *
   * @param length of its embedding, see {@link UnitVector#length}
   */
  static Map<String, Value> write(VectorRecord entry, double length) {
    Map<String, Value> payload = new HashMap<>();
    payload.put(Fields.CONTENT, ValueFactory.value(entry.content()));
    payload.put(Fields.SOURCE, ValueFactory.value(entry.sourceId()));
    payload.put(Fields.CREATED, ValueFactory.value(microseconds(entry.createdAt())));
    if (!entry.updatedAt().equals(entry.createdAt())) {
      payload.put(Fields.UPDATED, ValueFactory.value(microseconds(entry.updatedAt())));
    }
    if (length != 1) {
      payload.put(Fields.NORM, ValueFactory.value(length));
    }
    if (!entry.metadata().isEmpty()) {
      putMetadata(payload, entry.metadata());
    }
    return payload;
  }

  private static void putMetadata(
      Map<String, Value> payload, Map<String, @Nullable Object> metadata) {
    Struct.Builder scalars = Struct.newBuilder();
    ListValue.Builder otherKeys = ListValue.newBuilder();
    Map<String, @Nullable Object> rest = new LinkedHashMap<>();
    metadata.forEach(
        (key, value) -> {
          @Nullable Value scalar = scalar(value);
          if (scalar == null) {
            otherKeys.addValues(ValueFactory.value(key));
          } else {
            scalars.putFields(MetadataKeys.encode(key), scalar);
          }
          if (scalar == null || (value instanceof Double number && !isKept(number, scalar))) {
            rest.put(key, value);
          }
        });
    if (scalars.getFieldsCount() > 0) {
      payload.put(Fields.SCALARS, Value.newBuilder().setStructValue(scalars).build());
    }
    if (otherKeys.getValuesCount() > 0) {
      payload.put(Fields.OTHER_KEYS, Value.newBuilder().setListValue(otherKeys).build());
    }
    if (!rest.isEmpty()) {
      payload.put(Fields.REST, ValueFactory.value(MetadataJson.write(rest)));
    }
  }

  /** What filters look at; null for what no comparison finds. */
  private static @Nullable Value scalar(@Nullable Object value) {
    if (value instanceof String text) {
      return ValueFactory.value(text);
    }
    if (value instanceof Long integer) {
      return ValueFactory.value(integer);
    }
    if (value instanceof Boolean flag) {
      return ValueFactory.value(flag);
    }
    return value instanceof Double number ? numeric(number) : null;
  }

  private static Value numeric(double number) {
    return StoredNumbers.isLong(number)
        ? ValueFactory.value((long) number) // as Qdrant does not find 1 and 1.0 alike (FLT-4)
        : ValueFactory.value(StoredNumbers.stored(number));
  }

  /** Whether a double comes back as it is: Qdrant reads it from its digits by an exact division. */
  private static boolean isKept(double number, Value scalar) {
    double scaled = Math.rint(number * KEPT_SCALE);
    return scalar.hasDoubleValue()
        && scalar.getDoubleValue() == number
        && Math.abs(scaled) < KEPT_LIMIT
        && scaled / KEPT_SCALE == number;
  }

  /** The metadata of a payload, unmodifiable. */
  static Map<String, @Nullable Object> metadata(Map<String, Value> payload) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    payload
        .getOrDefault(Fields.SCALARS, NONE)
        .getStructValue()
        .getFieldsMap()
        .forEach((name, scalar) -> metadata.put(MetadataKeys.decode(name), value(scalar)));
    @Nullable Value rest = payload.get(Fields.REST);
    if (rest != null) {
      metadata.putAll(MetadataJson.read(rest.getStringValue()));
    }
    return Collections.unmodifiableMap(metadata);
  }

  private static Object value(Value scalar) {
    return switch (scalar.getKindCase()) {
      case STRING_VALUE -> scalar.getStringValue();
      case INTEGER_VALUE -> scalar.getIntegerValue();
      case BOOL_VALUE -> scalar.getBoolValue();
      case DOUBLE_VALUE -> scalar.getDoubleValue();
      default ->
          throw new IllegalStateException("payload: a metadata value is a " + scalar.getKindCase());
    };
  }

  /** The source id of a payload. */
  static String source(Map<String, Value> payload) {
    return payload.getOrDefault(Fields.SOURCE, NONE).getStringValue();
  }

  /** When the entry of a payload was first written. */
  static Instant createdAt(Map<String, Value> payload) {
    return instant(payload, Fields.CREATED);
  }

  /** When the entry of a payload was last written; kept only if that was not the first time. */
  private static Instant updatedAt(Map<String, Value> payload) {
    return instant(payload, payload.containsKey(Fields.UPDATED) ? Fields.UPDATED : Fields.CREATED);
  }

  /**
   * The entry of a point.
   *
   * @param embedding as Qdrant keeps it
   */
  static VectorRecord entry(UUID id, Map<String, Value> payload, StoredVector embedding) {
    return new VectorRecord(
        id,
        source(payload),
        payload.getOrDefault(Fields.CONTENT, NONE).getStringValue(),
        vector(payload, embedding),
        metadata(payload),
        createdAt(payload),
        updatedAt(payload));
  }

  /** A hit; without content if the payload has none. */
  static VectorHit hit(UUID id, Map<String, Value> payload, double score) {
    @Nullable Value content = payload.get(Fields.CONTENT);
    return new VectorHit(
        id,
        source(payload),
        content == null ? null : content.getStringValue(),
        metadata(payload),
        createdAt(payload),
        updatedAt(payload),
        score);
  }

  /** The embedding as it was given (ENT-4). */
  private static float[] vector(Map<String, Value> payload, StoredVector unit) {
    @Nullable Value norm = payload.get(Fields.NORM);
    double length = norm == null ? 1 : norm.getDoubleValue();
    float[] vector = new float[unit.dimension()];
    for (int i = 0; i < vector.length; i++) {
      double component = unit.component(i) * length;
      // The largest component there is may have been rounded up.
      vector[i] = (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, component));
    }
    return vector;
  }

  private static long microseconds(Instant instant) { // ChronoUnit's overflow in the year 2262
    return instant.getEpochSecond() * MICROSECONDS_A_SECOND
        + instant.getNano() / NANOSECONDS_A_MICROSECOND;
  }

  private static Instant instant(Map<String, Value> payload, String field) {
    return Instant.EPOCH.plus(
        payload.getOrDefault(field, NONE).getIntegerValue(), ChronoUnit.MICROS);
  }
}
