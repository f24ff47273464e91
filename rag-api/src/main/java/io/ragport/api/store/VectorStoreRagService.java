package io.ragport.api.store;

import io.ragport.api.Arguments;
import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.CollectionInfo;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexRequest;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryOptions;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagException;
import io.ragport.api.RagServiceResult;
import io.ragport.api.RagStoreException;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.StoredEntry;
import io.ragport.api.UnsupportedCapabilityException;
import io.ragport.api.embedding.EmbeddingModels;
import io.ragport.api.embedding.EmbeddingOperation;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.spi.ConfigOption;
import java.time.Clock;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The contract over any {@link VectorStore}: decides the order of the steps and the short cuts, and
 * leaves each step to one player. Safe for use from many threads; closes the store and the
 * embedding models it was given.
 *
 * <p>A backend with more to offer extends it.
 */
public class VectorStoreRagService implements BaseRagService {
  /** The setting every backend has: whether indexing may create what is missing (COL-7). */
  public static final ConfigOption<Boolean> PROVISION =
      ConfigOption.flag(
              "provision",
              "Whether indexing into a missing collection creates it, schema included.")
          .withDefault(true);

  private final VectorStore store;
  private final EmbeddingModels models;
  private final EmbeddingStep embedding;
  private final QueryStep queries;
  private final WriteStep writes;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** A service with the builder's settings; does no I/O. */
  protected VectorStoreRagService(Builder builder) {
    store = new GuardedStore(builder.store);
    models = builder.embedding.models();
    embedding = new EmbeddingStep(store.backendName(), builder.embedding);
    Selections selections = new Selections(store);
    queries = new QueryStep(store, embedding);
    writes = new WriteStep(store, embedding, selections, builder.provision, builder.clock);
  }

  /** Settings for a service over that store; the service owns both arguments. */
  public static Builder builder(VectorStore store, EmbeddingSettings embedding) {
    return new Builder(store, embedding);
  }

  @Override
  public final String backendName() {
    return store.backendName();
  }

  @Override
  public final Set<Capability> capabilities() {
    return Set.copyOf(store.capabilities());
  }

  @Override
  public void check() {
    run(
        "check",
        () -> {
          store.check();
          embedding.check();
        });
  }

  @Override
  public RagEntry index(IndexRequest request) {
    return call(
        "index",
        () -> {
          Arguments.required("request", request);
          return writes
              .write(
                  request.collectionName(),
                  List.of(request.item()),
                  new EmbeddingStep.Call(EmbeddingOperation.INDEX, request.listener()))
              .get(0);
        });
  }

  @Override
  public List<RagEntry> indexBatch(IndexBatchRequest request) {
    return call(
        "indexBatch",
        () ->
            Arguments.required("request", request).items().isEmpty()
                ? List.of()
                : writes.write(
                    request.collectionName(),
                    request.items(),
                    new EmbeddingStep.Call(EmbeddingOperation.INDEX_BATCH, request.listener())));
  }

  @Override
  public List<RagServiceResult> query(QueryRequest request) {
    return call(
        "query",
        () -> {
          QueryOptions options = Arguments.required("request", request).options();
          requireDeclared(options, request.vector() != null);
          if (options.selectsNothing()) {
            return List.of(); // QRY-4: neither embedder nor store
          }
          return store
              .recallCollection(options.collectionName()) // COL-5: reading creates nothing
              .map(collection -> queries.find(collection, request))
              .orElse(List.of());
        });
  }

  @Override
  public List<List<RagServiceResult>> queryBatch(QueryBatchRequest request) {
    return call(
        "queryBatch",
        () -> {
          QueryOptions options = Arguments.required("request", request).options();
          requireDeclared(options, false);
          Optional<CollectionSpec> collection =
              request.texts().isEmpty() || options.selectsNothing()
                  ? Optional.empty()
                  : store.recallCollection(options.collectionName());
          return collection
              .map(found -> queries.find(found, request))
              .orElseGet(() -> Collections.nCopies(request.texts().size(), List.of()));
        });
  }

  @Override
  public void delete(UUID id, @Nullable String collectionName) {
    deleteMany(List.of(Arguments.required("id", id)), collectionName);
  }

  @Override
  public void deleteMany(Collection<UUID> ids, @Nullable String collectionName) {
    run(
        "deleteMany",
        () -> {
          Selection selection = Selection.ofIds(Arguments.ids(ids));
          if (collectionName == null) {
            if (!selection.isEmpty()) {
              store.listCollections().forEach(found -> store.delete(found, selection));
            }
          } else {
            writes.delete(Arguments.collectionName(collectionName), selection);
          }
        });
  }

