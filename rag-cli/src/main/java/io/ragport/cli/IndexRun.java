package io.ragport.cli;

import io.ragport.api.BaseRagService;
import io.ragport.core.chunk.RecursiveChunker;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
    Progress progress =
        new Progress(err, Progress.onTerminal(), files.size() + walk.problems().size(), report);
    ExecutorService workers =
        Executors.newFixedThreadPool(2 * Runtime.getRuntime().availableProcessors());
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
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted; what is indexed so far stays", e);
    } finally {
      workers.shutdownNow();
      if (showProgress) {
        progress.finish();
      }
    }
    return report;
  }
}
