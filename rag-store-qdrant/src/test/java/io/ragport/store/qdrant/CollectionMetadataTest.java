package io.ragport.store.qdrant;

import static io.qdrant.client.ValueFactory.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qdrant.client.grpc.Collections.CollectionConfig;
import io.qdrant.client.grpc.Collections.CollectionInfo;
import io.qdrant.client.grpc.JsonWithInt.Value;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.VectorPrecision;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.TextLanguage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is recorded of a collection, and what is made of what others recorded. */
class CollectionMetadataTest {
  private static final CollectionSpec WANTED =
      new CollectionSpec("My docs \"1\"", "a\nmodel", 384, "l2", "", 0);

  private static CollectionMetadata metadata(Optional<TermSettings> terms) {
    return CollectionMetadata.toCreate(WANTED, "id", terms);
  }

  private static Optional<CollectionMetadata> read(Map<String, Value> metadata) {
    return CollectionMetadata.read(
        "id",
        CollectionInfo.newBuilder()
            .setConfig(CollectionConfig.newBuilder().putAllMetadata(metadata))
            .build());
  }

  /** As recorded, but for one field. */
  private static Optional<CollectionMetadata> readWith(String field, Value other) {
    Map<String, Value> fields =
        new HashMap<>(
            metadata(Optional.of(new TermSettings(TextLanguage.ENGLISH, 200)))
                .write()
                .getOrDefault("ragport", Value.getDefaultInstance())
                .getStructValue()
                .getFieldsMap());
    fields.put(field, other);
    return read(Map.of("ragport", value(fields)));
  }

  @Test
  void everythingComesBack() {
    CollectionMetadata written =
        metadata(Optional.of(new TermSettings(TextLanguage.ENGLISH, 1_000)));

    CollectionMetadata read = read(written.write()).orElseThrow();

    assertThat(read).isEqualTo(written);
    assertThat(read.collection().terms()).contains(new TermSettings(TextLanguage.ENGLISH, 1_000));
    assertThat(read.spec())
        .isEqualTo(
            new CollectionSpec(
                "My docs \"1\"",
                "a\nmodel",
                384,
                "l2",
                "id",
                CollectionMetadata.LAYOUT_VERSION,
                VectorPrecision.SINGLE,
                "hnsw"));
  }

  @Test
  void aCollectionWithoutTermsSaysSo() {
    CollectionMetadata written = metadata(Optional.empty());

    assertThat(read(written.write())).contains(written);
    assertThat(written.collection().terms()).isEmpty();
  }

  @Test
  void metadataOfOthersMayStandBeside() {
    Map<String, Value> both = new HashMap<>(metadata(Optional.empty()).write());
    both.put("owner", value("somebody"));

    assertThat(read(both)).isPresent();
  }

  @Test
  void everyCollectionIsAnotherIncarnation() {
    assertThat(metadata(Optional.empty()).incarnation())
        .isNotEqualTo(metadata(Optional.empty()).incarnation());
  }

  @Test
  void whatOthersWroteIsNotOurs() {
    for (Map<String, Value> other :
        List.of(
            Map.<String, Value>of(),
            Map.of("owner", value("somebody")),
            Map.of("ragport", value("yes")),
            Map.of("ragport", value(Map.of("layout", value(1)))))) {
      assertThat(read(other)).isEmpty();
    }
    assertThat(readWith("layout", value("1"))).isEmpty();
    assertThat(readWith("layout", value(0))).isEmpty();
    assertThat(readWith("name", value(""))).isEmpty();
    assertThat(readWith("dimension", value(0))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {2, Long.MAX_VALUE})
  void aNewerLayoutIsReadForListsAndUsedForNothingElse(long layout) {
    CollectionMetadata newer = readWith("layout", value(layout)).orElseThrow();

    assertThat(newer.spec().name()).isEqualTo("My docs \"1\"");
    assertThatThrownBy(newer::collection)
        .isInstanceOf(CollectionMismatchException.class)
        .hasMessageContaining("layout version")
        .hasMessageContaining("use the version of Ragport that wrote it");
  }

  @Test
  void aLanguageOfANewerVersionIsAnErrorWithWhatIsKnown() {
    CollectionMetadata newer = readWith("language", value("klingon")).orElseThrow();

    assertThatThrownBy(newer::collection)
        .isInstanceOf(CollectionMismatchException.class)
        .hasMessageContaining("language klingon")
        .hasMessageContaining("english");
  }
}
