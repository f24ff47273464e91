package io.ragport.store.pgvector;

import static io.ragport.store.pgvector.Catalog.strings;
import static io.ragport.testing.TestEntries.all;
import static io.ragport.testing.TestEntries.changed;
import static io.ragport.testing.TestEntries.collection;
import static io.ragport.testing.TestEntries.entries;
import static io.ragport.testing.TestEntries.entry;
import static io.ragport.testing.TestEntries.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ragport.api.CollectionMismatchException;
import io.ragport.api.DimensionMismatchException;
import io.ragport.api.RagStoreException;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorSearch;
import io.ragport.testing.GivenVectors;
import io.ragport.testing.Warnings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Collections as roles with and without rights see them, and as other versions left them. */
class PgCollectionsTest {
  /** How many schemas of ours there are. */
  private static final String SCHEMAS =
      "SELECT count(*) FROM pg_catalog.pg_namespace WHERE nspname = 'rag'";

  private final String schema = TestServer.newSchema();
  private PgVectorStore store = store(Map.of());
  private CollectionSpec docs = CollectionSpec.toCreate("docs", "model", 3, null);

  @BeforeEach
  void create() {
    docs = collection(store, "docs", 3);
  }

  @AfterEach
  void drop() {
    store.close();
    TestServer.drop(schema);
  }

  private PgVectorStore store(Map<String, ?> more) {
    return PgVectorStore.withOwnPool(TestServer.options(schema, more));
  }

  private PgVectorStore restricted(RestrictedRole role) {
    Map<String, Object> settings = new HashMap<>(role.settings());
    settings.put("provision", false); // such a role builds no indexes either
    return store(settings);
  }

  private static VectorSearch nearest(CollectionSpec collection) {
    return new VectorSearch(
        collection, new float[] {1, 1, 2}, null, 5, null, null, false, true, false);
  }

  @Test
  void aRoleThatReadsAndWritesNeedsNoMoreForEntries() {
    try (RestrictedRole role = RestrictedRole.in(schema);
        PgVectorStore restricted = restricted(role)) {
      restricted.upsert(docs, entries(1, 50));
      restricted.upsert(docs, List.of(changed(entry(1), "other")));
      restricted.replace(docs, Selection.ofSources(List.of("source")), entries(1, 4));
      restricted.delete(docs, Selection.ofIds(List.of(id(3))));

      assertThat(restricted.search(nearest(docs)))
          .extracting(VectorHit::id)
          .containsExactly(id(1), id(2));
      assertThat(restricted.count(docs)).isEqualTo(2);
      assertThat(restricted.listCollections()).containsExactly(docs);
      restricted.check();
    }
  }

  @Test
  void aRoleThatReadsAndWritesFindsWhatItWouldCreateAndMissesWhatItWouldDrop() {
    try (RestrictedRole role = RestrictedRole.in(schema);
        PgVectorStore restricted = restricted(role)) {
      assertThat(collection(restricted, "docs", 3)).isEqualTo(docs);
      restricted.dropCollection("unknown");
    }
  }

  @Test
  void aRoleThatReadsAndWritesIsToldWhatCreatingAndDroppingNeeds() {
    try (RestrictedRole role = RestrictedRole.in(schema);
        PgVectorStore restricted = restricted(role)) {
      assertLacksRights("more", () -> collection(restricted, "more", 3));
      assertLacksRights("docs", () -> restricted.dropCollection("docs"));

      assertThat(store.listCollections()).containsExactly(docs);
    }
  }

  @Test
  void aRoleWithoutRightsIsToldWhichItNeedsByEveryCall() {
    store.upsert(docs, entries(1, 4));
    try (RestrictedRole role = RestrictedRole.withoutRights();
        PgVectorStore restricted = restricted(role)) {
      assertLacksRights("docs", () -> restricted.findCollection("docs"));
      assertLacksRights("docs", () -> collection(restricted, "docs", 3));
      assertLacksRights("docs", () -> restricted.dropCollection("docs"));
      assertLacksRights("docs", () -> restricted.upsert(docs, entries(1, 2)));
      assertLacksRights("docs", () -> restricted.upsert(docs, entries(1, 50)));
      assertLacksRights(
          "docs",
          () -> restricted.replace(docs, Selection.ofSources(List.of("source")), List.of()));
      assertLacksRights("docs", () -> restricted.delete(docs, Selection.ofIds(List.of(id(1)))));
      assertLacksRights("docs", () -> restricted.search(nearest(docs)));
      assertLacksRights("docs", () -> restricted.count(docs));
      assertThatThrownBy(restricted::listCollections)
          .isInstanceOf(RagStoreException.class)
          .hasMessageStartingWith("pgvector: collections: the role lacks a right");
    }

    assertThat(all(store, docs)).isEqualTo(entries(1, 4));
  }

