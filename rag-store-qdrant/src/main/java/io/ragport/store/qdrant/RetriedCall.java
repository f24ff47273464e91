package io.ragport.store.qdrant;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One request: sent to a node, to the next one at once if that is gone, and after a pause again if
 * no node could do it (ERR-3). For one thread.
 */
final class RetriedCall<T> implements QdrantNodes.Pending<T> {
  /**
   * Connecting is repeated in this part of the connect timeout only: a pause is about twice as long
   * as all before it together, and the timeout holds for everything (LIFE-4).
   */
  private static final int REPEATED_PART = 4;

  private final QdrantNodes nodes;
  private final String what;
  private final QdrantNodes.Request<T> request;

  /** Those that were gone since the last pause. */
  private final Set<QdrantNode> gone = new HashSet<>();

  private int failures;
  private boolean isConnected = true;
  private long connectingSince;

  /** That it was sent to last; null before. */
  private @Nullable QdrantNode node;

  /** Since there were none; null before. */
  private @Nullable Polling shards;

  private ListenableFuture<T> answer = Futures.immediateCancelledFuture();

  private RetriedCall(QdrantNodes nodes, String what, QdrantNodes.Request<T> request) {
    this.nodes = nodes;
    this.what = what;
    this.request = request;
  }

  /** Sends it. */
  static <T> RetriedCall<T> start(QdrantNodes nodes, String what, QdrantNodes.Request<T> request) {
    RetriedCall<T> call = new RetriedCall<>(nodes, what, request);
    call.send();
    return call;
  }

  private void send() {
    if (isConnected) {
      connectingSince = System.nanoTime();
    }
    try {
      if (Thread.currentThread().isInterrupted()) {
        throw QdrantErrors.interrupted(what, new InterruptedException());
      }
      Duration connecting = Duration.ofNanos(System.nanoTime() - connectingSince);
      QdrantNode next = nodes.next(what, gone, nodes.connectTimeout().minus(connecting));
      node = next;
      isConnected = true;
      answer = request.send(next.stubs(nodes.callTimeout()));
    } catch (BackendUnavailableException e) {
      isConnected = false;
      answer = Futures.immediateFailedFuture(e);
    } catch (RagException e) {
      answer = Futures.immediateFailedFuture(e);
    }
  }

  @Override
  public T await() {
    while (true) {
      try {
        return answer.get();
      } catch (InterruptedException e) {
        answer.cancel(true);
        throw QdrantErrors.interrupted(what, e);
      } catch (ExecutionException e) {
        recover(Objects.requireNonNullElse(e.getCause(), e));
      }
    }
  }

  /** Sends it again, or throws. */
  private void recover(Throwable failure) {
    if (nodes.isClosed()) {
      throw QdrantErrors.closed(what, failure);
    }
    if (!(failure instanceof RagException unsent)) {
      recover(Objects.requireNonNull(node, "node"), failure);
    } else if (isConnected || !isEarly() || !pause()) {
      throw unsent;
    }
    send();
  }

  private void recover(QdrantNode from, Throwable failure) {
    if (Failures.isUnavailable(failure)) {
      from.passOver();
      gone.add(from);
      if (gone.size() == nodes.size() && !pause()) {
        throw nodes.errors().translate(what, nodes.endpoints(), failure);
      }
    } else if (Failures.isMissing(failure) && nodes.isAnotherReady(gone, from)) {
      gone.add(from); // it may be behind: created while it was away
    } else if (Failures.isUndecided(failure)) {
      from.passOver(); // it may be hanging; what it was told to do it may still do
      throw nodes.errors().translate(what, from.endpoint(), failure);
    } else if (Failures.isWithoutShards(failure) ? !awaitShards() : !mayPass(failure)) {
      throw nodes.errors().translate(what, from.endpoint(), failure);
    }
  }

  private boolean mayPass(Throwable failure) {
    return Failures.mayPass(failure) && pause();
  }

  /**
   * Whether there is another attempt: while somebody creates a collection, nodes know of it that do
   * not have its shards yet.
   */
  private boolean awaitShards() {
    if (shards == null) {
      shards = new Polling(what, nodes.connectTimeout());
    }
    if (shards.isOver()) {
      return false;
    }
    shards.pause();
    return true;
  }

  private boolean isEarly() {
    return (System.nanoTime() - connectingSince) * REPEATED_PART < nodes.connectTimeout().toNanos();
  }

  /** Whether there is another attempt, after a pause; all nodes are asked again then. */
  private boolean pause() {
    failures++;
    gone.clear();
    try {
      return nodes.retries().pause(failures);
    } catch (InterruptedException e) {
      throw QdrantErrors.interrupted(what, e);
    }
  }

  @Override
  public void awaitEnd() {
    boolean interrupted = false;
    while (true) {
      try {
        answer.get();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException | CancellationException e) {
        break;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
