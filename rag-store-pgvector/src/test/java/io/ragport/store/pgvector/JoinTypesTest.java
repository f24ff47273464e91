package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What columns of which types join, compare and come back as, on the real server. */
class JoinTypesTest {
  private static final UUID A = UUID.fromString("0A000000-0000-0000-0000-00000000000a");

  private final Shop shop = new Shop();

  @BeforeEach
  void createCollection() {
    shop.collection(Shop.COLLECTION);
  }

  @AfterEach
  void close() {
    shop.close();
  }

  private JoinQuery.Builder query() {
    return JoinQuery.builder("0").collectionName(Shop.COLLECTION).table(shop.schema, "t").topK(100);
  }

  private List<String> sources(JoinQuery.Builder query) {
    return shop.service.queryWithJoin(query.build()).get(0).stream()
        .map(found -> found.result().sourceId())
        .sorted()
        .toList();
  }

  private void entries(String... sourceIds) {
    for (String sourceId : sourceIds) {
      shop.entry(sourceId, "0");
    }
  }

  /** The sources of entries 1, 2, … whose row of that type and value fulfils the condition. */
  private void rows(String type, String... values) {
    shop.run("CREATE TABLE t (k text, v " + type + ")");
    for (int i = 0; i < values.length; i++) {
      shop.run("INSERT INTO t VALUES ('" + (i + 1) + "', " + values[i] + ")");
      shop.entry(Integer.toString(i + 1), "0");
    }
  }

  private List<String> where(Column... conditions) {
    return sources(query().onSourceId("k").where(conditions));
  }

  @Test
  void sourceIdsThatAreUuidsJoinUuids() {
    shop.run("CREATE TABLE t (k uuid)", "INSERT INTO t VALUES ('" + A + "')");
    entries(A.toString(), "{" + A + "}", A + "\n", "no uuid", "'", "");

    assertThat(sources(query().onSourceId("k"))).containsExactly(A.toString());
  }

  @Test
  void sourceIdsThatAreWholeNumbersJoinNumbers() {
    shop.run(
        "CREATE TABLE t (k bigint)",
        "INSERT INTO t VALUES (0), (-7), (42), (" + Long.MAX_VALUE + "), (" + Long.MIN_VALUE + ")");
    entries(
        "0",
        "-7",
        "42",
        "9223372036854775807",
        "-9223372036854775808", // these and no others
        "9223372036854775808",
        "99999999999999999999999",
        "042",
        "+42",
        " 42",
        "42.0",
        "4e1",
        "-0",
        "٤٢",
        "x");

    assertThat(sources(query().onSourceId("k")))
        .containsExactly("-7", "-9223372036854775808", "0", "42", "9223372036854775807");
  }

  @Test
  void sourceIdsBeyondASmallTypeJoinNothing() {
    shop.run("CREATE TABLE t (k smallint)", "INSERT INTO t VALUES (42)");
    entries("42", "4200000000");

    assertThat(sources(query().onSourceId("k"))).containsExactly("42");
  }

  @Test
  void sourceIdsThatAreDecimalsJoinNumeric() {
    shop.run("CREATE TABLE t (k numeric(10, 2))", "INSERT INTO t VALUES (1.50)");
    entries("1.5", "1.50", "1,5", "NaN", "1e0", "x");

    assertThat(sources(query().onSourceId("k"))).containsExactly("1.5", "1.50");
  }

  @Test
  void sourceIdsJoinTextOfAnyTypeAndCollation() {
    shop.run(
        "CREATE COLLATION blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
        "CREATE DOMAIN short AS varchar(20) COLLATE \"C\"",
        "CREATE DOMAIN shorter AS short",
        "CREATE TABLE t (a text, b varchar(10), c char(5), d text COLLATE \"C\", e text COLLATE"
            + " blind, f shorter)",
        "INSERT INTO t VALUES ('x', 'x', 'x', 'x', 'x', 'x')");
    entries("x", "X", "y");

    for (String column : List.of("a", "b", "c", "d", "f")) {
      assertThat(sources(query().onSourceId(column))).as(column).containsExactly("x");
    }
    assertThat(sources(query().onSourceId("e"))).containsExactly("X", "x");
  }

  @Test
  void idsJoinUuidsAndTexts() {
    UUID id = shop.entry("wanted", "0");
    shop.entry("other", "0");
    shop.run(
        "CREATE TABLE t (u uuid, s text)", "INSERT INTO t VALUES ('" + id + "', '" + id + "')");

    assertThat(sources(query().onId("u"))).containsExactly("wanted");
    assertThat(sources(query().onId("s"))).containsExactly("wanted");
  }