  private void assertLacksRights(String collection, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(RagStoreException.class)
        .hasMessageStartingWith(
            "pgvector: collection \"" + collection + "\": the role lacks a right (it needs SELECT")
        .hasMessageContaining("in schema " + schema);
  }

  @Test
  void theExtensionIsCreatedWithTheFirstCollection() {
    try (OwnDatabase database = OwnDatabase.create();
        PgVectorStore fresh = store(database, Map.of())) {
      CollectionSpec created = collection(fresh, "docs", 3);
      fresh.upsert(created, entries(1, 4));

      assertThat(fresh.search(nearest(created))).hasSize(3);
    }
  }

  @Test
  void withoutProvisionAMissingExtensionIsAnErrorThatLeavesNothing() {
    try (OwnDatabase database = OwnDatabase.create();
        PgVectorStore fresh = store(database, Map.of("provision", false))) {
      assertThatThrownBy(() -> collection(fresh, "docs", 3))
          .isInstanceOf(RagStoreException.class)
          .hasMessageContaining("the database has no pgvector (CREATE EXTENSION vector, by a role");

      assertThat(fresh.connections().read("test", Queries.of(SCHEMAS))).isEqualTo("0");
      assertThat(fresh.findCollection("docs")).isEmpty();
      assertThat(fresh.listCollections()).isEmpty();
    }
  }

  @Test
  void aCheckWantsTheExtensionUnlessItIsCreatedWhenNeeded() {
    try (OwnDatabase database = OwnDatabase.create();
        PgVectorStore creating = store(database, Map.of());
        PgVectorStore fixed = store(database, Map.of("provision", false))) {
      creating.check();
      assertThatThrownBy(fixed::check)
          .isInstanceOf(RagStoreException.class)
          .hasMessageContaining("the database has no pgvector");
      collection(creating, "docs", 3);
      fixed.check();
      creating
          .connections()
          .read("test", connection -> Queries.run(connection, "DROP EXTENSION vector CASCADE"));

      assertThatThrownBy(fixed::check).isInstanceOf(RagStoreException.class);
    }
  }

  private static PgVectorStore store(OwnDatabase database, Map<String, ?> more) {
    Map<String, Object> settings = database.settings("rag");
    settings.putAll(more);
    return PgVectorStore.withOwnPool(PgVectorOptions.of(settings));
  }

  @Test
  void aServerWithoutPgvectorIsToldToInstallItByEveryCallThatNeedsIt() {
    GivenVectors vectors = new GivenVectors().with("a text", 1, 0);
    try (PrivateServer server = PrivateServer.startWithoutPgvector();
        PgVectorRagService service =
            PgVectorRagService.open(
                server.options(Map.of("schema", "rag")), EmbeddingSettings.of(vectors));
        PgConnections connections = PgConnections.withOwnPool(server.options(Map.of()))) {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> service.createCollection("docs", 2, null),
              () -> service.index("a text"),
              service::ensureRegistry,
              service::check)) {
        assertThatThrownBy(call)
            .isInstanceOf(RagStoreException.class)
            .hasMessageContaining("the server has no pgvector (install its package");
      }

