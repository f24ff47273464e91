package io.ragport.store.pgvector;

import static io.ragport.store.pgvector.Catalog.indexes;
import static io.ragport.store.pgvector.Catalog.strings;
import static io.ragport.testing.TestEntries.collection;
import static io.ragport.testing.TestEntries.entries;
import static io.ragport.testing.TestEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorRecord;
import io.ragport.testing.InThread;
import io.ragport.testing.Warnings;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Indexes on the real server: built after the data, taken away for a load. */
class IndexKeeperTest {
  private final String schema = TestServer.newSchema();

  @AfterEach
  void drop() {
    TestServer.drop(schema);
  }

  private PgVectorStore store(Map<String, ?> more) {
    return PgVectorStore.withOwnPool(TestServer.options(schema, more));
  }

  @Test
  void aNewCollectionHasNoIndexes() {
    try (PgVectorStore store = store(Map.of())) {
      collection(store, "docs", 3);

      assertThat(indexes(schema)).isEmpty();
    }
  }

  @Test
  void whatIsDueIsBuiltWhenTheStoreIsClosed() {
    try (PgVectorStore store = store(Map.of("filterableKeys", List.of("it's \\", "lang")))) {
      store.upsert(collection(store, "docs", 3), entries(0, 1_000));
    }

    assertThat(indexes(schema))
        .hasSize(5)
        .anyMatch(definition -> definition.endsWith("USING btree (source_id)"))
        .anyMatch(
            definition -> definition.contains("USING btree (((metadata -> 'lang'::text))) WHE"))
        .anyMatch(definition -> definition.contains("((metadata -> 'it''s \\'::text))) WHERE"))
        .anyMatch(definition -> definition.endsWith("USING gin (terms)"))
        .anyMatch(
            definition ->
                definition.contains("USING hnsw (embedding ")
                    && definition.endsWith("WITH (m='16', ef_construction='64')"));
  }

  @Test
  void indexesAreBuiltSoonAfterALoad() {
    try (PgVectorStore store = store(Map.of())) {
      store.upsert(collection(store, "docs", 3), entries(0, 1_000));

      await(() -> indexes(schema).size() == 3);

      assertThat(strings("SELECT reltuples FROM pg_class WHERE relname LIKE 'ragport_docs\\_%'"))
          .contains("1000");
    }
  }

  @Test
  void aSmallCollectionGetsNoIndexes() {
    try (PgVectorStore store = store(Map.of())) {
      store.upsert(collection(store, "docs", 3), entries(0, 999));
    }

    assertThat(indexes(schema)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "3, vector, embedding vector_cosine_ops",
    "2000, vector, embedding vector_cosine_ops",
    "2500, vector, (l2_normalize(embedding))::halfvec(2500)) halfvec_cosine_ops",
    "2500, halfvec, embedding halfvec_cosine_ops",
    "4500, vector, -",
    "4500, halfvec, -"
  })
  void theKindOfVectorIndexDependsOnTypeAndDimension(int dimension, String type, String indexed) {
    try (PgVectorStore store = store(Map.of("vectorType", type))) {
      CollectionSpec docs = collection(store, "docs", dimension);
      store.upsert(docs, entries(0, 30, dimension));

      store.indexes().build(docs);
    }

    List<String> hnsw = indexes(schema).stream().filter(each -> each.contains("hnsw")).toList();
    if (indexed.equals("-")) {
      assertThat(hnsw).isEmpty();
    } else {
      assertThat(hnsw).singleElement().satisfies(each -> assertThat(plain(each)).contains(indexed));
    }
  }

  @Test
  void theVectorIndexIsBuiltAsTheOptionsSay() {
    try (PgVectorStore store = store(Map.of("m", 24, "efConstruction", 100))) {
      CollectionSpec docs = collection(store, "docs", 3);

      store.indexes().build(docs);
    }

    assertThat(indexes(schema)).anyMatch(each -> each.endsWith("(m='24', ef_construction='100')"));
  }

  @Test
  void withoutAnIndexMethodOnlyTheOthersAreBuilt() {
    try (PgVectorStore store = store(Map.of("index", "none", "keywordSearch", false))) {
      store.upsert(collection(store, "docs", 3), entries(0, 1_000));
    }

    assertThat(indexes(schema)).singleElement().asString().contains("source_id");
  }

