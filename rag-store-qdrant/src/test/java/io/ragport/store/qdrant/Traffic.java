package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.BaseRagService;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagException;
import io.ragport.api.RagServiceResult;
import io.ragport.api.StoredEntry;
import io.ragport.testing.InThread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A thread that indexes and others that look for what it has indexed, until told to stop. */
final class Traffic {
  private static final int BATCH = 20;
  private static final int READERS = 2;
  private static final int LOOKED_FOR = 10;
  private static final int PATIENCE_SECONDS = 90;

  private final BaseRagService service;
  private final String collectionName;
  private final List<Written> acknowledged = Collections.synchronizedList(new ArrayList<>());
  private final Semaphore acknowledgedBatches = new Semaphore(0);
  private final Semaphore answeredReads = new Semaphore(0);
  private final Queue<RagException> writeFailures = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> readFailures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger number = new AtomicInteger();
  private final List<InThread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /** An entry of which the server said that it is stored. */
  record Written(UUID id, String text) {}

  private Traffic(BaseRagService service, String collectionName) {
    this.service = service;
    this.collectionName = collectionName;
  }

  /** Starts it; returns when some entries are stored. */
  static Traffic start(BaseRagService service, String collectionName) {
    Traffic traffic = new Traffic(service, collectionName);
    traffic.threads.add(InThread.start(traffic::write));
    traffic.awaitMore(5, 0);
    for (int reader = 0; reader < READERS; reader++) {
      Random random = new Random(reader);
      traffic.threads.add(InThread.start(() -> traffic.read(random)));
    }
    traffic.awaitMore(5, 20);
    return traffic;
  }

  private void write() {
    while (!stopped) {
      List<Written> batch = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        batch.add(new Written(UUID.randomUUID(), "text " + number.incrementAndGet()));
      }
      try {
        service.indexBatch(
            IndexBatchRequest.builder()
                .collectionName(collectionName)
                .addAll(
                    batch.stream()
                        .map(entry -> IndexItem.of(entry.text()).withId(entry.id()))
                        .toList())
                .build());
        acknowledged.addAll(batch);
        acknowledgedBatches.release();
      } catch (RagException e) {
        writeFailures.add(e);
      }
    }
  }

  private void read(Random random) {
    while (!stopped) {
      List<Written> some =
          random
              .ints(LOOKED_FOR, 0, acknowledged.size())
              .distinct()
              .mapToObj(acknowledged::get)
              .toList();
      try {
        List<UUID> ids = some.stream().map(Written::id).toList();
        assertThat(service.getEntries(collectionName, ids))
            .extracting(StoredEntry::id)
            .as("entries by their ids")
            .containsExactlyInAnyOrderElementsOf(ids);
        Written one = some.get(0);
        assertThat(service.query(queryFor(one)))
            .extracting(RagServiceResult::id)
            .as("nearest to the text of an entry")
            .contains(one.id());
        answeredReads.release();
      } catch (RuntimeException | AssertionError e) {
        readFailures.add(e);
      }
    }
  }

  private QueryRequest queryFor(Written entry) {
    return QueryRequest.builder(entry.text()).collectionName(collectionName).topK(3).build();
  }

  /** Returns when so many more batches were stored, and reads answered, from now on. */
  void awaitMore(int batches, int reads) {
    acknowledgedBatches.drainPermits();
    answeredReads.drainPermits();
    await("batches stored", acknowledgedBatches, batches);
    await("reads answered", answeredReads, reads);
  }

  private void await(String what, Semaphore counted, int count) {
    try {
      assertThat(counted.tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS))
          .as(what + " within " + PATIENCE_SECONDS + " s; failed: " + writeFailures + readFailures)
          .isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Stops it; returns when all calls have ended. */
  void stop() {
    stopped = true;
    for (InThread thread : threads) {
      try {
        assertThat(thread.join()).isNull();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }

  List<UUID> acknowledged() {
    synchronized (acknowledged) { // which its iteration is not of itself
      return acknowledged.stream().map(Written::id).toList();
    }
  }

  List<RagException> writeFailures() {
    return List.copyOf(writeFailures);
  }

  List<Throwable> readFailures() {
    return List.copyOf(readFailures);
  }
}
