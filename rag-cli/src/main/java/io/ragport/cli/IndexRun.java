package io.ragport.cli;

import io.ragport.api.BaseRagService;
import io.ragport.core.chunk.RecursiveChunker;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Indexes the files of a walk, several at a time, so that reading and storing overlap embedding.
 */
final class IndexRun {
  private final PrintWriter err;
  private final boolean showProgress;

  IndexRun(PrintWriter err, boolean showProgress) {
    this.err = err;
    this.showProgress = showProgress;
  }

  /** Runs to the end; the report tells what became of every file. */
  IndexReport run(
      BaseRagService service,
      String collection,
      RecursiveChunker chunker,
      long maxFileBytes,
      FileWalk walk) {
    IndexReport report = new IndexReport();
    walk.problems().forEach(report::failed);
    List<Path> files = walk.files();
    FileIndexer indexer = new FileIndexer(service, collection, chunker, maxFileBytes, report);
    int total = files.size() + walk.problems().size();
    Progress progress = new Progress(err, Progress.onTerminal(), new Work(report, total));
    AtomicInteger number = new AtomicInteger();
    ExecutorService workers =
        Executors.newFixedThreadPool(
            2 * Runtime.getRuntime().availableProcessors(),
            work -> new Thread(work, "rag-index-" + number.incrementAndGet()));
    try {
      List<Future<?>> results = new ArrayList<>(files.size());
      for (Path file : files) {
        results.add(
            workers.submit(
                () -> {
                  indexer.index(file);
                  if (showProgress) {
                    progress.update();
                  }
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted; what is indexed so far stays", e);
    } finally {
      end(workers);
      if (showProgress) {
        progress.finish();
      }
    }
    return report;
  }

  private record Work(IndexReport report, int total) implements Progress.Work {
    @Override
    public int done() {
      return report.done();
    }

    @Override
    public String described(Duration elapsed) {
      long chunks = report.chunks();
      double rate = Math.round(chunks * 10_000.0 / Math.max(1, elapsed.toMillis())) / 10.0;
      return done() + "/" + total + " files, " + chunks + " chunks, " + rate + " chunks/s";
    }
  }

  /** Waits for what runs, so that nobody uses the service after its owner closes it. */
  private static void end(ExecutorService workers) {
    workers.shutdownNow();
    try {
      while (!workers.awaitTermination(1, TimeUnit.MINUTES)) {
        Thread.onSpinWait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
