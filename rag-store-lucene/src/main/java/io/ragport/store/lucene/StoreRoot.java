package io.ragport.store.lucene;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One store's way to its root: nothing is opened before it is needed (LIFE-1, COL-5). */
final class StoreRoot {
  private final LuceneOptions options;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean closed; // guarded by lock
  private volatile OpenRoots.@Nullable Lease lease; // written under lock

  StoreRoot(LuceneOptions options) {
    this.options = options;
  }

  /** The root if there is one. */
  Optional<LuceneRoot> find() throws IOException {
    return lease(false).map(OpenRoots.Lease::root);
  }

  /** The root, made if it is not there. */
  LuceneRoot create() throws IOException {
    return lease(true).orElseThrow().root();
  }

  private Optional<OpenRoots.Lease> lease(boolean create) throws IOException {
    OpenRoots.Lease open = lease;
    if (open != null) {
      return Optional.of(open);
    }
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("lucene: the service is closed (open a new one)");
      }
      if (lease == null) {
        lease =
            options.memory()
                ? new InMemory(new LuceneRoot(new MemoryStorage(), options.writing()))
                : Interrupts.heldBack(
                        () -> OpenRoots.open(options.path(), options.writing(), create))
                    .orElse(null);
      }
      return Optional.ofNullable(lease);
    } finally {
      lock.unlock();
    }
  }

  void close() throws IOException {
    OpenRoots.Lease last;
    lock.lock();
    try {
      closed = true;
      last = lease;
      lease = null;
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.giveBack();
    }
  }

  private record InMemory(LuceneRoot root) implements OpenRoots.Lease {
    @Override
    public void giveBack() throws IOException {
      root.close();
    }
  }
}