  @Test
  void metadataJoinsByType() {
    shop.run(
        "CREATE TABLE t (n int, d numeric, s text, u uuid)",
        "INSERT INTO t VALUES (7, 7.5, '7', '" + A + "')");
    shop.entry("number", "0", Map.of("a.\"'b", 7L));
    shop.entry("whole double", "0", Map.of("a.\"'b", 7.0));
    shop.entry("fraction", "0", Map.of("a.\"'b", 7.5));
    shop.entry("huge", "0", Map.of("a.\"'b", 1e300));
    shop.entry("string", "0", Map.of("a.\"'b", "7"));
    shop.entry("uuid", "0", Map.of("a.\"'b", A.toString()));
    shop.entry("boolean", "0", Map.of("a.\"'b", true));
    shop.entry("list", "0", Map.of("a.\"'b", List.of(7L)));
    shop.entry("none", "0");

    assertThat(sources(query().onMetadata("a.\"'b", "n")))
        .containsExactly("number", "whole double");
    assertThat(sources(query().onMetadata("a.\"'b", "d"))).containsExactly("fraction");
    assertThat(sources(query().onMetadata("a.\"'b", "s"))).containsExactly("string");
    assertThat(sources(query().onMetadata("a.\"'b", "u"))).containsExactly("uuid");
  }

