package io.ragport.store.qdrant;

import com.google.common.util.concurrent.ListenableFuture;
import io.qdrant.client.grpc.Collections.ListCollectionsRequest;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.RagException;
import io.ragport.api.RagStoreException;
import io.ragport.api.StoreTimeoutException;
import io.ragport.api.store.Retries;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The nodes of the server, and every call to them: connecting, timeouts, retries, errors. Safe for
 * use from many threads; connects when first used (LIFE-1).
 *
 * <p>Calls go to the nodes in turn, past those that failed or came back in the last seconds.
 */
final class QdrantNodes implements AutoCloseable {
  private static final Duration PASS_OVER = Duration.ofSeconds(5);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

  /**
   * A request that may be repeated: all of ours may, as each says what is to be, not what to add.
   */
  interface Request<T> {
    /** Sends it. */
    ListenableFuture<T> send(Stubs stubs);
  }

  /** A request that is on its way. */
  interface Pending<T> {
    /**
     * Its answer; repeats the request where the failure is transient (ERR-3).
     *
     * @throws RagException if it fails; also if the thread is interrupted, which cancels the
     *     request and sets the flag again (CON-4)
     */
    T await();

    /** Waits for its end, whatever that is, and whether or not the thread is interrupted. */
    void awaitEnd();
  }

  /**
   * What tests set otherwise.
   *
   * @param passOver how long a node that failed, or came back, is left alone while others answer
   */
  record Setup(Retries retries, Duration passOver) {
    static Setup of(QdrantOptions options) {
      return new Setup(Retries.upTo(options.get(QdrantOptions.RETRIES)), PASS_OVER);
    }
  }

  private final QdrantErrors errors;
  private final Duration callTimeout;
  private final Duration connectTimeout;
  private final Retries retries;
  private final List<QdrantNode> nodes;
  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Does no I/O.
   *
   * @throws RagConfigurationException if an address or the key cannot be right
   */
  QdrantNodes(QdrantOptions options) {
    this(options, Setup.of(options));
  }

  QdrantNodes(QdrantOptions options, Setup setup) {
    errors = new QdrantErrors(options);
    callTimeout = options.get(QdrantOptions.CALL_TIMEOUT);
    connectTimeout = options.get(QdrantOptions.CONNECT_TIMEOUT);
    retries = setup.retries();
    List<NodeAddress> addresses = NodeAddress.all(options);
    Channels.checkKey(options, addresses);
    Duration passOver = addresses.size() == 1 ? Duration.ZERO : setup.passOver();
    nodes = addresses.stream().map(address -> new QdrantNode(address, options, passOver)).toList();
  }

  /**
   * Reaches a node, and refuses a server that is too old, or that does not take the key (LIFE-5):
   * its health check asks for none.
   */
  void check() {
    call("check", stubs -> stubs.collections().list(ListCollectionsRequest.getDefaultInstance()));
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @param what what it is about, for messages; see {@link QdrantErrors#place}
   */
  <T> T call(String what, Request<T> request) {
    return start(what, request).await();
  }

  /** The same, with that answer if the collection is not there. */
  <T> T callOr(T missing, String what, Request<T> request) {
    try {
      return call(what, request);
    } catch (RagStoreException e) {
      if (Failures.isMissing(e)) {
        return missing;
      }
      throw e;
    }
  }

  /**
   * Sends a request without waiting for its answer, but for a connection if there is none. Failures
   * of either kind show in {@link Pending#await}.
   */
  <T> Pending<T> start(String what, Request<T> request) {
    return RetriedCall.start(this, what, request);
  }

  /**
   * Waits until every node that answers says so, see {@link EveryNode}.
   *
   * @param until what the answer must be
   * @throws StoreTimeoutException if it is not within the call timeout
   */
  <T> void awaitEverywhere(String what, Request<T> request, Predicate<T> until) {
    new EveryNode<>(this, what, request, until).await();
  }

  /** Those that answer; it is a failure if none does. */
  List<QdrantNode> connectAll(String what) {
    Connecting connecting = new Connecting(what, endpoints(), errors, nodes, connectTimeout);
    List<QdrantNode> answering = connecting.all();
    if (answering.isEmpty()) {
      RagException failure = connecting.failure();
      throw isClosed() ? QdrantErrors.closed(what, failure) : failure;
    }
    return answering;
  }

  /**
   * The node whose turn it is. If none answered lately, all are asked at once and the first to
   * answer is it, so that silent ones cost no time (LIFE-4).
   *
   * @param gone those that are out of the question
   * @param patience how long to wait for a connection
   * @throws RagException if there is none; a {@link BackendUnavailableException} if none answers
   */
  QdrantNode next(String what, Set<QdrantNode> gone, Duration patience) {
    List<QdrantNode> inTurn = inTurn().stream().filter(node -> !gone.contains(node)).toList();
    for (QdrantNode node : inTurn) {
      if (node.isReady()) {
        lookForOthers();
        return node;
      }
    }
    Connecting connecting = new Connecting(what, endpoints(), errors, inTurn, patience);
    return connecting.first().orElseThrow(connecting::failure);
  }

  /** Whether a node is connected that is none of these. */
  boolean isAnotherReady(Set<QdrantNode> gone, QdrantNode node) {
    return nodes.stream()
        .anyMatch(other -> other != node && !gone.contains(other) && other.isReady());
  }

  /** Without waiting: those that answer are there for the next call. */
  private void lookForOthers() {
    nodes.stream().filter(QdrantNode::isDue).forEach(QdrantNode::connect);
  }

  private List<QdrantNode> inTurn() {
    int first = Math.floorMod(turn.getAndIncrement(), nodes.size());
    return IntStream.range(0, nodes.size())
        .mapToObj(i -> nodes.get((first + i) % nodes.size()))
        .toList();
  }

  QdrantErrors errors() {
    return errors;
  }

  Retries retries() {
    return retries;
  }

  Duration callTimeout() {
    return callTimeout;
  }

  Duration connectTimeout() {
    return connectTimeout;
  }

  int size() {
    return nodes.size();
  }

  boolean isClosed() {
    return closed.get();
  }

  /** All of them, for messages. */
  String endpoints() {
    return nodes.stream().map(QdrantNode::endpoint).collect(Collectors.joining(", "));
  }

  /** Closes the connections, and ends the calls that are on their way. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    nodes.forEach(QdrantNode::close);
    long deadline = System.nanoTime() + CLOSE_PATIENCE.toNanos();
    try {
      for (QdrantNode node : nodes) {
        node.awaitClosed(Duration.ofNanos(deadline - System.nanoTime()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
