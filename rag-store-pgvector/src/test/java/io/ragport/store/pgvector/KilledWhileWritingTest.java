package io.ragport.store.pgvector;

import static io.ragport.testing.TestEntries.all;
import static io.ragport.testing.TestEntries.changed;
import static io.ragport.testing.TestEntries.collection;
import static io.ragport.testing.TestEntries.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorRecord;
import io.ragport.testing.Warnings;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that dies while entries are on their way to it: all are stored or none. */
class KilledWhileWritingTest {
  /** Several statements of the way through the temporary table. */
  private static final int ENTRIES = 2_500;

  private static final int MIDDLE = 1_700;

  private static PrivateServer server;

  private PgVectorStore store;
  private CollectionSpec docs;

  @BeforeAll
  static void startServer() {
    server = PrivateServer.start();
    try (PgConnections connections = PgConnections.withOwnPool(server.options(Map.of()))) {
      String available = "SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'";
      if (connections.read("test", Queries.of(available)).equals("0")) {
        Assumptions.abort("not testable: pgvector is not installed on this machine");
      }
    }
    server.execute("CREATE EXTENSION vector");
  }

  @BeforeEach
  void open() {
    // Nobody looks after indexes in the background while the server is away.
    store = PgVectorStore.withOwnPool(server.options(Map.of("provision", false)));
    docs = collection(store, "docs", 3);
  }

  @AfterEach
  void drop() {
    if (store != null) {
      store.dropCollection("docs");
      store.close();
    }
  }

  @AfterAll
  static void endServer() {
    if (server != null) { // not where it could not be started
      server.close();
    }
  }

  @Test
  void newEntriesOfAServerThatDiesAreNotStored() {
    List<VectorRecord> batch = with(entries(0, ENTRIES), server::kill);

    assertThatThrownBy(() -> store.upsert(docs, batch))
        .isInstanceOf(BackendUnavailableException.class);

    server.restart();
    assertThat(store.count(docs)).isZero();
    assertTheStoreGoesOn();
  }

  @Test
  void newEntriesOfAServerThatComesBackAreStoredOnce() {
    store.upsert(docs, with(entries(0, ENTRIES), this::killAndRestart));

    assertThat(all(store, docs)).hasSize(ENTRIES);
    assertTheStoreGoesOn();
  }

  @Test
  void changedEntriesOfAServerThatDiesStayAsTheyWere() {
    List<VectorRecord> old = entries(0, ENTRIES);
    store.upsert(docs, old);
    List<VectorRecord> batch = with(changedTexts(old), server::kill);

    assertThatThrownBy(() -> store.upsert(docs, batch))
        .isInstanceOf(BackendUnavailableException.class);

    server.restart();
    assertThat(all(store, docs)).isEqualTo(old);
    assertTheStoreGoesOn();
  }

  @Test
  void changedEntriesOfAServerThatComesBackAreAllChanged() {
    List<VectorRecord> old = entries(0, ENTRIES);
    store.upsert(docs, old);

    store.upsert(docs, with(changedTexts(old), this::killAndRestart));

    assertThat(all(store, docs)).extracting(VectorRecord::content).containsOnly("other");
    assertTheStoreGoesOn();
  }

  @Test
  void aReplaceOnAServerThatDiesKeepsTheOldEntries() {
    List<VectorRecord> old = entries(0, ENTRIES);
    store.upsert(docs, old);
    List<VectorRecord> batch = with(entries(ENTRIES, 2 * ENTRIES), server::kill);

    assertThatThrownBy(() -> store.replace(docs, Selection.ofSources(List.of("source")), batch))
        .isInstanceOf(BackendUnavailableException.class);

    server.restart();
    assertThat(all(store, docs)).isEqualTo(old);
    assertTheStoreGoesOn();
  }

  @Test
  void aServerThatIsAwayWhenTheStoreIsClosedIsAWarningAboutItsIndexes() {
    store.upsert(docs, entries(0, ENTRIES));
    try (Warnings warnings = Warnings.of(IndexKeeper.class)) {
      try (PgVectorStore keeping = PgVectorStore.withOwnPool(server.options(Map.of()))) {
        server.kill();
        keeping.indexes().afterWrite(docs, ENTRIES);
        keeping.indexes().close(); // looks at once, in vain

        assertThat(warnings.messages()).singleElement().asString().contains("tried again");
        server.restart();
      }
    }
  }

  private void killAndRestart() {
    server.kill();
    server.restart();
  }

  private void assertTheStoreGoesOn() {
    List<VectorRecord> more = entries(10_000, 10_100);

    store.upsert(docs, more);

    assertThat(all(store, docs)).containsAll(more);
  }

  private static List<VectorRecord> changedTexts(List<VectorRecord> old) {
    return old.stream().map(entry -> changed(entry, "other")).toList();
  }

  /** The batch, with an entry in the middle that does this, once, when its metadata is read. */
  private static List<VectorRecord> with(List<VectorRecord> batch, Runnable event) {
    List<VectorRecord> changed = new ArrayList<>(batch);
    VectorRecord old = batch.get(MIDDLE);
    AtomicBoolean done = new AtomicBoolean();
    Map<String, @Nullable Object> metadata =
        new AbstractMap<>() {
          @Override
          public Set<Map.Entry<String, @Nullable Object>> entrySet() {
            if (done.compareAndSet(false, true)) {
              event.run();
            }
            return Set.of();
          }
        };
    changed.set(
        MIDDLE,
        new VectorRecord(
            old.id(),
            old.sourceId(),
            old.content(),
            old.vector(),
            metadata,
            old.createdAt(),
            old.updatedAt()));
    return changed;
  }
}
