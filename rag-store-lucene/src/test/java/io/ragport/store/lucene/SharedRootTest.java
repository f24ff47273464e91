package io.ragport.store.lucene;

import static io.ragport.store.lucene.TestStores.allIds;
import static io.ragport.store.lucene.TestStores.collection;
import static io.ragport.store.lucene.TestStores.entry;
import static io.ragport.store.lucene.TestStores.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.store.CollectionIdentifiers;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several services and threads on one folder, and what is in that folder. */
class SharedRootTest {
  @TempDir Path folder;

  @Test
  void constructingAndReadingTouchNoFile() {
    Path index = folder.resolve("index");

    try (LuceneVectorStore store = TestStores.onDisk(index)) {
      store.check();
      assertThat(store.listCollections()).isEmpty();
      assertThat(store.findCollection("docs")).isEmpty();
      store.dropCollection("docs");
    }

    assertThat(index).doesNotExist();
    try (LuceneVectorStore store = TestStores.onDisk(folder)) {
      assertThat(store.listCollections()).isEmpty();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatIsWrittenIsThereAfterReopening() {
    VectorRecord entry = entry(1, "s", "text", Map.of("k", 1L), 3f, 4f);
    CollectionSpec written;
    try (LuceneVectorStore store = TestStores.onDisk(folder)) {
      written = collection(store, "docs", 2);
      store.upsert(written, List.of(entry));
    }

    try (LuceneVectorStore store = TestStores.onDisk(folder)) {
      assertThat(store.findCollection("docs")).contains(written);
      assertThat(store.listCollections()).containsExactly(written);
      assertThat(store.fetch(written, List.of(id(1)))).containsExactly(entry);
    }
  }

  @Test
  void servicesOfOneProcessSeeEachOthersWrites() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("x"));
    try (LuceneVectorStore one = TestStores.onDisk(folder.resolve("x"))) {
      CollectionSpec docs = collection(one, "docs", 2);
      try (LuceneVectorStore other = TestStores.onDisk(link)) {
        one.upsert(docs, List.of(entry(1, 1f, 0f)));
        assertThat(other.findCollection("docs")).contains(docs);
        other.upsert(docs, List.of(entry(2, 1f, 0f)));
        assertThat(allIds(one, docs)).containsExactly(id(1), id(2));
      }
      assertThat(allIds(one, docs)).containsExactly(id(1), id(2));

      one.dropCollection("docs");
      assertThat(one.findCollection("docs")).isEmpty();
    }
  }

  @Test
  void servicesInMemoryAreApart() {
    try (LuceneVectorStore one = TestStores.inMemory();
        LuceneVectorStore other = TestStores.inMemory()) {
      collection(one, "docs", 2);

      assertThat(other.findCollection("docs")).isEmpty();
    }
    assertThat(Path.of("unused")).doesNotExist();
  }

  @Test
  void sixteenCreatorsAndWritersAtOnceLoseNothing() throws Exception {
    List<Callable<CollectionSpec>> services = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    for (int service = 0; service < 16; service++) {
      int number = service;
      services.add(
          () -> {
            start.await();
            try (LuceneVectorStore store = TestStores.onDisk(folder.resolve("x"))) {
              CollectionSpec docs =
                  store.createCollection(
                      CollectionSpec.toCreate("docs", "model" + number, 2, null));
              for (int i = 0; i < 10; i++) {
                store.upsert(docs, List.of(entry(number * 10 + i, 1f, i), entry(9_999, 1f, i)));
              }
              return docs;
            }
          });
    }

    Set<CollectionSpec> specs = new HashSet<>(together(start, services));

    assertThat(specs).hasSize(1);
    try (LuceneVectorStore store = TestStores.onDisk(folder.resolve("x"))) {
      CollectionSpec docs = store.findCollection("docs").orElseThrow();
      assertThat(specs).containsExactly(docs);
      assertThat(store.count(docs)).isEqualTo(16 * 10 + 1);
    }
  }

  @Test
  void readersNeverSeeAHalfReplace() throws Exception {
    try (LuceneVectorStore store = TestStores.onDisk(folder)) {
      CollectionSpec docs = collection(store, "docs", 2);
      store.replace(docs, Selection.ofSources(List.of("s")), generation(0));
      AtomicBoolean done = new AtomicBoolean();
      Callable<Boolean> writer =
          () -> {
            for (int i = 1; i <= 60; i++) {
              store.replace(docs, Selection.ofSources(List.of("s")), generation(i));
            }
            done.set(true);
            return true;
          };
      Callable<Boolean> reader =
          () -> {
            while (!done.get()) {
              Set<String> contents = new HashSet<>();
              List<VectorRecord> page = store.scan(VectorScan.of(docs, 1_000));
              page.forEach(entry -> contents.add(entry.content()));
              assertThat(page).hasSize(30);
              assertThat(contents).hasSize(1);
            }
            return true;
          };

      assertThat(together(new CountDownLatch(0), List.of(writer, reader, reader))).hasSize(3);
    }
  }

