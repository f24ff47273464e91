package io.ragport.api.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
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
 * double, −0.0 keeps its sign. The one codec of every store.
 */
public final class MetadataJson {
  private static final TypeReference<LinkedHashMap<String, @Nullable Object>> OBJECT =
      new TypeReference<>() {};

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNameLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .build();

  private MetadataJson() {}

  /**
   * The JSON object of that metadata.
   *
   * @param metadata as a request holds it: valid, in the value types of META-1
   */
  public static String write(Map<String, @Nullable Object> metadata) {
    try {
      return MAPPER.writeValueAsString(metadata);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("metadata: not a JSON object", e);
    }
  }

  /**
   * The metadata of that JSON object, unmodifiable.
   *
   * @throws IllegalArgumentException if it is not a JSON object
   */
  public static Map<String, @Nullable Object> read(String json) {
    try {
      return unmodifiable(MAPPER.readValue(json, OBJECT));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "metadata: not a JSON object: " + Arguments.shortened(json), e);
    }
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