  @Override
  public void deleteBySourceId(String collectionName, Collection<String> sourceIds) {
    run(
        "deleteBySourceId",
        () ->
            writes.delete(
                Arguments.collectionName(collectionName),
                Selection.ofSources(Arguments.sourceIds(sourceIds))));
  }

  @Override
  public void deleteByMetadata(String collectionName, Map<String, ?> match) {
    run(
        "deleteByMetadata",
        () -> {
          require(Capability.DELETE_BY_METADATA);
          writes.delete(
              Arguments.collectionName(collectionName),
              Selection.ofFilter(MetadataFilter.match(match)));
        });
  }

  @Override
  public List<RagEntry> replace(ReplaceRequest request) {
    return call(
        "replace",
        () -> {
          require(Capability.REPLACE);
          return writes.replace(Arguments.required("request", request));
        });
  }

  @Override
  public long countEntries(String collectionName) {
    return call(
        "countEntries",
        () -> {
          require(Capability.COUNT_ENTRIES);
          return store
              .findCollection(Arguments.collectionName(collectionName))
              .map(store::count)
              .orElse(0L);
        });
  }

  @Override
  public Stream<StoredEntry> iterEntries(String collectionName, int batchSize) {
    return call(
        "iterEntries",
        () -> {
          require(Capability.ITER_ENTRIES);
          Arguments.atLeast("batchSize", batchSize, 1);
          return store
              .findCollection(Arguments.collectionName(collectionName))
              .map(collection -> VectorScan.of(collection, batchSize))
              .map(first -> EntryPages.stream(first, this::page).map(Entries::stored))
              .orElse(Stream.empty());
        });
  }

  @Override
  public List<StoredEntry> getEntries(String collectionName, Collection<UUID> ids) {
    return call(
        "getEntries",
        () -> {
          require(Capability.GET_ENTRIES);
          Arguments.collectionName(collectionName);
          List<UUID> wanted = Arguments.ids(ids);
          Optional<CollectionSpec> collection =
              wanted.isEmpty() ? Optional.empty() : store.findCollection(collectionName);
          Map<UUID, VectorRecord> found = new HashMap<>();
          collection.ifPresent(
              spec ->
                  store
                      .fetch(spec, wanted.stream().distinct().toList())
                      .forEach(record -> found.put(record.id(), record)));
          return wanted.stream()
              .flatMap(id -> Stream.ofNullable(found.get(id)))
              .map(Entries::stored)
              .toList();
        });
  }

  @Override
  public List<CollectionInfo> listCollections() {
    return call(
        "listCollections",
        () -> {
          require(Capability.MANAGE_COLLECTIONS);
          return store.listCollections().stream()
              .map(this::info)
              .sorted(Comparator.comparing(CollectionInfo::name))
              .toList();
        });
  }

  @Override
  public CollectionInfo createCollection(
      String collectionName, int dimension, @Nullable String model) {
    return call(
        "createCollection",
        () -> {
          require(Capability.MANAGE_COLLECTIONS);
          Arguments.atLeast("dimension", dimension, 1);
          if (model != null) {
            Arguments.text("model", model);
          }
          return info(
              writes.create(
                  embedding.toCreate(Arguments.collectionName(collectionName), dimension, model)));
        });
  }

  @Override
  public void dropCollection(String collectionName) {
    run(
        "dropCollection",
        () -> {
          require(Capability.MANAGE_COLLECTIONS);
          store.dropCollection(Arguments.collectionName(collectionName));
        });
  }

  @Override
  public double[][] computeSimilarityMatrix(
      List<String> texts, List<String> sourceIds, SimilarityMethod method, String collectionName) {
    return call(
        "computeSimilarityMatrix",
        () -> {
          List<String> rows = QueryBatchRequest.builder(texts).build().texts();
          List<String> columns = Arguments.sourceIds(sourceIds);
          Arguments.required("method", method);
          Arguments.collectionName(collectionName);
          Optional<CollectionSpec> collection =
              rows.isEmpty() || columns.isEmpty()
                  ? Optional.empty()
                  : store.findCollection(collectionName);
          return collection
              .map(found -> queries.matrix(found, rows, columns, method))
              .orElseGet(() -> new double[rows.size()][columns.size()]);
        });
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    translated(
        "close",
        () -> {
          try (models) {
            store.close();
          }
          return closed;
        });
  }

