package io.ragport.store.pgvector;

import io.ragport.api.Arguments;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorStoreRagService;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The contract on PostgreSQL, with what this database offers beyond it. Safe for use from many
 * threads; closes its own connections and the embedding models it was given.
 *
 * <p>Closing first builds the indexes that are due after a large load, and may take half a minute
 * for it; the server goes on with the one that it is building then.
 */
public final class PgVectorRagService extends VectorStoreRagService {
  private final PgVectorStore store;

  private PgVectorRagService(
      PgVectorOptions options, PgVectorStore store, EmbeddingSettings embedding) {
    super(VectorStoreRagService.builder(store, embedding).provision(options.provision()));
    this.store = store;
  }

  /**
   * A service with connections of its own; connects when first used (LIFE-1).
   *
   * @param options with a url
   * @throws io.ragport.api.RagConfigurationException if there is no url
   */
  public static PgVectorRagService open(PgVectorOptions options, EmbeddingSettings embedding) {
    return new PgVectorRagService(options, PgVectorStore.withOwnPool(options), embedding);
  }

  /**
   * A service on the application's connections, which it never closes. Of the options, those about
   * connecting have no effect.
   *
   * <p>What a call writes is committed when it returns, whatever transaction the caller is in.
   * Every call therefore needs a connection of its own: one in the middle of a transaction that has
   * written something is refused with a {@link io.ragport.api.RagStoreException}, and left as it
   * was; one that has only read is ended.
   *
   * @param dataSource of the PostgreSQL driver, pooled or not; not one that hands out the same
   *     connection to all that takes part in a transaction
   */
  public static PgVectorRagService over(
      DataSource dataSource, PgVectorOptions options, EmbeddingSettings embedding) {
    return new PgVectorRagService(options, PgVectorStore.over(dataSource, options), embedding);
  }

  /**
   * Builds the indexes that a collection lacks, and returns when they stand. Without this they are
   * built in the background, soon after a large load; with {@code provision: false} only so. A
   * missing collection is no error.
   *
   * @throws io.ragport.api.RagStoreException if the role does not own the collection's table, or
   *     the server is short of memory or disk space
   */
  public void buildIndexes(String collectionName) {
    call(
        "buildIndexes",
        () -> {
          findCollection(Arguments.collectionName(collectionName))
              .ifPresent(store.indexes()::build);
          return collectionName;
        });
  }

  /**
   * Creates what collections need and is missing: the extension, the schema, the registry; for the
   * role that may, before others use it. Idempotent, also at the same time from many processes.
   *
   * <p>An administrator's call: it works whatever {@code provision} says, but for the extension,
   * which is created with {@code provision} only.
   *
   * @throws io.ragport.api.RagStoreException if the extension is missing and {@code provision} is
   *     false, or the role may not create what is missing
   */
  public void ensureRegistry() {
    call(
        "ensureRegistry",
        () -> {
          store.inventory().ensureRegistry();
          return store;
        });
  }

  /** How much the schema holds; nothing where there is no registry. Counts every entry. */
  public PgVectorStats getStats() {
    return call("getStats", store.inventory()::stats);
  }

  /**
   * The stored embeddings of entries, without their texts.
   *
   * @return by id, unmodifiable; without the ids that are not there, empty for an unknown
   *     collection. Exact, or as 16-bit numbers keep them in a collection of that precision (ENT-4)
   */
  public Map<UUID, float[]> getEmbeddingsByIds(String collectionName, Collection<UUID> ids) {
    return call(
        "getEmbeddingsByIds",
        () -> {
          Arguments.collectionName(collectionName);
          List<UUID> wanted = Arguments.ids(ids);
          Optional<CollectionSpec> collection =
              wanted.isEmpty() ? Optional.empty() : findCollection(collectionName);
          return collection
              .map(found -> store.inventory().embeddings(found, wanted))
              .orElse(Map.of());
        });
  }

  /**
   * The name of the table that a collection has, or would have, in the schema of the options; not
   * quoted, the same on every machine (COL-1). Asks nobody.
   */
  public String tableNameForCollection(String collectionName) {
    return PgTable.nameOf(Arguments.collectionName(collectionName));
  }

  /**
   * The entries nearest to each text among those that rows of another table go with, with columns
   * of these rows. The join filters inside the search, so {@code topK} entries come back where so
   * many have such rows (QRY-2, QRY-5).
   *
   * <p>An entry that several rows go with comes back once with each of them, one after the other,
   * in the order of the columns' text; {@code topK} counts entries, not rows. Without columns to
   * return it comes back once. Rows are only read.
   *
   * <p>Nothing limits how many rows go with an entry, and all of them are in memory at once: join
   * on a column that few rows have the same value in, or narrow the rows down with {@code where}.
   *
   * @return one list per text, in order, best first (QRY-1, QRY-9); empty ones for an unknown
   *     collection or empty {@code sourceIds}, and nothing embedded then (QRY-3, QRY-4)
   * @throws IllegalArgumentException if the table or a column is not there, or a value is of no
   *     type that its column compares with; nothing is embedded then
   * @throws io.ragport.api.RagStoreException if the role may not read the table
   */
  public List<List<JoinedResult>> queryWithJoin(JoinQuery query) {
    return call(
        "queryWithJoin",
        () -> {
          QueryBatchRequest search = Arguments.required("query", query).search();
          Optional<CollectionSpec> collection =
              search.texts().isEmpty() || search.options().selectsNothing()
                  ? Optional.empty()
                  : findCollection(search.options().collectionName());
          return collection
              .map(found -> joined(found, query))
              .orElseGet(() -> Collections.nCopies(search.texts().size(), List.of()));
        });
  }

  /** Table and columns are known to be there before anything is embedded. */
  private List<List<JoinedResult>> joined(CollectionSpec collection, JoinQuery query) {
    JoinSearch joins = store.joins();
    JoinSql join = joins.join(query);
    return joins.withRows(
        collection, join, rank(collection, query.search(), searches -> joins.find(join, searches)));
  }
}
