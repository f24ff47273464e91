package io.ragport.store.pgvector;

import static io.ragport.testing.TestEntries.all;
import static io.ragport.testing.TestEntries.changed;
import static io.ragport.testing.TestEntries.collection;
import static io.ragport.testing.TestEntries.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorRecord;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Writing as a role that the database lets no temporary tables create. */
class NoTemporaryTablesTest {
  @Test
  void manyEntriesTakeThePlaceOfOldOnes() {
    try (OwnDatabase database = OwnDatabase.create();
        PgVectorStore owner = store(database.settings("rag"), Map.of())) {
      CollectionSpec docs = collection(owner, "docs", 3);
      owner.upsert(docs, entries(1, 300));
      execute(owner, "REVOKE TEMPORARY ON DATABASE " + database.sql() + " FROM PUBLIC");
      try (RestrictedRole role = RestrictedRole.in("rag", sql -> execute(owner, sql));
          PgVectorStore restricted = store(database.settings("rag"), role.settings())) {
        List<VectorRecord> changed =
            entries(1, 300).stream().map(old -> changed(old, "other")).toList();

        restricted.upsert(docs, changed);

        assertThatThrownBy(() -> execute(restricted, "CREATE TEMPORARY TABLE t (x int)"))
            .isInstanceOf(RagStoreException.class);
        assertThat(all(restricted, docs)).isEqualTo(changed);
      }
    }
  }

  private static PgVectorStore store(Map<String, Object> settings, Map<String, Object> more) {
    settings.putAll(more);
    return PgVectorStore.withOwnPool(PgVectorOptions.of(settings));
  }

  private static void execute(PgVectorStore store, String sql) {
    store
        .connections()
        .read(
            "test",
            connection -> {
              try (Statement statement = connection.createStatement()) {
                return statement.execute(sql);
              }
            });
  }
}