      assertThat(service.query("a text")).isEmpty();
      assertThat(connections.read("test", Queries.of(SCHEMAS))).isEqualTo("0");
    }
  }

  /** A collection with three entries, as a later version may have left it. */
  private CollectionSpec newer() {
    CollectionSpec newer = collection(store, "newer", 3);
    try (PgVectorStore withoutIndexes = store(Map.of("provision", false))) {
      withoutIndexes.upsert(newer, entries(1, 4));
    }
    TestServer.execute(
        "UPDATE "
            + Identifiers.quote(schema, "ragport_collections")
            + " SET layout_version = 2, vector_type = 'sparsevec', language = 'volapük'"
            + " WHERE name = 'newer'");
    return newer;
  }

  @Test
  void aCollectionOfANewerLayoutIsListed() {
    newer();

    assertThat(store.listCollections())
        .extracting(CollectionSpec::name, CollectionSpec::layoutVersion, store::count)
        .containsExactlyInAnyOrder(tuple("docs", 1, 0L), tuple("newer", 2, 3L));
    assertThat(store.inventory().stats())
        .isEqualTo(new PgVectorStats(3, 2, List.of("docs", "newer")));
  }

  @Test
  void aCollectionOfANewerLayoutIsLeftAlone() {
    CollectionSpec newer = newer();

    try (PgVectorStore older = store(Map.of("provision", false))) {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> older.findCollection("newer"),
              () -> collection(older, "newer", 3),
              () -> older.dropCollection("newer"),
              () -> older.upsert(newer, entries(5, 6)),
              () -> older.replace(newer, Selection.ofSources(List.of("source")), List.of()))) {
        assertThatThrownBy(call)
            .isInstanceOf(CollectionMismatchException.class)
            .hasMessageContaining("layout version")
            .hasMessageContaining("use the version of Ragport that wrote it");
      }
    }
    assertThat(all(store, newer)).hasSize(3);
  }

  @Test
  void aDeleteInAllCollectionsLeavesOutThoseOfANewerLayoutAndSaysSoOnce() {
    CollectionSpec newer = newer();
    store.upsert(docs, entries(1, 4));
    try (Warnings warnings = Warnings.of(PgVectorStore.class)) {
      for (int number = 1; number < 3; number++) {
        Selection selection = Selection.ofIds(List.of(id(number)));
        store.listCollections().forEach(found -> store.delete(found, selection));
      }

      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .startsWith("pgvector: collection \"newer\": left out of deletes in all collections");
    }
    assertThat(all(store, docs)).isEqualTo(entries(3, 4));
    assertThat(all(store, newer)).isEqualTo(entries(1, 4));
  }

  private void makeAnew(CollectionSpec wanted) {
    store.dropCollection("docs");
    store.createCollection(wanted);
  }

  @Test
  void aWriteAfterARecreationWithAnotherModelIsRefused() {
    makeAnew(CollectionSpec.toCreate("docs", "other", 3, null));

    assertThatThrownBy(() -> store.upsert(docs, entries(1, 4)))
        .isInstanceOf(CollectionMismatchException.class)
        .hasMessageContaining("model")
        .hasMessageContaining("it was made anew meanwhile: repeat the call");
    assertThatThrownBy(() -> store.replace(docs, Selection.ofIds(List.of(id(1))), entries(1, 4)))
        .isInstanceOf(CollectionMismatchException.class);
    assertThat(store.count(docs)).isZero();
  }

  @Test
  void aWriteAfterARecreationWithAnotherNormalizerIsRefused() {
    makeAnew(CollectionSpec.toCreate("docs", "model", 3, Normalizer.centredOn(new double[3])));

    assertThatThrownBy(() -> store.upsert(docs, entries(1, 4)))
        .isInstanceOf(CollectionMismatchException.class)
        .hasMessageContaining("normalizer");
    assertThat(store.count(docs)).isZero();
  }

  @Test
  void aWriteAfterARecreationWithAnotherDimensionIsRefused() {
    makeAnew(CollectionSpec.toCreate("docs", "model", 4, null));

    assertThatThrownBy(() -> store.upsert(docs, entries(1, 4)))
        .isInstanceOf(DimensionMismatchException.class);
    assertThat(store.count(docs)).isZero();
  }

  @Test
  void aWriteAfterARecreationWithEqualSettingsIsStored() {
    makeAnew(CollectionSpec.toCreate("docs", "model", 3, null));

    store.upsert(docs, entries(1, 4));

    assertThat(all(store, docs)).isEqualTo(entries(1, 4));
  }

  @Test
  void moreDimensionsThanPgvectorTakesAreRefused() {
    assertThatThrownBy(() -> collection(store, "wide", PgCollections.MAX_DIMENSION + 1))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("16001 dimensions are more than pgvector takes (1 to 16000");
    assertThat(strings("SELECT count(*) FROM " + Identifiers.quote(schema, "ragport_collections")))
        .containsExactly("1");
  }
}
