package io.ragport.store.qdrant;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.qdrant.client.QdrantGrpcClient;
import io.qdrant.client.grpc.QdrantOuterClass.HealthCheckReply;
import io.qdrant.client.grpc.QdrantOuterClass.HealthCheckRequest;
import io.ragport.api.RagConfigurationException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One node: its channel, opened when first used, and whether it answered lately. Safe for use from
 * many threads.
 */
final class QdrantNode {
  private static final System.Logger LOG = System.getLogger(QdrantNode.class.getName());

  private final NodeAddress address;
  private final QdrantOptions options;
  private final Duration passOver;

  private final ReentrantLock lock = new ReentrantLock();
  // Guarded by the lock.
  private @Nullable QdrantGrpcClient opened;
  private boolean closed;
  private ListenableFuture<QdrantNode> attempt = Futures.immediateCancelledFuture();

  private volatile @Nullable QdrantGrpcClient answering;
  private volatile Optional<ServerVersion> version = Optional.empty();
  private volatile boolean failed;
  private volatile long failedAt;
  private volatile boolean cameBack;
  private volatile long cameBackAt;

  /**
   * @param passOver how long to leave it alone, while others answer, after a failure and after it
   *     came back
   */
  QdrantNode(NodeAddress address, QdrantOptions options, Duration passOver) {
    this.address = address;
    this.options = options;
    this.passOver = passOver;
  }

  String endpoint() {
    return address.toString();
  }

  /** Whether calls may be sent to it as it is: connected, answering and new enough. */
  boolean isReady() {
    @Nullable QdrantGrpcClient client = answering;
    return client != null && !failed && !isSettling() && isConnected(client);
  }

  private static boolean isConnected(QdrantGrpcClient client) {
    return channel(client).getState(false) == ConnectivityState.READY;
  }

  /** Whether it is time to look whether it answers. */
  boolean isDue() {
    return !isReady()
        && !isSettling()
        && !(failed && System.nanoTime() - failedAt < passOver.toNanos());
  }

  /**
   * Whether it came back just now. A node of a cluster that starts answers before it has heard what
   * it missed, and until then takes what it holds for complete.
   */
  private boolean isSettling() {
    return cameBack && System.nanoTime() - cameBackAt < passOver.toNanos();
  }

  /** What to send a call with, once it has answered. */
  Stubs stubs(Duration timeout) {
    @Nullable QdrantGrpcClient client = answering;
    if (client == null) {
      throw new IllegalStateException(address + " was never reached");
    }
    return new Stubs(client, timeout);
  }

  /** Its version, as of the last connection; empty if unknown. */
  Optional<ServerVersion> version() {
    return version;
  }

  /** It did not answer: others come first for a while. */
  void passOver() {
    failedAt = System.nanoTime();
    failed = true;
  }

  /**
   * Asks whether it answers, connecting if need be; those who ask meanwhile share the question. The
   * answer comes within the connect timeout.
   *
   * @return itself, or the failure
   * @throws RagConfigurationException if the settings allow no connection
   */
  ListenableFuture<QdrantNode> connect() {
    lock.lock();
    try {
      if (closed) {
        return Futures.immediateFailedFuture(Status.UNAVAILABLE.asRuntimeException());
      }
      if (attempt.isDone()) {
        attempt = ask(open());
      }
      return attempt;
    } finally {
      lock.unlock();
    }
  }

  private QdrantGrpcClient open() {
    @Nullable QdrantGrpcClient client = opened;
    if (client == null) {
      QdrantGrpcClient.Builder builder =
          QdrantGrpcClient.newBuilder(Channels.open(address, options), true, false);
      options.find(QdrantOptions.API_KEY).ifPresent(builder::withApiKey);
      client = builder.build();
      opened = client;
    }
    return client;
  }

  private ListenableFuture<QdrantNode> ask(QdrantGrpcClient client) {
    boolean isNew = !isConnected(client);
    if (isNew) {
      // A broken channel waits longer and longer before it tries again, and fails calls meanwhile.
      channel(client).enterIdle();
    }
    ListenableFuture<HealthCheckReply> reply =
        new Stubs(client, options.get(QdrantOptions.CONNECT_TIMEOUT))
            .server()
            .healthCheck(HealthCheckRequest.getDefaultInstance());
    return Futures.catchingAsync(
        Futures.transform(
            reply, answer -> answered(client, answer, isNew), MoreExecutors.directExecutor()),
        Throwable.class,
        failure -> {
          passOver();
          return Futures.immediateFailedFuture(failure);
        },
        MoreExecutors.directExecutor());
  }

  private QdrantNode answered(QdrantGrpcClient client, HealthCheckReply answer, boolean isNew) {
    if (isNew && answering != null) {
      cameBackAt = System.nanoTime();
      cameBack = true;
    }
    version = ServerVersion.parse(answer.getVersion());
    answering = client;
    if (version.filter(ServerVersion::isTooOld).isPresent()) {
      passOver();
    } else {
      failed = false;
    }
    LOG.log(
        Level.DEBUG,
        () ->
            QdrantErrors.BACKEND
                + " at "
                + address
                + ": connected, "
                + version.map(known -> "version " + known).orElse("of an unknown version"));
    return this;
  }

  /** Ends its calls, and closes the connection without waiting for it. */
  void close() {
    lock.lock();
    try {
      closed = true;
      @Nullable QdrantGrpcClient client = opened;
      if (client != null) {
        channel(client).shutdownNow();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns when the connection is closed, or the time is over. */
  void awaitClosed(Duration patience) throws InterruptedException {
    @Nullable QdrantGrpcClient client;
    lock.lock();
    try {
      client = opened;
    } finally {
      lock.unlock();
    }
    if (client != null
        && !channel(client).awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      LOG.log(Level.DEBUG, QdrantErrors.BACKEND + " at " + address + ": still closing");
    }
  }

  private static ManagedChannel channel(QdrantGrpcClient client) {
    return client.channel();
  }
}