  @Test
  void theVectorIndexIsAwayDuringALoadAndBackAfterwards() {
    try (PgVectorStore store = store(Map.of())) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.upsert(docs, entries(0, 1_000));
      store.indexes().build(docs);

      store.indexes().beforeWrite(docs, 1_000);

      assertThat(indexes(schema)).hasSize(2).noneMatch(each -> each.contains("hnsw"));
      store.upsert(docs, entries(1_000, 2_000));
    }
    assertThat(indexes(schema)).hasSize(3).anyMatch(each -> each.contains("hnsw"));
  }

  @Test
  void theVectorIndexStaysWhereTheCollectionHardlyGrows() {
    try (PgVectorStore store = store(Map.of())) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.upsert(docs, entries(0, 4_001));
      store.indexes().build(docs);

      store.indexes().beforeWrite(docs, 1_000);

      assertThat(indexes(schema)).anyMatch(each -> each.contains("hnsw"));
    }
  }

  @Test
  void theVectorIndexStaysWhereSomebodyBuilds() throws Exception {
    try (PgVectorStore store = store(Map.of());
        Connection other = TestServer.connect()) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.upsert(docs, entries(0, 1_000));
      store.indexes().build(docs);
      other.setAutoCommit(false);
      lock(other, docs);

      store.indexes().beforeWrite(docs, 1_000);

      assertThat(indexes(schema)).anyMatch(each -> each.contains("hnsw"));
    }
  }

  @Test
  void whatSomebodyElseBuildsIsLeftToThem() throws Exception {
    try (Connection other = TestServer.connect()) {
      other.setAutoCommit(false);
      try (PgVectorStore store = store(Map.of())) {
        CollectionSpec docs = collection(store, "docs", 3);
        lock(other, docs);
        store.upsert(docs, entries(0, 1_000));
      }

      assertThat(indexes(schema)).isEmpty();
    }
  }

  @Test
  void withoutProvisionNothingIsBuiltUnlessAskedFor() {
    try (PgVectorStore store = store(Map.of())) {
      collection(store, "docs", 3);
    }
    try (PgVectorStore store = store(Map.of("provision", false))) {
      CollectionSpec docs = store.findCollection("docs").orElseThrow();
      store.upsert(docs, entries(0, 1_000));
      store.indexes().close();
      assertThat(indexes(schema)).isEmpty();

      store.indexes().build(docs);

      assertThat(indexes(schema)).hasSize(3);
    }
  }

  @Test
  void aRoleThatMayNotBuildIsWarnedOnceAndGoesOnWithoutIndexes() {
    try (PgVectorStore store = store(Map.of());
        Warnings warnings = Warnings.of(IndexKeeper.class)) {
      CollectionSpec docs = collection(store, "docs", 3);
      try (RestrictedRole role = RestrictedRole.in(schema);
          PgVectorStore restricted = store(role.settings())) {
        restricted.upsert(docs, entries(0, 1_000));
        await(() -> warnings.messages().size() == 1);

        restricted.upsert(docs, entries(1_000, 2_000));

        assertThat(restricted.count(docs)).isEqualTo(2_000);
      }
      assertThat(indexes(schema)).isEmpty();
      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .startsWith("pgvector: collection \"docs\": an index could not be built")
          .contains("must own the table");
    }
  }

  @Test
  void anIndexThatCannotBeBuiltIsAWarningAndDoesNotKeepTheOthers() {
    byte[] random = new byte[8_000];
    new Random(1).nextBytes(random);
    VectorRecord large = entry(1, HexFormat.of().formatHex(random), Map.of());
    try (PgVectorStore store = store(Map.of("filterableKeys", List.of("k")));
        Warnings warnings = Warnings.of(IndexKeeper.class)) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.upsert(docs, List.of(large));
      store.upsert(docs, entries(2, 1_010));

      await(() -> !warnings.messages().isEmpty());

      assertThat(valid()).doesNotContain("source_id").contains("hnsw", "terms");
      assertThat(warnings.messages()).singleElement().asString().contains("tried again");
    }
  }

  @Test
  void aFailureWhileClosingIsAWarningToo() {
    try (PgVectorStore store = store(Map.of());
        Warnings warnings = Warnings.of(IndexKeeper.class)) {
      CollectionSpec docs = collection(store, "docs", 3);
      try (RestrictedRole role = RestrictedRole.in(schema)) {
        try (PgVectorStore restricted = store(role.settings())) {
          restricted.upsert(docs, entries(0, 1_000));
        }
      }

      assertThat(warnings.messages()).hasSize(1);
    }
  }

  @Test
  void theThreadEndsWithTheStore() throws InterruptedException {
    List<Thread> threads;
    try (PgVectorStore store = store(Map.of())) {
      store.upsert(collection(store, "docs", 3), entries(0, 10));
      threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("ragport-pgvector-indexes"))
              .toList();
    }

    assertThat(threads).isNotEmpty();
    for (Thread thread : threads) {
      thread.join(Duration.ofSeconds(10).toMillis());
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @Test
  void aRoleThatMayNotDropAnIndexLoadsWithIt() {
    try (PgVectorStore store = store(Map.of())) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.upsert(docs, entries(0, 1_000));
      store.indexes().build(docs);
      try (RestrictedRole role = RestrictedRole.in(schema);
          PgVectorStore restricted = store(role.settings())) {
        restricted.upsert(docs, entries(1_000, 2_000));

        assertThat(restricted.count(docs)).isEqualTo(2_000);
        assertThat(indexes(schema)).hasSize(3);
      }
    }
  }

  @Test
  void aDroppedCollectionIsLeftAlone() {
    try (PgVectorStore store = store(Map.of())) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.upsert(docs, entries(0, 1_000));
      store.dropCollection("docs");

      assertThatCode(() -> store.indexes().build(docs)).doesNotThrowAnyException();
    }
    assertThat(indexes(schema)).isEmpty();
  }

  @Test
  void aCollectionMadeAnewGetsItsIndexesToo() {
    try (PgVectorStore store = store(Map.of())) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.upsert(docs, entries(0, 1_000));
      store.indexes().build(docs);
      store.dropCollection("docs");
      store.upsert(collection(store, "docs", 3), entries(0, 1_000));
    }

    assertThat(indexes(schema)).hasSize(3);
  }

  @Test
  void buildingTwiceIsNoError() {
    try (PgVectorStore store = store(Map.of())) {
      CollectionSpec docs = collection(store, "docs", 3);

      store.indexes().build(docs);
      store.indexes().build(docs);

      assertThat(indexes(schema)).hasSize(3);
    }
  }

  @Test
  void writersGoOnWhileAnIndexIsBuilt() throws Exception {
    try (PgVectorStore store = store(Map.of());
        Connection old = TestServer.connect()) {
      CollectionSpec docs = collection(store, "docs", 3);
      openTransaction(old);
      InThread building = InThread.start(() -> store.indexes().build(docs));
      await(this::somebodyBuilds);

      store.upsert(docs, entries(0, 10));

      assertThat(store.count(docs)).isEqualTo(10);
      assertThat(valid()).isEmpty();
      old.commit();
      assertThat(building.join()).isNull();
      assertThat(valid()).contains("source_id", "terms", "hnsw");
    }
  }

  @Test
  void anIndexWhoseBuildingWasCutShortIsBuiltAnew() throws Exception {
    try (PgVectorStore store = store(Map.of());
        Connection old = TestServer.connect()) {
      CollectionSpec docs = collection(store, "docs", 3);
      openTransaction(old);
      InThread building = InThread.start(() -> store.indexes().build(docs));
      await(this::somebodyBuilds);
      building.interrupt();
      assertThat(building.join()).hasMessageContaining("interrupted");
      assertThat(indexes(schema)).hasSize(1);
      assertThat(valid()).isEmpty();
      old.commit();

      store.indexes().build(docs);

      assertThat(indexes(schema)).hasSize(3);
      assertThat(valid()).contains("source_id", "terms", "hnsw");
    }
  }

  @Test
  void aCallWaitsForOthersWhoBuild() throws Exception {
    try (PgVectorStore store = store(Map.of());
        Connection old = TestServer.connect()) {
      CollectionSpec docs = collection(store, "docs", 3);
      openTransaction(old);
      InThread other =
          InThread.start(
              () ->
                  TestServer.execute(
                      "CREATE INDEX CONCURRENTLY ON " + table(docs) + " (updated_at)"));
      await(this::somebodyBuilds);
      IndexBuilder builder = builder(store);

      assertThat(builder.build(docs)).isFalse();
      InThread call = InThread.start(() -> store.indexes().build(docs));
      await(call::isParked);
      old.commit();

      assertThat(other.join()).isNull();
      assertThat(call.join()).isNull();
      assertThat(valid()).contains("source_id", "terms", "hnsw");
    }
  }

  @Test
  void buildersAtOnceBuildEachIndexOnce() throws Exception {
    try (PgVectorStore one = store(Map.of());
        PgVectorStore another = store(Map.of())) {
      CollectionSpec docs = collection(one, "docs", 3);
      one.upsert(docs, entries(0, 500));
      List<InThread> calls =
          Stream.of(one, another, one, another)
              .map(store -> InThread.start(() -> store.indexes().build(docs)))
              .toList();

      for (InThread call : calls) {
        assertThat(call.join()).isNull();
      }

      assertThat(indexes(schema)).hasSize(3);
      assertThat(valid()).contains("source_id", "terms", "hnsw");
    }
  }

  @Test
  void closingBeforeAllIsBuiltIsAWarningThatSaysWhatToDo() throws Exception {
    try (PgVectorStore store = store(Map.of());
        Connection old = TestServer.connect();
        Warnings warnings = Warnings.of(IndexKeeper.class)) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.upsert(docs, entries(0, 1_000));
      openTransaction(old);
      IndexKeeper keeper =
          new IndexKeeper(
              TestServer.options(schema, Map.of()), builder(store), Duration.ofMillis(10));
      keeper.afterWrite(docs, 1_000);

      keeper.close();

      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .startsWith("pgvector: closed while indexes were still to be built")
          .contains("buildIndexes");
      old.commit();
      await(() -> valid().size() == 3);
    }
  }

  @Test
  void aDropThatOthersKeepFromHappeningIsNotTriedAgainSoon() throws Exception {
    try (PgVectorStore store = store(Map.of());
        Connection reader = TestServer.connect()) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.upsert(docs, entries(0, 1_000));
      store.indexes().build(docs);
      reader.setAutoCommit(false);
      Queries.text(reader, "SELECT count(*) FROM " + table(docs));
      store.indexes().beforeWrite(docs, 1_000);
      reader.commit();

      store.indexes().beforeWrite(docs, 1_000);

      assertThat(valid()).contains("hnsw");
    }
  }

  @Test
  void nothingOfTheSettingsForBuildingStaysWithTheSession() {
    try (PgVectorStore store = store(Map.of("poolSize", 1))) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.indexes().build(docs);

      String memory =
          store
              .connections()
              .read(
                  "test",
                  connection -> {
                    try (Statement statement = connection.createStatement();
                        var row = statement.executeQuery("SHOW maintenance_work_mem")) {
                      row.next();
                      return row.getString(1);
                    }
                  });

      assertThat(memory).isEqualTo(strings("SHOW maintenance_work_mem").get(0));
    }
  }

  private void lock(Connection connection, CollectionSpec collection) throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT pg_advisory_xact_lock("
              + IndexBuilder.lockKey(new PgTable(schema, collection))
              + ")");
    }
  }

  /** A transaction that reads what was there when it began: builders wait for it to end. */
  private static void openTransaction(Connection connection) throws Exception {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    Queries.text(connection, "SELECT 1");
  }

  /** Far enough for something to be left behind. */
  private boolean somebodyBuilds() {
    return !strings(
            "SELECT 1 FROM pg_stat_progress_create_index WHERE phase = 'waiting for old snapshots'"
                + " AND relid IN (SELECT oid FROM pg_class WHERE relnamespace = (SELECT oid FROM"
                + " pg_namespace WHERE nspname = "
                + Identifiers.literal(schema)
                + "))")
        .isEmpty();
  }

  private IndexBuilder builder(PgVectorStore store) {
    return new IndexBuilder(
        TestServer.options(schema, Map.of()), store.connections(), store.collections());
  }

  private String table(CollectionSpec collection) {
    return new PgTable(schema, collection).sql();
  }

  /** The purposes of the indexes that are of use. */
  private List<String> valid() {
    return strings(
        "SELECT regexp_replace(relname, '^ragport_[0-9a-f]+_', '') FROM pg_index JOIN pg_class ON"
            + " oid = indexrelid WHERE indisvalid AND NOT indisprimary AND relnamespace = (SELECT"
            + " oid FROM pg_namespace WHERE nspname = "
            + Identifiers.literal(schema)
            + ") AND relname ~ '^ragport_[0-9a-f]+_'");
  }

  /** Looks until it is so; fails after half a minute. */
  private static void await(BooleanSupplier condition) {
    Instant end = Instant.now().plus(Duration.ofSeconds(30));
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as("time of waiting").isBefore(end);
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  /** Without the schemas of types and operators. */
  private static String plain(String definition) {
    return definition.replaceAll("\\bpublic\\.", "");
  }
}
