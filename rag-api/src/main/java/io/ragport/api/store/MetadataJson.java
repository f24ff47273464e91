package io.ragport.api.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ragport.api.Arguments;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Metadata as JSON and back, exactly (META-1, META-2): 64-bit integers stay integers, 1.0 stays a
 * double, −0.0 keeps its sign. A double has the same digits on every Java. The one codec of every
 * store.
 */
public final class MetadataJson {
  private static final TypeReference<LinkedHashMap<String, @Nullable Object>> OBJECT =
      new TypeReference<>() {};

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  // Keys are user data: Jackson's shared table of names refuses keys that were made
                  // to collide, and keeps failing for the keys of others afterwards (META-3).
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  // The shortest digits: Double.toString has not always those up to Java 18, and a
                  // store that compares digits would miss what another Java wrote.
                  .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNameLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private MetadataJson() {}

  /**
   * The JSON object of that metadata.
   *
   * @param metadata as a request holds it: valid, in the value types of META-1; where a store wants
   *     other digits for a number, also {@code BigInteger} and {@code BigDecimal}
   */
  public static String write(Map<String, ? extends @Nullable Object> metadata) {
    try {
      return MAPPER.writeValueAsString(metadata);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("metadata: not a JSON object", e);
    }
  }

  /**
   * The JSON of one value.
   *
   * @param value in the types that {@link #write} takes
   */
  public static String writeValue(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("metadata: not a JSON value", e);
    }
  }

  /**
   * The metadata of that JSON object, unmodifiable.
   *
   * @throws IllegalArgumentException if it is not a JSON object
   */
  public static Map<String, @Nullable Object> read(String json) {
    try {
      Map<String, @Nullable Object> object = MAPPER.readValue(json, OBJECT);
      if (object == null) { // the JSON null
        throw notAnObject(json, null);
      }
      return unmodifiable(object);
    } catch (JsonProcessingException e) {
      throw notAnObject(json, e);
    }
  }

  private static IllegalArgumentException notAnObject(String json, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "metadata: not a JSON object: " + Arguments.shortened(json), cause);
  }

  private static Map<String, @Nullable Object> unmodifiable(Map<String, @Nullable Object> object) {
    object.replaceAll((key, value) -> unmodifiableValue(value));
    return Collections.unmodifiableMap(object);
  }

  @SuppressWarnings("unchecked") // the parser makes lists and maps of nothing but JSON values
  private static @Nullable Object unmodifiableValue(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return unmodifiable((Map<String, @Nullable Object>) map);
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> elements = (List<@Nullable Object>) list;
      elements.replaceAll(MetadataJson::unmodifiableValue);
      return Collections.unmodifiableList(elements);
    }
    return value;
  }
}
