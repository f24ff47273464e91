package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.StoredEntry;
import io.ragport.api.embedding.EmbeddingLimits;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import io.ragport.core.RagServices;
import io.ragport.core.config.RagConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** LIFE-1 to LIFE-3: opening does nothing, closing ends everything, data stays. */
abstract class LifecycleRules extends Rules {
  private static final Map<String, Object> METADATA =
      Map.of("text", "déjà vu", "whole", 7L, "fraction", 1.5, "flag", true);

  private static final long POLL_MILLIS = 100;

  LifecycleRules(Backend backend) {
    super(backend);
  }

  // Opening

  @Rule("LIFE-1")
  @Test
  void openingAsksTheEmbedderForNothingButItsName() {
    EmbeddingProvider unusable = new Unusable();

    assertThatCode(() -> keep(configured(Map.of()).embedder(unusable).open()))
        .doesNotThrowAnyException();
  }

  @Rule("LIFE-1")
  @Test
  void aModelThatCannotBeLoadedFailsAtTheFirstUseAndOnCheck() {
    BaseRagService opened = keep(configured(Map.of()).embedder(new Unusable()).open());

    assertThatThrownBy(() -> opened.index("a text")).hasStackTraceContaining(Unusable.PROBLEM);
    assertThatThrownBy(opened::check).hasStackTraceContaining(Unusable.PROBLEM);
  }

  @Rule("LIFE-1")
  @Test
  void aWrongEmbedderNameFailsWhenOpening() {
    RagConfig.Builder config =
        RagConfig.builder().backend(backend.name()).embedder("no-such-embedder");
    sandbox
        .settings()
        .forEach((key, value) -> config.set("rag." + backend.name() + "." + key, value));
    RagServices.Builder opening =
        RagServices.builder(config.build()).backends(backend.discovered());

    assertThatThrownBy(() -> keep(opening.open()))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag.embedder")
        .hasMessageContaining("no-such-embedder");
  }

