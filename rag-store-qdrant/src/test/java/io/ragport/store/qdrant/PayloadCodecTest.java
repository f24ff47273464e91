package io.ragport.store.qdrant;

import static io.ragport.testing.TestEntries.LATER;
import static io.ragport.testing.TestEntries.changed;
import static io.ragport.testing.TestEntries.entry;
import static io.ragport.testing.TestEntries.withVector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qdrant.client.ValueFactory;
import io.qdrant.client.grpc.JsonWithInt.Value;
import io.qdrant.client.grpc.Points.DenseVector;
import io.qdrant.client.grpc.Points.VectorOutput;
import io.ragport.api.store.VectorRecord;
import io.ragport.testing.RandomTrees;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads as they are sent, and as they come back from the real server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayloadCodecTest {
  private static final int MAX_DEPTH = 32;

  private @Nullable WrittenPoints docs;

  @BeforeAll
  void create() {
    docs = WrittenPoints.create(3, Map.of());
  }

  @AfterAll
  void drop() {
    if (docs != null) {
      docs.close();
    }
  }

  @Test
  void anEntryWithoutMetadataHasNoFieldsForIt() {
    assertThat(PayloadCodec.write(entry(1), 1))
        .containsOnlyKeys(Fields.CONTENT, Fields.SOURCE, Fields.CREATED);
  }

  @Test
  void theLastWriteIsKeptOnlyIfItWasNotTheFirst() {
    VectorRecord once = entry(1);

    assertThat(PayloadCodec.write(once, 1)).doesNotContainKey(Fields.UPDATED);
    assertThat(PayloadCodec.write(changed(once, "text"), 1)).containsKey(Fields.UPDATED);
    assertThat(PayloadCodec.hit(once.id(), PayloadCodec.write(once, 1), 0.5).updatedAt())
        .isEqualTo(once.createdAt());
  }

  @Test
  void ordinaryMetadataIsKeptOnce() {
    Map<String, Value> payload =
        written(Map.of("page", 7L, "title", "a", "draft", false, "price", 19.99));

    assertThat(payload).doesNotContainKeys(Fields.REST, Fields.OTHER_KEYS);
    assertThat(scalars(payload))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "page", ValueFactory.value(7),
                "title", ValueFactory.value("a"),
                "draft", ValueFactory.value(false),
                "price", ValueFactory.value(19.99)));
  }

  @Test
  void doublesWithAnIntegersValueAreThatIntegerForFilters() {
    Map<String, Value> payload = written(Map.of("x", 1.0, "zero", -0.0, "min", -0x1p63));

    assertThat(scalars(payload))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "x", ValueFactory.value(1),
                "zero", ValueFactory.value(0),
                "min", ValueFactory.value(Long.MIN_VALUE)));
    assertThat(payload).doesNotContainKey(Fields.OTHER_KEYS);
  }

  @Test
  void doublesBeyondTheIntegersAreDoublesForFilters() {
    assertThat(scalars(written(Map.of("x", 0x1p64))).get("x"))
        .matches(Value::hasDoubleValue, "a double");
  }

  @Test
  void whatNoComparisonFindsIsNotThereForFilters() {
    Map<String, @Nullable Object> metadata = new HashMap<>();
    metadata.put("a.null", null);
    metadata.put("list", List.of(1L));
    metadata.put("object", Map.of("a", 1L));

    Map<String, Value> payload = written(metadata);

    assertThat(payload).doesNotContainKey(Fields.SCALARS);
    assertThat(payload.get(Fields.OTHER_KEYS))
        .extracting(keys -> keys.getListValue().getValuesList())
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .containsExactlyInAnyOrder(
            ValueFactory.value("a.null"), ValueFactory.value("list"), ValueFactory.value("object"));
  }

  @Test
  void metadataThatWasReadCannotBeChanged() {
    Map<String, @Nullable Object> metadata = PayloadCodec.metadata(written(Map.of("x", 1L)));

    assertThatThrownBy(() -> metadata.put("y", 2L))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aHitHasTheContentThatItsPayloadHas() {
    Map<String, Value> payload = PayloadCodec.write(changed(entry(1), "text"), 1);
    Map<String, Value> without = new HashMap<>(payload);
    without.remove(Fields.CONTENT);

    assertThat(PayloadCodec.hit(entry(1).id(), payload, 0.5))
        .matches(hit -> "text".equals(hit.content()), "with content")
        .matches(hit -> hit.updatedAt().equals(LATER), "updated later")
        .matches(hit -> hit.score() == 0.5, "with the score");
    assertThat(PayloadCodec.hit(entry(1).id(), without, 0.5).content()).isNull();
  }

  @Test
  void vectorsOfNewerServersAreReadAsWell() {
    VectorOutput vector =
        VectorOutput.newBuilder()
            .setDense(DenseVector.newBuilder().addAllData(List.of(0.6f, 0.8f)))
            .build();

    VectorRecord read =
        PayloadCodec.entry(
            entry(1).id(), PayloadCodec.write(entry(1), 10), new StoredVector(vector));

    assertThat(read.vector()).containsExactly(6, 8);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0.0,
        -0.0,
        1.0,
        -1.0,
        1.5,
        0.1,
        19.99,
        0.30000000000000004,
        123456.7890123456,
        1e7,
        0x1p53,
        -0x1p63,
        0x1p63,
        1e300,
        1e-300,
        2.1830597916830254E-209,
        3.669992456345867E146,
        Double.MIN_VALUE,
        -Double.MIN_NORMAL,
        Double.MAX_VALUE,
        -Double.MAX_VALUE
      })
  void doublesComeBack(double number) {
    assertComesBack(Map.of("x", number, "list", List.of(number)));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, (1L << 53) + 1, -(1L << 53) - 1, Long.MAX_VALUE, Long.MIN_VALUE})
  void integersComeBack(long number) {
    assertComesBack(Map.of("x", number, "list", List.of(number)));
  }

  @Test
  void randomDoublesComeBack() {
    Random random = new Random(1);
    Map<String, @Nullable Object> metadata = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      double any = Double.longBitsToDouble(random.nextLong());
      metadata.put("any " + i, Double.isFinite(any) ? any : 0.5);
      metadata.put("usual " + i, random.nextDouble() * 1_000);
      metadata.put("single " + i, (double) random.nextFloat());
      metadata.put("decimal " + i, random.nextInt(1_000_000_000) / 1e6);
    }

    assertComesBack(metadata);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "1", "true", "null", "a\nb", "\"\\", "Größe", "e\u0301", "\uD83D\uDE00"})
  void textsComeBack(String text) {
    assertComesBack(Map.of("x", text, "list", List.of(text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.b",
        "content",
        "meta",
        "source",
        "rest",
        "keys",
        "norm",
        "\"",
        "'",
        "[0]",
        "$",
        "#",
        "-",
        " ",
        "\n",
        "Größe",
        "\uD83D\uDE00"
      })
  void keysComeBack(String key) {
    assertComesBack(Map.of(key, "value", "object", Map.of(key, 1.5)));
  }

  @Test
  void everyTypeComesBackAsItself() {
    Map<String, @Nullable Object> metadata = new HashMap<>();
    metadata.put("null", null);
    metadata.put("true", true);
    metadata.put("false", false);
    metadata.put("integer", 1L);
    metadata.put("double", 1.0);
    metadata.put("text", "1");
    metadata.put("empty list", List.of());
    metadata.put("empty object", Map.of());
    metadata.put("list", Arrays.asList(1L, 1.0, "1", true, null, List.of(-0.0), Map.of()));

    assertComesBack(metadata);
  }

  @Test
  void nestedMetadataComesBack() {
    Object nested = 1.0;
    for (int depth = 1; depth < MAX_DEPTH; depth++) {
      nested = depth % 2 == 0 ? List.of(nested) : Map.of("a", nested);
    }

    assertComesBack(Map.of("x", nested));
  }

  @Test
  void randomMetadataComesBack() {
    RandomTrees random = new RandomTrees(1);
    for (int i = 0; i < 100; i++) {
      assertComesBack(random.metadata());
    }
  }

  @Test
  void everyInstantComesBack() {
    for (String instant :
        List.of("1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z", "9999-12-31T23:59:59Z")) {
      VectorRecord old = entry(1);
      Instant time = Instant.parse(instant);

      VectorRecord read =
          throughServer(
              new VectorRecord(
                  old.id(), old.sourceId(), old.content(), old.vector(), Map.of(), time, time));

      assertThat(List.of(read.createdAt(), read.updatedAt())).containsOnly(time);
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {1e-44f, 1e-30f, 1e-10f, 1e-4f, 1e-3f, 0.1f, 1, 10, 1e10f, 1e30f})
  void vectorsOfEveryLengthComeBack(float scale) {
    float[] vector = {scale, -2 * scale, 0.37f * scale};

    float[] read = throughServer(withVector(entry(1), vector)).vector();

    for (int i = 0; i < vector.length; i++) {
      assertThat(Math.abs((double) read[i] - vector[i]))
          .isLessThanOrEqualTo(1e-6 * Math.max(Math.min(1, scale), Math.abs(vector[i])));
    }
  }

  @Test
  void theLargestComponentsComeBack() {
    float[] vector = {Float.MAX_VALUE, -Float.MAX_VALUE, Float.MAX_VALUE};

    assertThat(throughServer(withVector(entry(1), vector)).vector())
        .usingComparatorWithPrecision(1e-6f * Float.MAX_VALUE)
        .containsExactly(vector);
  }

  @Test
  void vectorsOfUnitLengthComeBackToTheLastBit() {
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      float[] vector =
          UnitVector.of(
                  new float[] {random.nextFloat() - 0.5f, random.nextFloat(), random.nextFloat()})
              .components();

      assertThat(throughServer(withVector(entry(1), vector)).vector()).containsExactly(vector);
    }
  }

  @Test
  void theZeroVectorComesBack() {
    assertThat(throughServer(withVector(entry(1), new float[3])).vector()).containsExactly(0, 0, 0);
  }

  @Test
  void metadataIsStillExactAfterTheServerMovedIt() {
    List<VectorRecord> written = new ArrayList<>();
    Random random = new Random(2);
    for (int i = 0; i < 100; i++) {
      written.add(
          withVector(
              entry(i, "source", Map.of("x", random.nextGaussian(), "y", random.nextInt() / 1e3)),
              new float[] {1, 0, 0}));
    }
    try (PrivateServer server = PrivateServer.start();
        WrittenPoints moved = WrittenPoints.create(server, 3, Map.of())) {
      moved.writer().upsert(moved.collection(), written);

      server.stop();
      server.restart();

      try (WrittenPoints reopened = moved.reopen()) {
        assertThat(written).allMatch(entry -> reopened.entry(entry.id()).equals(entry));
      }
    }
  }

  private void assertComesBack(Map<String, @Nullable Object> metadata) {
    VectorRecord written =
        withVector(
            entry(1, "source", Collections.unmodifiableMap(metadata)), new float[] {0.6f, 0.8f, 0});

    assertThat(throughServer(written)).isEqualTo(written);
  }

  private VectorRecord throughServer(VectorRecord entry) {
    WrittenPoints points = Objects.requireNonNull(docs);
    points.writer().upsert(points.collection(), List.of(entry));
    return points.entry(entry.id());
  }

  private static Map<String, Value> written(Map<String, @Nullable Object> metadata) {
    return PayloadCodec.write(entry(1, "source", metadata), 1);
  }

  private static Map<String, Value> scalars(Map<String, Value> payload) {
    return payload
        .getOrDefault(Fields.SCALARS, Value.getDefaultInstance())
        .getStructValue()
        .getFieldsMap();
  }
}
