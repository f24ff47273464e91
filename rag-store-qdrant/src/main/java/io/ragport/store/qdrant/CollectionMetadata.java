package io.ragport.store.qdrant;

import static io.qdrant.client.ValueFactory.value;

import io.qdrant.client.grpc.Collections.CollectionInfo;
import io.qdrant.client.grpc.JsonWithInt.Value;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.VectorPrecision;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.TextLanguage;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What Ragport records of a collection in the metadata that Qdrant keeps with it (COL-1). All of it
 * is under one key, so that others may add theirs.
 *
 * @param spec as recorded, also where the layout is one that we do not know
 * @param incarnation differs from that of every other collection, also of the same name
 * @param language of {@link TermSettings}, maybe one that we do not know; empty without terms
 * @param averageLength of {@link TermSettings}
 */
record CollectionMetadata(
    CollectionSpec spec, String incarnation, Optional<String> language, int averageLength) {
  static final int LAYOUT_VERSION = 1;

  /** How collections are searched, as {@code CollectionInfo} says it. */
  private static final String HNSW = "hnsw";

  private static final String KEY = "ragport";
  private static final String LAYOUT = "layout";
  private static final String INCARNATION = "incarnation";
  private static final String NAME = "name";
  private static final String MODEL = "model";
  private static final String DIMENSION = "dimension";
  private static final String NORMALIZER = "normalizer";
  private static final String LANGUAGE = "language";
  private static final String AVERAGE_LENGTH = "averageLength";

  private static final String ADVICE = "use the version of Ragport that wrote it, or index anew";

  /** Of a collection that is to be created. */
  static CollectionMetadata toCreate(
      CollectionSpec wanted, String id, Optional<TermSettings> terms) {
    return new CollectionMetadata(
        wanted.storedAs(id, LAYOUT_VERSION).withVectors(VectorPrecision.SINGLE, HNSW),
        UUID.randomUUID().toString(),
        terms.map(settings -> text(settings.language())),
        terms.map(TermSettings::averageLength).orElse(0));
  }

  /** Of a collection that is there; empty if it is not one of Ragport's (COL-8). */
  static Optional<CollectionMetadata> read(String id, CollectionInfo info) {
    Map<String, Value> recorded =
        info.getConfig()
            .getMetadataOrDefault(KEY, Value.getDefaultInstance())
            .getStructValue()
            .getFieldsMap();
    try {
      CollectionSpec spec =
          new CollectionSpec(
              string(recorded, NAME),
              string(recorded, MODEL),
              integer(recorded, DIMENSION),
              string(recorded, NORMALIZER),
              id,
              integer(recorded, LAYOUT),
              VectorPrecision.SINGLE,
              HNSW);
      return spec.layoutVersion() < 1
          ? Optional.empty()
          : Optional.of(
              new CollectionMetadata(
                  spec,
                  string(recorded, INCARNATION),
                  Optional.of(string(recorded, LANGUAGE)).filter(language -> !language.isEmpty()),
                  integer(recorded, AVERAGE_LENGTH)));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // whoever wrote this, it was not us
    }
  }

  /** For the server to keep. */
  Map<String, Value> write() {
    Map<String, Value> recorded = new HashMap<>();
    recorded.put(LAYOUT, value(spec.layoutVersion()));
    recorded.put(INCARNATION, value(incarnation));
    recorded.put(NAME, value(spec.name()));
    recorded.put(MODEL, value(spec.model()));
    recorded.put(DIMENSION, value(spec.dimension()));
    recorded.put(NORMALIZER, value(spec.normalizer()));
    language.ifPresent(
        known -> {
          recorded.put(LANGUAGE, value(known));
          recorded.put(AVERAGE_LENGTH, value(averageLength));
        });
    return Map.of(KEY, value(recorded));
  }

  /** Whether this version knows how entries are kept there. */
  static boolean isOurLayout(CollectionSpec spec) {
    return spec.layoutVersion() <= LAYOUT_VERSION;
  }

  /**
   * Whoever touches a collection must know how it is kept.
   *
   * @throws CollectionMismatchException if its layout is a newer one than ours
   */
  static void requireOurLayout(CollectionSpec spec) {
    if (!isOurLayout(spec)) {
      throw new CollectionMismatchException(
          spec.name(), "layout version", spec.layoutVersion(), LAYOUT_VERSION, ADVICE);
    }
  }

  /**
   * The collection, to read and write its entries.
   *
   * @throws CollectionMismatchException if a newer version wrote it, and we cannot
   */
  QdrantCollection collection() {
    requireOurLayout(spec);
    return new QdrantCollection(
        spec,
        incarnation,
        language.map(known -> new TermSettings(language(known), Math.max(1, averageLength))));
  }

  private TextLanguage language(String recorded) {
    return Stream.of(TextLanguage.values())
        .filter(known -> text(known).equals(recorded))
        .findFirst()
        .orElseThrow(
            () ->
                new CollectionMismatchException(
                    spec.name(),
                    LANGUAGE,
                    recorded,
                    Arrays.stream(TextLanguage.values())
                        .map(CollectionMetadata::text)
                        .collect(Collectors.joining(" or ")),
                    ADVICE));
  }

  private static String text(TextLanguage language) {
    return language.name().toLowerCase(Locale.ROOT);
  }

  private static String string(Map<String, Value> recorded, String key) {
    return recorded.getOrDefault(key, Value.getDefaultInstance()).getStringValue();
  }

  private static int integer(Map<String, Value> recorded, String key) {
    long number = recorded.getOrDefault(key, Value.getDefaultInstance()).getIntegerValue();
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, number));
  }
}