  @Test
  void foreignFoldersAndUnfinishedOnesAreLeftAlone() throws Exception {
    try (LuceneVectorStore store = TestStores.onDisk(folder)) {
      collection(store, "docs", 2);
      store.dropCollection("docs");
      Files.createDirectories(folder.resolve("photos"));
      Files.writeString(folder.resolve("photos/cat.txt"), "cat");
      Path unfinished = Files.createDirectories(folder.resolve(CollectionIdentifiers.of("half")));
      Files.writeString(unfinished.resolve("pending_segments_1"), "cut sh");
      try (Directory foreign = FSDirectory.open(folder.resolve("foreign"))) {
        new IndexWriter(foreign, new IndexWriterConfig()).close();
      }

      assertThat(store.listCollections()).isEmpty();
      assertThat(store.findCollection("half")).isEmpty();
      CollectionSpec half = collection(store, "half", 2);
      store.upsert(half, List.of(entry(1, 1f, 0f)));
      assertThat(store.listCollections()).containsExactly(half);
      store.dropCollection("half");
    }

    assertThat(folder.resolve("photos/cat.txt")).hasContent("cat");
    assertThat(folder.resolve("foreign")).isNotEmptyDirectory();
    assertThat(folder.resolve(CollectionIdentifiers.of("half"))).doesNotExist();
  }

  @Test
  void closingTheLastServiceEndsThreadsAndLocks() throws Exception {
    try (LuceneVectorStore store = TestStores.onDisk(folder)) {
      CollectionSpec docs = collection(store, "docs", 8);
      float[][] vectors = TestStores.clustered(new Random(3), 6_000, 8, 20);
      for (int from = 0; from < 6_000; from += 1_000) {
        List<VectorRecord> batch = new ArrayList<>();
        for (int i = from; i < from + 1_000; i++) {
          batch.add(entry(i, vectors[i]));
        }
        store.upsert(docs, batch);
      }
    }

    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("ragport-lucene")) {
        // A pool is terminated a moment before the last of its threads has left its run method.
        thread.join(10_000);
        assertThat(thread.isAlive()).as("%s is alive", thread).isFalse();
      }
    }
    try (FileChannel lock =
            FileChannel.open(folder.resolve("ragport.lock"), StandardOpenOption.WRITE);
        FileLock free = lock.tryLock()) {
      assertThat(free).isNotNull();
    }
    try (Directory directory = FSDirectory.open(folder.resolve(CollectionIdentifiers.of("docs")));
        DirectoryReader reader = DirectoryReader.open(directory)) {
      assertThat(reader.numDocs()).isEqualTo(6_000);
      assertThat(reader.leaves().size()).isLessThan(10);
    }
  }

  @Test
  void droppingStopsAMergeInTheMiddle() {
    try (LuceneVectorStore store = TestStores.onDisk(folder)) {
      CollectionSpec docs = collection(store, "docs", 64);
      float[][] vectors = TestStores.clustered(new Random(3), 5_000, 64, 20);
      List<VectorRecord> batch = new ArrayList<>();
      for (int i = 0; i < vectors.length; i++) {
        batch.add(entry(i, vectors[i]));
      }
      store.upsert(docs, batch);

      store.dropCollection("docs");

      assertThat(store.listCollections()).isEmpty();
      CollectionSpec anew = collection(store, "docs", 64);
      store.upsert(anew, batch.subList(0, 10));
      assertThat(store.count(anew)).isEqualTo(10);
    }
  }

  @Test
  void hundredsOfSmallCommitsLeaveFewSegments() throws Exception {
    try (LuceneVectorStore store = TestStores.onDisk(folder)) {
      CollectionSpec docs = collection(store, "docs", 4);
      for (int i = 0; i < 300; i++) {
        store.upsert(docs, List.of(entry(i % 200, 1f, i, 2f, 3f)));
      }
      assertThat(store.count(docs)).isEqualTo(200);
    }

    try (Directory directory = FSDirectory.open(folder.resolve(CollectionIdentifiers.of("docs")));
        DirectoryReader reader = DirectoryReader.open(directory)) {
      assertThat(reader.leaves().size()).isLessThan(20);
    }
  }

  private static List<VectorRecord> generation(int number) {
    List<VectorRecord> entries = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      entries.add(entry(number * 30 + i, "s", "generation " + number, Map.of(), 1f, i));
    }
    return entries;
  }

  private static <T> List<T> together(CountDownLatch start, List<Callable<T>> tasks)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> task : tasks) {
        futures.add(threads.submit(task));
      }
      start.countDown();
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