  @Test
  void columnsThatCannotEqualAreRefused() {
    shop.run("CREATE TABLE t (n int, b boolean, j jsonb)");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> sources(query().onId("n")))
        .withMessage("column \"n\": the entry's id does not compare with integer (uuid or text)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sources(query().onSourceId("b")))
        .withMessageContaining("the source id does not compare with boolean");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sources(query().onMetadata("k", "j")))
        .withMessageContaining("a metadata value does not compare with jsonb");
  }

  @Test
  void wholeNumbersCompareExactly() {
    rows("bigint", "1", "9007199254740993", "NULL");

    assertThat(where(Column.eq("v", 1))).containsExactly("1");
    assertThat(where(Column.eq("v", 1.0))).containsExactly("1");
    assertThat(where(Column.eq("v", 9007199254740992L))).isEmpty();
    assertThat(where(Column.gt("v", 9007199254740992L))).containsExactly("2");
    assertThat(where(Column.lt("v", 1.5))).containsExactly("1");
    assertThat(where(Column.lt("v", new BigDecimal("1E+30")))).containsExactly("1", "2");
    assertThat(where(Column.in("v", List.of(1, 2.5)))).containsExactly("1");
  }

  @Test
  void valuesBeyondASmallTypeAreNoError() {
    rows("smallint", "7", "8");

    assertThat(where(Column.lte("v", 100_000))).containsExactly("1", "2");
    assertThat(where(Column.eq("v", Long.MIN_VALUE))).isEmpty();
    assertThat(where(Column.in("v", List.of(7, Long.MAX_VALUE)))).containsExactly("1");
  }

  @Test
  void aMissingValueIsOnlyNeOrIsNull() {
    rows("int", "1", "2", "NULL");

    assertThat(where(Column.ne("v", 1))).containsExactly("2", "3");
    assertThat(where(Column.isNull("v"))).containsExactly("3");
    assertThat(where(Column.notNull("v"))).containsExactly("1", "2");
    assertThat(where(Column.gte("v", 1))).containsExactly("1", "2");
    assertThat(where(Column.in("v", List.of(1)))).containsExactly("1");
    assertThat(where(Column.in("v", List.of()))).isEmpty();
  }

  @Test
  void allConditionsHoldTogether() {
    rows("int", "1", "2", "3");

    assertThat(where(Column.gt("v", 1), Column.lt("v", 3))).containsExactly("2");
  }

  @Test
  void decimalsAndFloatsCompareAsTheirColumnKeepsThem() {
    shop.run("CREATE TABLE t (k text, n numeric, r real, d double precision)");
    shop.run("INSERT INTO t VALUES ('1', 0.1, 0.1, 0.1)");
    entries("1");

    for (String column : List.of("n", "r", "d")) {
      assertThat(where(Column.eq(column, 0.1))).as(column).containsExactly("1");
      assertThat(where(Column.eq(column, new BigDecimal("0.10")))).as(column).containsExactly("1");
      assertThat(where(Column.lt(column, 1e300))).as(column).containsExactly("1");
      assertThat(where(Column.gt(column, 0))).as(column).containsExactly("1");
    }
  }

  @Test
  void otherTypesCompareWithTheirOwn() {
    shop.run(
        "CREATE TYPE \"Mood's\" AS ENUM ('sad', 'ok, so', 'happy')",
        "CREATE TABLE t (k text, b boolean, u uuid, d date, z timestamptz, p timestamp, m"
            + " \"Mood's\", c char(4))",
        "INSERT INTO t VALUES ('1', true, '"
            + A
            + "', '2026-02-28', '2026-02-28T12:00:00.000001Z', '2026-02-28 12:00', 'ok, so', 'ab')");
    entries("1");

    assertThat(where(Column.eq("b", true))).hasSize(1);
    assertThat(where(Column.ne("b", true))).isEmpty();
    assertThat(where(Column.in("u", List.of(A)))).hasSize(1);
    assertThat(where(Column.lt("d", LocalDate.of(2026, 3, 1)))).hasSize(1);
    assertThat(where(Column.eq("z", Instant.parse("2026-02-28T12:00:00.000001Z")))).hasSize(1);
    assertThat(where(Column.gt("z", Instant.parse("2026-02-28T12:00:00.000001Z")))).isEmpty();
    assertThat(where(Column.eq("p", LocalDateTime.of(2026, 2, 28, 12, 0)))).hasSize(1);
    assertThat(where(Column.in("m", List.of("ok, so", "sad")))).hasSize(1);
    assertThat(where(Column.gt("m", "sad"))).hasSize(1);
    assertThat(where(Column.eq("c", "ab"))).hasSize(1);
  }

  @Test
  void valuesOfAnotherKindThanTheColumnAreRefused() {
    shop.run("CREATE TYPE mood AS ENUM ('sad', 'happy')");
    shop.run("CREATE TABLE t (k text, n int, u uuid, p timestamp, m mood, j jsonb)");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> where(Column.eq("n", "1")))
        .withMessage(
            "column \"n\": a value of type String does not compare with integer (a number)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> where(Column.eq("u", "x")))
        .withMessageContaining("(a UUID)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> where(Column.eq("p", Instant.EPOCH)))
        .withMessageContaining("timestamp without time zone (a LocalDateTime)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> where(Column.eq("m", "bored")))
        .withMessage("column \"m\": \"bored\" is not one of its values (sad, happy)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> where(Column.eq("j", "{}")))
        .withMessageContaining("does not compare with jsonb (isNull or notNull)");
    assertThat(where(Column.isNull("j"))).isEmpty();
  }

  @Test
  void columnsComeBackAsWhatTheyAre() {
    shop.run(
        "CREATE TYPE mood AS ENUM ('sad')",
        "CREATE TABLE t (k text, i2 smallint, i8 bigint, n numeric(6,2), r real, d double"
            + " precision, b boolean, u uuid, da date, z timestamptz, p timestamp, m mood, j jsonb,"
            + " a int[])",
        "INSERT INTO t VALUES ('1', 2, 9007199254740993, 9.90, 0.1, 'NaN', true, '"
            + A
            + "', '2026-02-28', '2026-02-28T12:00:00Z', '2026-02-28 12:00', 'sad', '{\"x\": 1}',"
            + " '{1,2}')");
    entries("1");
    List<String> names =
        List.of("i2", "i8", "n", "r", "d", "b", "u", "da", "z", "p", "m", "j", "a");

    Map<String, @Nullable Object> row =
        shop.service
            .queryWithJoin(query().onSourceId("k").columns(names).build())
            .get(0)
            .get(0)
            .columns();

    Map<String, Object> expected = new HashMap<>();
    expected.put("i2", 2L);
    expected.put("i8", 9007199254740993L);
    expected.put("n", new BigDecimal("9.90"));
    expected.put("r", 0.1);
    expected.put("d", Double.NaN);
    expected.put("b", true);
    expected.put("u", A);
    expected.put("da", LocalDate.of(2026, 2, 28));
    expected.put("z", Instant.parse("2026-02-28T12:00:00Z"));
    expected.put("p", LocalDateTime.of(2026, 2, 28, 12, 0));
    expected.put("m", "sad");
    expected.put("j", "{\"x\": 1}");
    expected.put("a", "{1,2}");
    assertThat(row).isEqualTo(expected);
  }

  @Test
  void missingValuesComeBackAsNull() {
    shop.run(
        "CREATE TABLE t (k text, i int, n numeric, d double precision, b boolean, u uuid, da date,"
            + " z timestamptz, p timestamp, j jsonb)",
        "INSERT INTO t (k) VALUES ('1')");
    entries("1");
    List<String> names = List.of("i", "n", "d", "b", "u", "da", "z", "p", "j");

    Map<String, @Nullable Object> row =
        shop.service
            .queryWithJoin(query().onSourceId("k").columns(names).build())
            .get(0)
            .get(0)
            .columns();

    assertThat(row.keySet()).containsExactlyElementsOf(names);
    assertThat(row.values()).containsOnlyNulls();
  }
}
