package io.ragport.store.pgvector;

import io.ragport.api.Capability;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import io.ragport.api.store.VectorStore;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/** The primitives over a table per collection. */
final class PgVectorStore implements VectorStore {
  private static final System.Logger LOG = System.getLogger(PgVectorStore.class.getName());

  private final PgVectorOptions options;
  private final PgConnections connections;
  private final PgCollections collections;
  private final IndexKeeper indexes;
  private final PgWriter writer;
  private final PgReader reader;
  private final NearestSearch nearest;
  private final KeywordSearch keyword;
  private final JoinSearch joins;
  private final PgInventory inventory;

  /** Collections that a warning was logged for. */
  private final Set<String> leftOut = ConcurrentHashMap.newKeySet();

  private PgVectorStore(PgVectorOptions options, PgConnections connections) {
    this.options = options;
    this.connections = connections;
    this.collections = new PgCollections(options, connections);
    this.indexes = new IndexKeeper(options, new IndexBuilder(options, connections, collections));
    this.writer = new PgWriter(connections, collections, indexes);
    this.reader = new PgReader(options, connections);
    this.nearest = new NearestSearch(options, connections, collections);
    this.keyword = new KeywordSearch(options, connections, collections, Clock.systemUTC());
    this.joins = new JoinSearch(options, connections, nearest);
    this.inventory = new PgInventory(options, connections, collections);
  }

  /** Over a pool of its own, closed with the store. Connects when first used (LIFE-1). */
  static PgVectorStore withOwnPool(PgVectorOptions options) {
    return new PgVectorStore(options, PgConnections.withOwnPool(options));
  }

  /** Over somebody else's connections, which stay open. */
  static PgVectorStore over(DataSource dataSource, PgVectorOptions options) {
    return new PgVectorStore(options, PgConnections.over(dataSource, options));
  }

  @Override
  public String backendName() {
    return PgErrors.BACKEND;
  }

  @Override
  public Set<Capability> capabilities() {
    EnumSet<Capability> all = EnumSet.allOf(Capability.class);
    if (!options.keywordSearch()) {
      all.removeAll(EnumSet.of(Capability.KEYWORD_QUERY, Capability.HYBRID_QUERY));
    }
    return all;
  }

  @Override
  public StoreLimits limits() {
    return StoreLimits.ATOMIC;
  }

  @Override
  public void check() {
    connections.read("check", this::check);
  }

  /** The first collection creates the extension, if it may and the server has it. */
  private boolean check(Connection connection) throws SQLException {
    if (!options.provision()) {
      Extension.required(connection, connections.endpoint());
    } else if (Extension.find(connection).isEmpty() && !Extension.isInstalled(connection)) {
      throw PgErrors.notInstalled(connections.endpoint());
    }
    return true;
  }

  @Override
  public Optional<CollectionSpec> findCollection(String name) {
    return connections.readOr(
        Optional.empty(),
        PgErrors.place(name),
        connection -> collections.find(connection, name).map(PgCollections.Recorded::spec));
  }

  @Override
  public List<CollectionSpec> listCollections() {
    return connections.readOr(
        List.of(),
        "collections",
        connection ->
            collections.list(connection).stream().map(PgCollections.Recorded::spec).toList());
  }

  @Override
  public CollectionSpec createCollection(CollectionSpec wanted) {
    return connections.transaction(
        PgErrors.place(wanted.name()), connection -> collections.create(connection, wanted).spec());
  }

  @Override
  public void dropCollection(String name) {
    boolean found =
        connections.readOr(
            false,
            PgErrors.place(name),
            connection -> collections.find(connection, name).isPresent());
    if (found) {
      connections.transaction(
          PgErrors.place(name),
          connection -> {
            collections.drop(connection, name);
            return name;
          });
      keyword.forget(PgTable.nameOf(name));
    }
  }

  @Override
  public void upsert(CollectionSpec collection, List<VectorRecord> records) {
    writer.upsert(collection, records);
    keyword.wrote(collection, records.size());
  }

  @Override
  public void delete(CollectionSpec collection, Selection selection) {
    if (!PgCollections.isOurLayout(collection)) {
      leaveOut(collection);
    } else if (!selection.isEmpty()) {
      writer.delete(collection, selection);
    }
  }

  /** Of a delete in every collection; the others must not suffer from one of a newer layout. */
  private void leaveOut(CollectionSpec collection) {
    if (leftOut.add(collection.name())) {
      LOG.log(
          Level.WARNING,
          PgErrors.BACKEND
              + ": "
              + PgErrors.place(collection.name())
              + ": left out of deletes in all collections, as its layout version is "
              + collection.layoutVersion()
              + " (delete there with the version of Ragport that wrote it)");
    }
  }

  @Override
  public void replace(CollectionSpec collection, Selection selection, List<VectorRecord> records) {
    writer.replace(collection, selection, records);
    keyword.wrote(collection, records.size());
  }

  @Override
  public List<VectorHit> search(VectorSearch search) {
    return search.byVector() ? nearest.find(search) : keyword.find(search);
  }

  @Override
  public List<List<VectorHit>> searchAll(List<VectorSearch> searches) {
    return searches.stream().allMatch(VectorSearch::byVector)
        ? nearest.findAll(searches, null)
        : VectorStore.super.searchAll(searches);
  }

  @Override
  public double[][] similarityMatrix(
      CollectionSpec collection,
      List<float[]> vectors,
      List<String> sourceIds,
      SimilarityMethod method) {
    return reader.similarityMatrix(collection, vectors, sourceIds, method);
  }

  @Override
  public Optional<double[]> meanVector(CollectionSpec collection) {
    return reader.meanVector(collection);
  }

  @Override
  public long count(CollectionSpec collection) {
    return reader.count(collection);
  }

  @Override
  public List<VectorRecord> fetch(CollectionSpec collection, Collection<UUID> ids) {
    return reader.fetch(collection, ids);
  }

  @Override
  public Map<UUID, Instant> createdAt(CollectionSpec collection, Collection<UUID> ids) {
    return reader.createdAt(collection, ids);
  }

  @Override
  public List<VectorRecord> scan(VectorScan scan) {
    return reader.scan(scan);
  }

  PgConnections connections() {
    return connections;
  }

  PgCollections collections() {
    return collections;
  }

  IndexKeeper indexes() {
    return indexes;
  }

  JoinSearch joins() {
    return joins;
  }

  PgInventory inventory() {
    return inventory;
  }

  @Override
  public void close() {
    try (connections) {
      indexes.close();
    }
  }
}
