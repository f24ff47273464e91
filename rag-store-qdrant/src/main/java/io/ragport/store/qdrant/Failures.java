package io.ragport.store.qdrant;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What failures of gRPC calls mean, by their codes and by the server's words. Pure. */
final class Failures {
  private static final Metadata.Key<String> RETRY_AFTER =
      Metadata.Key.of("retry-after", Metadata.ASCII_STRING_MARSHALLER);

  /** The second: in a cluster, as another node said it. */
  private static final Pattern MISSING_COLLECTION =
      Pattern.compile("Not found: (status: NotFound, message: \"Not found: )?Collection ");

  private static final Pattern STARTING = Pattern.compile("Local shard \\d+ not found");

  private Failures() {}

  /** Whether the failure, or its cause, is that the collection is not there. */
  static boolean isMissing(Throwable failure) {
    Status status = Status.fromThrowable(failure);
    return status.getCode() == Code.NOT_FOUND
        && MISSING_COLLECTION.matcher(description(status)).lookingAt();
  }

  /** Whether the failure, or its cause, is that a vector of that name is not there. */
  static boolean isOtherVector(Throwable failure) {
    Status status = Status.fromThrowable(failure);
    return status.getCode() == Code.INVALID_ARGUMENT
        && (description(status).startsWith("Wrong input: Not existing vector name error: ")
            || description(status).startsWith("Wrong input: Vector with name "));
  }

  /** Whether a vector is longer or shorter than those of the collection. */
  static boolean isOtherDimension(Throwable failure) {
    return description(Status.fromThrowable(failure))
        .startsWith("Wrong input: Vector dimension error");
  }

  /**
   * Whether the failure, or its cause, is that an answer is larger than {@code maxInboundBytes}.
   */
  static boolean isTooLarge(Throwable failure) {
    Status status = Status.fromThrowable(failure);
    return status.getCode() == Code.RESOURCE_EXHAUSTED
        && description(status).contains("message exceeds maximum size");
  }

  /** Whether the node is gone, or not quite back, so that another one may do it. */
  static boolean isUnavailable(Throwable failure) {
    Status status = Status.fromThrowable(failure);
    return status.getCode() == Code.UNAVAILABLE || isStarting(status);
  }

  /** A node that starts answers, and says that it is healthy, before its shards are loaded. */
  private static boolean isStarting(Status status) {
    return status.getCode() == Code.INTERNAL && STARTING.matcher(description(status)).find();
  }

  /** Whether it is not known whether the request was, or will be, carried out. */
  static boolean isUndecided(Throwable failure) {
    return Status.fromThrowable(failure).getCode() == Code.DEADLINE_EXCEEDED;
  }

  /** Whether the node may do it in a moment. */
  static boolean mayPass(Throwable failure) {
    return switch (Status.fromThrowable(failure).getCode()) {
      case ABORTED -> true;
      // What was on its way when the leader changed, its node does not send again.
      case INTERNAL -> isWithoutConsensus(failure) || isWithoutShards(failure) || isCutOff(failure);
      // A rate limit names the time when it opens again, which is a matter of a minute.
      case RESOURCE_EXHAUSTED ->
          !isTooLarge(failure) && !isAboveRate(failure) && retryAfter(failure).isEmpty();
      default -> false;
    };
  }

  /** Whether a node could not do it without others of the cluster, which it could not reach. */
  static boolean isDegraded(Throwable failure) {
    Status status = Status.fromThrowable(failure);
    String description = description(status);
    return isStarting(status)
        || description.contains("status: Unavailable")
        || description.contains("does not have enough active replicas")
        || description.contains("has no active replica")
        || isWithoutConsensus(failure)
        || isWithoutShards(failure)
        || isCutOff(failure);
  }

  /** Whether another node, which this one had asked in its turn, went away meanwhile. */
  private static boolean isCutOff(Throwable failure) {
    return description(Status.fromThrowable(failure)).contains("transport error");
  }

  /** Whether the nodes did not agree in time: too few are up, or their leader has changed. */
  private static boolean isWithoutConsensus(Throwable failure) {
    return description(Status.fromThrowable(failure))
        .contains("Waiting for consensus operation commit failed");
  }

  /**
   * Whether nobody has the collection's shards: it is just being created or dropped, or its nodes
   * are away.
   */
  static boolean isWithoutShards(Throwable failure) {
    return description(Status.fromThrowable(failure)).contains("0 of 0 read operations failed");
  }

  static boolean isDiskFull(Throwable failure) {
    return description(Status.fromThrowable(failure)).contains("No space left on device");
  }

  /** The server learns the timeout with the request, and may notice it before the client. */
  static boolean isServersTimeout(Throwable failure) {
    return description(Status.fromThrowable(failure)).equals("Timeout expired");
  }

  /** Whether a rate limit would never let the request pass, however long it waits. */
  static boolean isAboveRate(Throwable failure) {
    return description(Status.fromThrowable(failure))
        .contains("request larger than rate limiter capacity");
  }

  /** When a rate limit opens again; empty if none is the matter. */
  static Optional<Duration> retryAfter(Throwable failure) {
    @Nullable Metadata trailers = Status.trailersFromThrowable(failure);
    @Nullable String seconds = trailers == null ? null : trailers.get(RETRY_AFTER);
    return seconds != null && seconds.matches("\\d{1,9}")
        ? Optional.of(Duration.ofSeconds(Long.parseLong(seconds)))
        : Optional.empty();
  }

  /** Whether the connection was not encrypted as it should be. */
  static boolean isFailedHandshake(Throwable failure) {
    for (@Nullable Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof SSLException) {
        return true;
      }
    }
    return false;
  }

  /** The server's words, empty if there are none; they may quote values. */
  static String description(Status status) {
    @Nullable String description = status.getDescription();
    return description == null ? "" : description;
  }
}
