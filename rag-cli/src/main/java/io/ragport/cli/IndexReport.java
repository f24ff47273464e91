package io.ragport.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** What became of each file. Safe for use from many threads. */
final class IndexReport {
  private final ReentrantLock lock = new ReentrantLock();
  private int indexed;
  private int unchanged;
  private long chunks;
  private final Map<Path, String> skipped = new TreeMap<>();
  private final Map<Path, String> failed = new TreeMap<>();

  /** A file's passages are stored. */
  void indexed(int fileChunks) {
    locked(
        () -> {
          indexed++;
          chunks += fileChunks;
        });
  }

  /** A file is stored already, as it is. */
  void unchanged() {
    locked(() -> unchanged++);
  }

  /** A file is not for indexing. */
  void skipped(Path file, String reason) {
    locked(() -> skipped.put(file, reason));
  }

  /** A file could not be indexed. */
  void failed(Path file, String reason) {
    locked(() -> failed.put(file, reason));
  }

  /** The number of files with an outcome. */
  int done() {
    lock.lock();
    try {
      return indexed + unchanged + skipped.size() + failed.size();
    } finally {
      lock.unlock();
    }
  }

  /** The passages stored so far. */
  long chunks() {
    lock.lock();
    try {
      return chunks;
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing is in the index that should be. */
  boolean nothingDone() {
    return indexed + unchanged == 0;
  }

  /** Whether a file could not be indexed. */
  boolean hasFailures() {
    return !failed.isEmpty();
  }

  /** For people: what was left out and why, then one line of totals. */
  List<String> lines(Duration duration, String model, String backend, String collection) {
    List<String> lines = new ArrayList<>();
    skipped.forEach((file, reason) -> lines.add("skipped " + Paths.shown(file) + ": " + reason));
    failed.forEach((file, reason) -> lines.add("failed  " + Paths.shown(file) + ": " + reason));
    lines.add(
        indexed
            + " files indexed ("
            + chunks
            + " chunks), "
            + unchanged
            + " unchanged, "
            + skipped.size()
            + " skipped, "
            + failed.size()
            + " failed in "
            + seconds(duration)
            + " s; model "
            + model
            + ", backend "
            + backend
            + ", collection "
            + collection);
    return lines;
  }

  /** The same as plain values. */
  Map<String, Object> values(Duration duration, String model, String backend, String collection) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("files", indexed);
    values.put("chunks", chunks);
    values.put("unchanged", unchanged);
    values.put("skipped", reasons(skipped));
    values.put("failed", reasons(failed));
    values.put("seconds", duration.toMillis() / 1000.0);
    values.put("model", model);
    values.put("backend", backend);
    values.put("collection", collection);
    return values;
  }

  private static Map<String, String> reasons(Map<Path, String> files) {
    Map<String, String> reasons = new LinkedHashMap<>();
    files.forEach((file, reason) -> reasons.put(file.toString(), reason));
    return reasons;
  }

  private static String seconds(Duration duration) {
    return String.valueOf(duration.toMillis() / 100 / 10.0);
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }
}
