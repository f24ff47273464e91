package io.ragport.store.lucene;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The root folders this process has open, each with the number of its users.
 *
 * <p>The one place with static state: Lucene allows one writer per index, and a file lock belongs
 * to the process, so several services on one folder must meet somewhere to share it (IDX-12,
 * CON-3). An entry is there only while a service uses it. Another process is kept out by a lock on
 * a file in the root, which the system releases whenever the process ends, however that happens.
 */
final class OpenRoots {
  private static final String LOCK_FILE = "ragport.lock";
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<Path, Shared> OPEN = new HashMap<>(); // guarded by LOCK

  private OpenRoots() {}

  /** A share of an open root; given back once. */
  interface Lease {
    LuceneRoot root();

    void giveBack() throws IOException;
  }

  /**
   * Opens a root, or joins those who have it open.
   *
   * @param create whether to make a root that is not there
   * @return empty if no index was ever made there and none is to be
   * @throws io.ragport.api.BackendUnavailableException if another process has it open
   */
  static Optional<Lease> open(Path path, WriteSettings settings, boolean create)
      throws IOException {
    if (create) {
      Files.createDirectories(path);
    } else if (!Files.isRegularFile(path.resolve(LOCK_FILE))) {
      return Optional.empty();
    }
    Path root = path.toRealPath();
    LOCK.lock();
    try {
      Shared shared = OPEN.get(root);
      if (shared == null) {
        shared = new Shared(root, lock(root), settings);
        OPEN.put(root, shared);
      }
      shared.users++;
      return Optional.of(shared);
    } finally {
      LOCK.unlock();
    }
  }

  private static FileChannel lock(Path root) throws IOException {
    FileChannel channel =
        FileChannel.open(
            root.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock acquired = null;
    try {
      acquired = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      throw LuceneErrors.inUse(root, new IOException("locked by another class loader", e));
    } finally {
      if (acquired == null) {
        channel.close();
      }
    }
    if (acquired == null) {
      throw LuceneErrors.inUse(root, null);
    }
    return channel;
  }

  private static final class Shared implements Lease {
    private final Path path;
    private final FileChannel lockFile;
    private final LuceneRoot root;
    private int users; // guarded by LOCK

    Shared(Path path, FileChannel lockFile, WriteSettings settings) {
      this.path = path;
      this.lockFile = lockFile;
      this.root = new LuceneRoot(new FolderStorage(path), settings);
    }

    @Override
    public LuceneRoot root() {
      return root;
    }

    /** The lock goes last; until then nobody else may open the folder, in this process either. */
    @Override
    public void giveBack() throws IOException {
      LOCK.lock();
      try (@Nullable FileChannel last = --users == 0 ? lockFile : null) {
        if (last != null) {
          OPEN.remove(path);
          root.close();
        }
      } finally {
        LOCK.unlock();
      }
    }
  }
}
