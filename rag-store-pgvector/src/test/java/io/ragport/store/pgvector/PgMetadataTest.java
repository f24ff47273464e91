package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.store.MetadataJson;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metadata through the columns of the real server, and back. */
class PgMetadataTest {
  @Test
  void emptyMetadataIsAnEmptyObject() {
    assertThat(PgMetadata.of(Map.of())).isEqualTo(new PgMetadata("{}", null));
  }

  @Test
  void ordinaryMetadataIsKeptOnce() {
    PgMetadata metadata = PgMetadata.of(Map.of("page", 7L));

    assertThat(metadata).isEqualTo(new PgMetadata("{\"page\":7}", null));
  }

  @Test
  void largeDoublesStandThereByTheirExactValue() {
    PgMetadata metadata = PgMetadata.of(Map.of("x", 0x1p63));

    assertThat(metadata).isEqualTo(new PgMetadata("{\"x\":9223372036854775808.0}", null));
  }

  @Test
  void nestedDoublesAreWrittenOutToo() {
    PgMetadata metadata = PgMetadata.of(Map.of("x", List.of(Map.of("y", 1e7))));

    assertThat(metadata).isEqualTo(new PgMetadata("{\"x\":[{\"y\":10000000.0}]}", null));
  }

  @Test
  void negativeZeroIsKeptBesideWhatFiltersSee() {
    PgMetadata metadata = PgMetadata.of(Map.of("x", List.of(-0.0)));

    assertThat(metadata.exact()).isEqualTo("{\"x\":[-0.0]}");
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0.0,
        -0.0,
        1.0,
        9_999_999.0,
        1e7,
        -1e7,
        123_456_789.0,
        9_007_199_254_740_991.0,
        0x1p53,
        -0x1p63,
        1e22,
        1e23,
        0.1,
        1e-5,
        1.5e9,
        4_503_599_627_370_495.5,
        Double.MAX_VALUE,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        2.0E-3,
        -Double.MAX_VALUE
      })
  void doublesComeBackAsTheyWere(double value) throws SQLException {
    Map<String, @Nullable Object> metadata =
        Map.of("top", value, "list", List.of(value), "object", Map.of("inner", value));

    assertThat(throughServer(List.of(metadata))).containsExactly(metadata);
  }

  @Test
  void everyOtherKindOfValueComesBackAsItWas() throws SQLException {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("beyond", (1L << 53) + 1);
    metadata.put("least", Long.MIN_VALUE);
    metadata.put("greatest", Long.MAX_VALUE);
    metadata.put("flag", true);
    metadata.put("nothing", null);
    metadata.put("empty", "");
    metadata.put("blank", " ");
    metadata.put("a.b $x \"q\" \\ 'é😀", "\u0001\u007f\u2028\uffff é😀 \\u0000 \\ \"");
    metadata.put(
        "list", Collections.unmodifiableList(new ArrayList<>(List.of(1L, 1.0, "1", true))));
    metadata.put("object", Map.of("content", List.of(), "deep", Map.of()));

    assertThat(throughServer(List.of(metadata))).containsExactly(metadata);
  }

  @Test
  void randomMetadataComesBackAsItWas() throws SQLException {
    long seed = 20_260_504L;
    Random random = new Random(seed);
    List<Map<String, @Nullable Object>> metadata = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      metadata.add(object(random, 1));
    }

    assertThat(throughServer(metadata)).as("seed %d", seed).isEqualTo(metadata);
  }

  private static List<Map<String, @Nullable Object>> throughServer(
      List<Map<String, @Nullable Object>> all) throws SQLException {
    List<Map<String, @Nullable Object>> back = new ArrayList<>();
    try (Connection connection = TestServer.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT COALESCE(CAST(? AS json)::text, CAST(? AS jsonb)::text)")) {
      for (Map<String, @Nullable Object> metadata : all) {
        PgMetadata columns = PgMetadata.of(metadata);
        statement.setString(1, columns.exact());
        statement.setString(2, columns.filterable());
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          back.add(MetadataJson.read(row.getString(1)));
        }
      }
    }
    return back;
  }

  private static Map<String, @Nullable Object> object(Random random, int depth) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      object.put("key " + random.nextInt(9), value(random, depth));
    }
    return object;
  }

  private static @Nullable Object value(Random random, int depth) {
    return switch (random.nextInt(depth < 4 ? 8 : 6)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextLong() >> random.nextInt(64);
      case 3 -> finite(random);
      case 4 -> (double) (random.nextLong() >> random.nextInt(64));
      case 5 -> Character.toString(0x20 + random.nextInt(0x7f0)).repeat(random.nextInt(4));
      case 6 -> {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(value(random, depth + 1));
        }
        yield list;
      }
      default -> object(random, depth + 1);
    };
  }

  private static double finite(Random random) {
    double value = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(value) ? value : -0.0;
  }
}
