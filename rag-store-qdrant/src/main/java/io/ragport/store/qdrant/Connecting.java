package io.ragport.store.qdrant;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks several nodes at once whether they answer, and waits for them. For one thread. */
final class Connecting {
  private final String what;
  private final String endpoints;
  private final QdrantErrors errors;
  private final long deadline;
  private final List<ListenableFuture<Outcome>> outcomes;
  private final List<RagException> failures = new ArrayList<>();

  private record Outcome(QdrantNode node, @Nullable Throwable failure) {}

  /**
   * Asks them.
   *
   * @param what what the call is about that needs them, for messages
   * @param endpoints all that there are, for the message that none answers
   * @param patience how long to wait
   */
  Connecting(
      String what,
      String endpoints,
      QdrantErrors errors,
      List<QdrantNode> asked,
      Duration patience) {
    this.what = what;
    this.endpoints = endpoints;
    this.errors = errors;
    deadline = System.nanoTime() + patience.toNanos();
    outcomes = asked.stream().map(Connecting::outcome).toList();
  }

  private static ListenableFuture<Outcome> outcome(QdrantNode node) {
    return Futures.catching(
        Futures.transform(
            node.connect(), reached -> new Outcome(node, null), MoreExecutors.directExecutor()),
        Throwable.class,
        failure -> new Outcome(node, failure),
        MoreExecutors.directExecutor());
  }

  /** The first that answers and can be used; empty if none does. */
  Optional<QdrantNode> first() {
    List<ListenableFuture<Outcome>> earliestFirst = Futures.inCompletionOrder(outcomes);
    for (ListenableFuture<Outcome> outcome : earliestFirst) {
      Optional<QdrantNode> usable = await(outcome);
      if (usable.isPresent()) {
        return usable;
      }
    }
    return Optional.empty();
  }

  /** All that answer and can be used. */
  List<QdrantNode> all() {
    return outcomes.stream().map(this::await).flatMap(Optional::stream).toList();
  }

  private Optional<QdrantNode> await(ListenableFuture<Outcome> outcome) {
    try {
      return usable(outcome.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      failures.add(errors.silent(endpoints, e));
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an outcome is never a failure", e);
    } catch (InterruptedException e) {
      throw QdrantErrors.interrupted(what, e);
    }
  }

  private Optional<QdrantNode> usable(Outcome outcome) {
    QdrantNode node = outcome.node;
    @Nullable Throwable failure = outcome.failure;
    if (failure != null) {
      failures.add(errors.cannotConnect(what, node.endpoint(), failure));
      return Optional.empty();
    }
    Optional<ServerVersion> tooOld = node.version().filter(ServerVersion::isTooOld);
    tooOld.ifPresent(version -> failures.add(errors.tooOld(node.endpoint(), version)));
    return tooOld.isPresent() ? Optional.empty() : Optional.of(node);
  }

  /** Why none could be used; rather what repeating does not mend. */
  RagException failure() {
    RagException first =
        failures.stream()
            .filter(failure -> !(failure instanceof BackendUnavailableException))
            .findFirst()
            .orElseGet(() -> errors.noneAnswers(endpoints, failures));
    failures.stream()
        .filter(failure -> failure != first && failure != first.getCause())
        .forEach(first::addSuppressed);
    return first;
  }
}
