package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.EntryIds;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagException;
import io.ragport.api.RagServiceResult;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorStore;
import io.ragport.api.store.VectorStoreProvider;
import io.ragport.api.store.VectorStoreRagService;
import io.ragport.core.RagServices;
import io.ragport.core.config.RagConfig;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/**
 * What every topic stands on: for each test a sandbox of its own and a service open on it, whose
 * embedder the test holds in its hand. What a test opens is closed for it, and a warning in the log
 * that it did not expect fails it.
 */
@TestInstance(TestInstance.Lifecycle.PER_METHOD)
abstract class Rules {
  /** How the message of a test begins whose capability the backend does not declare. */
  static final String NOT_DECLARED = "not declared: ";

  /** How the message of a test begins that cannot be run on the backend. */
  static final String NOT_TESTABLE = "not testable: ";

  /** The collection that tests use unless it is about collections. */
  static final String DOCS = "docs";

  final Backend backend;
  final RecordingEmbedding embedding = new RecordingEmbedding();
  Sandbox sandbox;
  BaseRagService service;
  LogWatch log;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>(); // the last one first

  Rules(Backend backend) {
    this.backend = backend;
  }

  @BeforeEach
  final void openSandbox(TestInfo test) {
    log = new LogWatch("io.ragport", backend.provider().getClass().getPackageName());
    opened.push(log::stop);
    sandbox = backend.open();
    opened.push(sandbox);
    service = open(); // it may declare less than its provider announces (CAP-5)
    test.getTestClass().ifPresent(this::require);
    test.getTestMethod().ifPresent(this::require);
  }

  @AfterEach
  final void closeSandbox() throws Exception {
    closeAll();
    assertThat(log.unexpected()).as("warnings in the log that the test did not expect").isEmpty();
  }

  private void closeAll() throws Exception {
    if (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } finally {
        closeAll();
      }
    }
  }

  private void require(AnnotatedElement test) {
    Needs needs = test.getAnnotation(Needs.class);
    if (needs == null) {
      return;
    }
    for (Capability capability : needs.value()) {
      if (!declares(capability)) {
        Assumptions.abort(NOT_DECLARED + capability.id());
      }
    }
    for (Means means : needs.means()) {
      backend.impossible(means).ifPresent(reason -> Assumptions.abort(NOT_TESTABLE + reason));
    }
  }

  /** Whether the opened backend declares the capability. */
  final boolean declares(Capability capability) {
    return service.supports(capability);
  }

  // Opening

  /** Another service on the same data with the same embedder; closed after the test. */
  final BaseRagService open() {
    return open(Map.of());
  }

  /** The same, with more settings in the backend's section. */
  final BaseRagService open(Map<String, ?> more) {
    return keep(configured(more).embedder(embedding).open());
  }

  /** A service with these settings of the backend's section; closed after the test. */
  final BaseRagService openOn(Map<String, ?> settings) {
    return keep(
        RagServices.builder(config(settings))
            .backends(backend.discovered())
            .embedder(embedding)
            .open());
  }

  /** A service still to be opened on the same data, with more settings in the backend's section. */
  final RagServices.Builder configured(Map<String, ?> more) {
    Map<String, Object> settings = new HashMap<>(sandbox.settings());
    settings.putAll(more);
    return RagServices.builder(config(settings)).backends(backend.discovered());
  }

  /** A configuration that selects the backend with these settings of its section. */
  final RagConfig config(Map<String, ?> settings) {
    RagConfig.Builder config =
        RagConfig.builder().environment(Map.of()).backend(backend.name()).embedder("hashing");
    settings.forEach((key, value) -> config.set("rag." + backend.name() + "." + key, value));
    return config.build();
  }

  /** Has a service closed after the test. */
  final BaseRagService keep(BaseRagService opening) {
    opened.push(opening);
    return opening;
  }

  /** The backend's store by itself; needs {@link Means#STORE}. Closed by the caller. */
  final VectorStore openStore() {
    VectorStoreProvider provider = (VectorStoreProvider) backend.provider();
    return provider.openStore(
        config(sandbox.settings()).section(backend.name(), provider.options()));
  }

  /**
   * A service on the same data over a store with faults in front of it; closed after the test.
   *
   * @param faults puts them there
   */
  final BaseRagService openOver(Function<VectorStore, FailingStore> faults) {
    return keep(
        VectorStoreRagService.builder(faults.apply(openStore()), EmbeddingSettings.of(embedding))
            .build());
  }

  /** Limits so small that a batch of 100 is several calls, not a transaction. */
  static StoreLimits smallLimits() {
    return new StoreLimits(10, Long.MAX_VALUE);
  }

  // Short forms

  /** Indexes a text into {@link #DOCS}. */
  final RagEntry index(String text) {
    return index(text, "default", Map.of());
  }

  /** Indexes a text of that source into {@link #DOCS}. */
  final RagEntry index(String text, String sourceId) {
    return index(text, sourceId, Map.of());
  }

  /** Indexes a text of that source with metadata into {@link #DOCS}. */
  final RagEntry index(String text, String sourceId, Map<String, ?> metadata) {
    return service.index(
        IndexRequest.builder(text)
            .collectionName(DOCS)
            .sourceId(sourceId)
            .metadata(metadata)
            .build());
  }

  /** Indexes items into {@link #DOCS} as one batch. */
  final List<RagEntry> indexAll(List<IndexItem> items) {
    return service.indexBatch(
        IndexBatchRequest.builder().collectionName(DOCS).addAll(items).build());
  }

  /** A query of {@link #DOCS} for {@link RecordingEmbedding#QUERY}. */
  static QueryRequest.Builder theQuery() {
    return QueryRequest.builder(RecordingEmbedding.QUERY).collectionName(DOCS);
  }

  final List<RagServiceResult> query(QueryRequest.Builder request) {
    return service.query(request.build());
  }

  /** Everything in a collection as a query finds it: the required methods suffice. */
  final List<RagServiceResult> everything(String collectionName) {
    return everything(service, collectionName);
  }

  static List<RagServiceResult> everything(BaseRagService service, String collectionName) {
    return service.query(
        QueryRequest.builder(RecordingEmbedding.QUERY)
            .collectionName(collectionName)
            .topK(10_000)
            .exact(true)
            .build());
  }

  /** What a call gives the first or the second time: at worst one clear error (COL-9). */
  static <T> T atWorstOneError(Supplier<T> call) {
    try {
      return call.get();
    } catch (RagException e) {
      return call.get();
    }
  }

  static List<UUID> ids(List<RagServiceResult> results) {
    return results.stream().map(RagServiceResult::id).toList();
  }

  static List<String> contents(List<RagServiceResult> results) {
    List<String> contents = new ArrayList<>();
    results.forEach(result -> contents.add(String.valueOf(result.content())));
    return contents;
  }

  /** What a query found, without what the query adds: as indexing returned it (IDX-1). */
  static RagEntry entryOf(RagServiceResult found) {
    return new RagEntry(
        found.id(),
        found.model(),
        found.collectionName(),
        found.sourceId(),
        String.valueOf(found.content()),
        found.embeddingSize(),
        found.metadata(),
        found.createdAt(),
        found.updatedAt());
  }

  /** Everything in {@link #DOCS} as a query finds it, by id. */
  final List<RagEntry> entriesById() {
    return everything(DOCS).stream()
        .map(Rules::entryOf)
        .sorted(Comparator.comparing(RagEntry::id, EntryIds.ORDER))
        .toList();
  }
}