  /** As the contract says, and refused after close where no entries are read too (LIFE-2). */
  @Override
  public Normalizer learnNormalizer(@Nullable String collectionName) {
    return call(
        "learnNormalizer",
        () ->
            meanVector(Arguments.collectionNameOrDefault(collectionName))
                .map(Normalizer::centredOn)
                .orElseGet(() -> BaseRagService.super.learnNormalizer(collectionName)));
  }

  private Optional<double[]> meanVector(String collectionName) {
    return supports(Capability.ITER_ENTRIES)
        ? store.findCollection(collectionName).flatMap(store::meanVector)
        : Optional.empty();
  }

  /** The collection of that name as it stands in the store (COL-9). */
  protected final Optional<CollectionSpec> findCollection(String collectionName) {
    return store.findCollection(collectionName);
  }

  /**
   * What {@link #queryBatch} returns for a query by vector, found by another search than the
   * store's own.
   *
   * @param search called once, with a search for each text, when all are embedded: the hits of
   *     each, in any order, filtered exactly
   * @return one list per text, best first, those below {@code minSimilarity} left out
   */
  protected final List<List<RagServiceResult>> rank(
      CollectionSpec collection,
      QueryBatchRequest request,
      Function<List<VectorSearch>, List<List<VectorHit>>> search) {
    return queries.find(collection, request, new SearchStep(search));
  }

  private List<VectorRecord> page(VectorScan scan) {
    return call("iterEntries", () -> store.scan(scan));
  }

  private CollectionInfo info(CollectionSpec collection) {
    return new CollectionInfo(
        collection.name(),
        collection.model(),
        collection.dimension(),
        collection.normalizer(),
        collection.layoutVersion(),
        store.count(collection),
        collection.precision(),
        collection.vectorIndex());
  }

  private void requireDeclared(QueryOptions options, boolean byVector) {
    if (options.filter() != null) {
      require(Capability.FILTER);
    }
    if (byVector) {
      require(Capability.QUERY_BY_VECTOR);
    }
    if (options.mode() == QueryMode.KEYWORD) {
      require(Capability.KEYWORD_QUERY);
    }
    if (options.mode() == QueryMode.HYBRID) {
      require(Capability.HYBRID_QUERY);
    }
  }

  private void require(Capability capability) {
    if (!supports(capability)) {
      throw new UnsupportedCapabilityException(backendName(), capability);
    }
  }

  private void run(String operation, Runnable work) {
    call(
        operation,
        () -> {
          work.run();
          return operation;
        });
  }

  /**
   * Every public call but close itself: refused after close (LIFE-2), failing as the contract has
   * it (ERR-1).
   *
   * @param operation the method's name, for messages
   */
  protected final <T> T call(String operation, Supplier<T> work) {
    if (closed.get()) {
      throw new IllegalStateException(backendName() + ": the service is closed");
    }
    try {
      return translated(operation, work);
    } catch (RagStoreException e) {
      if (closed.get()) {
        throw new IllegalStateException(backendName() + ": closed during " + operation, e);
      }
      throw e;
    }
  }

  /** Lets nothing but the contract's exceptions out (ERR-1). */
  private <T> T translated(String operation, Supplier<T> work) {
    try {
      return work.get();
    } catch (RagException
        | IllegalArgumentException
        | IllegalStateException
        | UnsupportedCapabilityException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new RagStoreException(
          backendName(), operation + " failed: " + e.getClass().getSimpleName(), e);
    }
  }

  /** Collects the settings of a {@link VectorStoreRagService}. Confined to one thread. */
  public static final class Builder {
    private final VectorStore store;
    private final EmbeddingSettings embedding;
    private boolean provision = true;
    private Clock clock = Clock.systemUTC();

    private Builder(VectorStore store, EmbeddingSettings embedding) {
      this.store = store;
      this.embedding = embedding;
    }

    /** Whether indexing creates a missing collection; true if never set (COL-7). */
    public Builder provision(boolean provision) {
      this.provision = provision;
      return this;
    }

    /** Where createdAt and updatedAt come from; the system's if never set. */
    public Builder clock(Clock clock) {
      this.clock = clock;
      return this;
    }

    /** The service; does no I/O (LIFE-1). */
    public VectorStoreRagService build() {
      return new VectorStoreRagService(this);
    }
  }
}