  @Rule("LIFE-1")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void openingAndCheckingCreateNoCollection() {
    BaseRagService opened = open();

    opened.check();

    assertThat(opened.listCollections()).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("LIFE-1")
  @Needs(means = Means.UNREACHABLE_SERVER)
  @Test
  void openingDoesNotReachForTheServer() {
    BaseRagService unreachable = openOn(sandbox.unreachable());

    assertThat(unreachable.backendName()).isEqualTo(backend.name());
    assertThatThrownBy(unreachable::check).as("the first call").isInstanceOf(Exception.class);
  }

  // Closing

  @Rule("LIFE-2")
  @Test
  void closingTwiceIsClosingOnce() {
    index("a text");
    service.close();

    assertThatCode(service::close).doesNotThrowAnyException();
  }

  @Rule("LIFE-2")
  @Test
  void closingAnUnusedServiceWorks() {
    BaseRagService unused = open();

    assertThatCode(unused::close).doesNotThrowAnyException();
  }

  @Rule("LIFE-2")
  @Test
  void everyCallAfterCloseIsRefused() {
    index("a text");
    service.close();
    embedding.forgetCalls();

    SoftAssertions softly = new SoftAssertions();
    callsAfterClose()
        .forEach(
            (name, call) ->
                softly
                    .assertThatThrownBy(() -> call.accept(service))
                    .as(name)
                    .isInstanceOf(IllegalStateException.class));
    softly.assertAll();
    assertThat(embedding.calls()).as("embedded after close").isEmpty();
  }

  @Rule("LIFE-2")
  @Test
  void whatDescribesTheServiceStillAnswersAfterClose() {
    Set<Capability> declared = Set.copyOf(service.capabilities());

    service.close();

    assertThat(service.backendName()).isEqualTo(backend.name());
    assertThat(service.capabilities()).isEqualTo(declared);
    assertThat(Capability.values())
        .allSatisfy(
            capability ->
                assertThat(service.supports(capability))
                    .as(capability.id())
                    .isEqualTo(declared.contains(capability)));
  }

  private Map<String, Consumer<BaseRagService>> callsAfterClose() {
    Map<String, Consumer<BaseRagService>> calls =
        new LinkedHashMap<>(new Calls(this::declares, DOCS).all());
    calls.put("index(String)", closed -> closed.index("a text"));
    calls.put("query(String)", closed -> closed.query("a text"));
    calls.put("query(String, int)", closed -> closed.query("a text", 1));
    calls.put("learnNormalizer of default", closed -> closed.learnNormalizer(null));
    calls.put("an empty batch", closed -> closed.indexBatch(IndexBatchRequest.builder().build()));
    calls.put("no sources", closed -> closed.query(theQuery().sourceIds(List.of()).build()));
    calls.put(
        "no queries", closed -> closed.queryBatch(QueryBatchRequest.builder(List.of()).build()));
    calls.put("no ids", closed -> closed.deleteMany(List.of(), DOCS));
    calls.put("no sources to delete", closed -> closed.deleteBySourceId(DOCS, List.of()));
    calls.put(
        "a matrix of nothing",
        closed -> closed.computeSimilarityMatrix(List.of(), List.of(), DOCS));
    return calls;
  }

  @Rule("LIFE-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void aStreamOpenedBeforeCloseReadsNoFurtherPage() {
    indexAll(IntStream.range(0, 20).mapToObj(i -> IndexItem.of("text " + i)).toList());
    try (Stream<StoredEntry> entries = service.iterEntries(DOCS, 1)) {
      Iterator<StoredEntry> iterator = entries.iterator();
      iterator.next();
      service.close();

      assertThatThrownBy(() -> iterator.forEachRemaining(StoredEntry::id))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Rule("LIFE-2")
  @Test
  void theCallersEmbedderIsNotClosed() {
    index("a text");

    service.close();

    assertThat(embedding.isClosed()).isFalse();
  }

  @Rule("LIFE-2")
  @Test
  void closingOneServiceLeavesAnotherWorking() {
    BaseRagService other = open();
    index("before");
    assertThat(contents(everything(other, DOCS))).containsExactly("before");

    other.close();
    index("after");

    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("before", "after");
  }

  @Rule("LIFE-2")
  @Test
  void closingEndsTheThreadsThatTheServiceStarted() throws InterruptedException {
    try (Sandbox other = backend.open();
        BaseRagService warmUp = openOn(other.settings())) {
      use(warmUp); // what a driver keeps for the whole process is there from now on
    }
    service.close();

    Set<Thread> started = threadsWhileOpenAndClosing();

    assertThat(stillAliveAfter(10, started)).as("threads after close").isEmpty();
  }

  /** The threads that came while a service worked and closed; nothing refers to it any more. */
  private Set<Thread> threadsWhileOpenAndClosing() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    Set<Thread> started = new HashSet<>();
    try (BaseRagService own = configured(Map.of()).embedder(embedding).open()) {
      use(own);
      started.addAll(Thread.getAllStackTraces().keySet());
    }
    started.addAll(Thread.getAllStackTraces().keySet());
    started.removeAll(before);
    started.removeIf(LifecycleRules::isOfTheCommonPool);
    return started;
  }

  private static void use(BaseRagService used) {
    used.indexBatch(
        IndexBatchRequest.builder()
            .collectionName(DOCS)
            .addAll(IntStream.range(0, 100).mapToObj(i -> IndexItem.of("text " + i)).toList())
            .build());
    assertThat(everything(used, DOCS)).hasSize(100);
    used.deleteBySourceId(DOCS, "default");
  }

  private static boolean isOfTheCommonPool(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker
        && worker.getPool() == ForkJoinPool.commonPool();
  }

  /**
   * A pool ends a moment before its last thread leaves: that moment is given. An {@code HttpClient}
   * of Java 17 cannot be closed and ends its thread when it is collected: that is asked for.
   */
  private static List<String> stillAliveAfter(int seconds, Set<Thread> threads)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    List<Thread> alive = threads.stream().filter(Thread::isAlive).toList();
    while (!alive.isEmpty() && System.nanoTime() < end) {
      System.gc();
      alive.get(0).join(POLL_MILLIS);
      alive = alive.stream().filter(Thread::isAlive).toList();
    }
    return alive.stream().map(Thread::getName).toList();
  }

  // Staying

  @Rule("LIFE-3")
  @Test
  void dataIsThereAfterReopening() {
    fill();
    List<String> written = shown(service);
    service.close();

    BaseRagService reopened = open();

    assertThat(shown(reopened)).isEqualTo(written).hasSize(3);
  }

  @Rule("LIFE-3")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void vectorsAreThereAfterReopening() {
    fill();
    List<StoredEntry> written = stored(service);
    service.close();

    BaseRagService reopened = open();

    assertThat(stored(reopened)).isEqualTo(written).hasSize(3);
  }

  @Rule("LIFE-3")
  @Test
  void aDeletionIsStillOneAfterReopening() {
    fill();
    service.deleteBySourceId(DOCS, "b");
    service.close();

    BaseRagService reopened = open();

    assertThat(contents(everything(reopened, DOCS))).containsExactly("first");
  }

  @Rule("LIFE-3")
  @Test
  void anotherProcessSeesTheDataAndItsOwnIsSeenHere() {
    fill();
    List<String> written = shown(service);
    service.close(); // an embedded store may be one process's at a time
    UUID id = UUID.randomUUID();

    List<String> seenThere =
        OtherProcess.lookAndIndex(
            backend.name(), sandbox.settings(), DOCS, id, "from another process");
    BaseRagService reopened = open();

    assertThat(seenThere)
        .as("seen by another process")
        .containsExactlyInAnyOrderElementsOf(written);
    assertThat(everything(reopened, DOCS))
        .as("seen here afterwards")
        .hasSize(4)
        .filteredOn(result -> result.id().equals(id))
        .singleElement()
        .satisfies(result -> assertThat(result.content()).isEqualTo("from another process"));
  }

  @Rule("LIFE-3")
  @Needs(means = Means.RESTART)
  @Test
  void dataIsThereAfterTheServerRestartedAndTheOpenServiceGoesOn() {
    fill();
    List<String> written = shown(service);

    sandbox.restart();

    assertThat(atWorstOneError(() -> shown(service)))
        .as("read by the open service")
        .isEqualTo(written);
    index("after the restart");
    assertThat(contents(everything(open(), DOCS)))
        .as("read by a new service")
        .hasSize(4)
        .contains("after the restart");
  }

  private void fill() {
    index("first", "a", METADATA);
    index("second", "b", Map.of("list", List.of(1L, "two", false)));
    index("third 🎉", "b", Map.of());
  }

  private static List<String> shown(BaseRagService opened) {
    List<String> lines = new ArrayList<>();
    everything(opened, DOCS).forEach(result -> lines.add(OtherProcess.shown(result)));
    Collections.sort(lines);
    return lines;
  }

  private static List<StoredEntry> stored(BaseRagService opened) {
    try (Stream<StoredEntry> entries = opened.iterEntries(DOCS)) {
      return entries.toList();
    }
  }

  /** Knows its name; whatever else it is asked would load a model that is not there. */
  private static final class Unusable implements EmbeddingProvider {
    static final String PROBLEM = "the model is not there";

    @Override
    public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
      throw new IllegalStateException(PROBLEM);
    }

    @Override
    public int dimension() {
      throw new IllegalStateException(PROBLEM);
    }

    @Override
    public String modelName() {
      return "unusable";
    }

    @Override
    public EmbeddingLimits limits() {
      throw new IllegalStateException(PROBLEM);
    }

    @Override
    public void close() {
      throw new IllegalStateException(PROBLEM);
    }
  }
}
