package io.ragport.store.qdrant;

import io.grpc.Status;
import io.grpc.Status.Code;
import io.ragport.api.Arguments;
import io.ragport.api.AuthenticationException;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.RagException;
import io.ragport.api.RagStoreException;
import io.ragport.api.StoreRefusedException;
import io.ragport.api.StoreTimeoutException;
import java.time.Duration;
import java.util.List;

/**
 * The failures of gRPC calls in the words of the contract (ERR-1). The server's own words may quote
 * values, and are left to the cause (ERR-2). Immutable.
 */
final class QdrantErrors {
  static final String BACKEND = "qdrant";

  private final QdrantOptions options;

  QdrantErrors(QdrantOptions options) {
    this.options = options;
  }

  /** How a message names a collection. */
  static String place(String collectionName) {
    return "collection \"" + Arguments.shortened(collectionName) + "\"";
  }

  /**
   * What a call throws.
   *
   * @param what what was worked on, for example {@link #place}
   * @param endpoint the node, or nodes, that it was sent to
   */
  RagException translate(String what, String endpoint, Throwable failure) {
    return switch (Status.fromThrowable(failure).getCode()) {
      case UNAUTHENTICATED, PERMISSION_DENIED -> credentials(endpoint, failure);
      case UNAVAILABLE ->
          new BackendUnavailableException(
              BACKEND,
              endpoint,
              "the connection was lost (repeat the call once the server is up)",
              failure);
      case DEADLINE_EXCEEDED -> timedOut(what, failure);
      case CANCELLED ->
          Failures.isServersTimeout(failure)
              ? timedOut(what, failure)
              : store(what, "the request was cancelled", failure);
      case RESOURCE_EXHAUSTED -> exhausted(what, failure);
      case INVALID_ARGUMENT, FAILED_PRECONDITION -> refused(what, failure);
      case OUT_OF_RANGE ->
          new StoreRefusedException(
              BACKEND,
              what
                  + ": the request is larger than the server takes (lower "
                  + options.key(QdrantOptions.BATCH_BYTES)
                  + ")",
              failure);
      case INTERNAL ->
          Failures.isDegraded(failure) ? degraded(endpoint, failure) : other(what, failure);
      default -> other(what, failure);
    };
  }

  private static RagException degraded(String endpoint, Throwable failure) {
    return new BackendUnavailableException(
        BACKEND,
        endpoint,
        "too few nodes of the cluster answer (repeat the call once the others are back)",
        failure);
  }

  private RagException other(String what, Throwable failure) {
    Status status = Status.fromThrowable(failure);
    if (Failures.isMissing(failure)) {
      return store(
          what, "it is not there, it may have been dropped meanwhile (repeat the call)", failure);
    }
    String problem =
        switch (status.getCode()) {
          case ABORTED -> "the server gave it up for the sake of another request (repeat the call)";
          case ALREADY_EXISTS -> "it is there already";
          case UNIMPLEMENTED -> "the server does not know this request (is it Qdrant?)";
          default ->
              Failures.isDiskFull(failure)
                  ? "the server's disk is full"
                  : "the server failed (" + status.getCode() + "; its log tells more)";
        };
    return store(what, problem, failure);
  }

  private RagException credentials(String endpoint, Throwable failure) {
    boolean isDenied = Status.fromThrowable(failure).getCode() == Code.PERMISSION_DENIED;
    return new AuthenticationException(
        BACKEND,
        endpoint,
        options.key(QdrantOptions.API_KEY) + (isDenied ? ", which does not allow this" : ""),
        failure);
  }

  private RagException timedOut(String what, Throwable failure) {
    return new StoreTimeoutException(
        BACKEND,
        what
            + ": no answer within "
            + inWords(options.get(QdrantOptions.CALL_TIMEOUT))
            + " (is the server overloaded? else raise "
            + options.key(QdrantOptions.CALL_TIMEOUT)
            + ")",
        failure);
  }

  private RagException exhausted(String what, Throwable failure) {
    if (Failures.isTooLarge(failure)) {
      return new StoreRefusedException(
          BACKEND,
          what
              + ": an answer is too large (raise "
              + options.key(QdrantOptions.MAX_INBOUND_BYTES)
              + ")",
          failure);
    }
    if (Failures.isAboveRate(failure)) {
      return new StoreRefusedException(
          BACKEND,
          what
              + ": the request is more than the collection's rate limit allows at once (lower "
              + options.key(QdrantOptions.BATCH_BYTES)
              + ", or raise the limit in the collection's strict_mode_config)",
          failure);
    }
    return Failures.retryAfter(failure)
        .map(
            wait ->
                store(
                    what,
                    "the collection's rate limit is reached (repeat the call in "
                        + inWords(wait)
                        + ", or raise the limit in the collection's strict_mode_config)",
                    failure))
        .orElseGet(() -> store(what, "the server is overloaded (repeat later)", failure));
  }

  private static RagException refused(String what, Throwable failure) {
    if (Failures.isOtherVector(failure) || Failures.isOtherDimension(failure)) {
      return store(
          what, "it was made anew with other settings meanwhile (repeat the call)", failure);
    }
    return StrictMode.refusal(Failures.description(Status.fromThrowable(failure)))
        .<RagException>map(
            problem -> new StoreRefusedException(BACKEND, what + ": " + problem, failure))
        .orElseGet(() -> store(what, "the server refused the request (see the cause)", failure));
  }

  /** What a call throws that found no connection to the node. */
  RagException cannotConnect(String what, String endpoint, Throwable failure) {
    Code code = Status.fromThrowable(failure).getCode();
    if (code == Code.UNAUTHENTICATED || code == Code.PERMISSION_DENIED) {
      return translate(
          what, endpoint, failure); // by a proxy: a health check of Qdrant needs no key
    }
    if (code == Code.DEADLINE_EXCEEDED || code == Code.CANCELLED) {
      return silent(endpoint, failure);
    }
    String problem =
        "cannot connect (is the server running, and are "
            + options.key(QdrantOptions.HOST)
            + " and ."
            + QdrantOptions.PORT.name();
    if (Failures.isFailedHandshake(failure)) {
      problem =
          "no encrypted connection (is the server's certificate made for this host and trusted, see "
              + options.key(QdrantOptions.CA_CERTIFICATE)
              + ", and does the server speak TLS, see "
              + options.key(QdrantOptions.TLS);
    } else if (code != Code.UNAVAILABLE) {
      problem =
          "what answers there does not speak gRPC as Qdrant does (is "
              + options.key(QdrantOptions.PORT)
              + " the gRPC port, 6334 by default, and is "
              + options.key(QdrantOptions.TLS);
    }
    return new BackendUnavailableException(BACKEND, endpoint, problem + " right?)", failure);
  }

  /** What a call throws that waited for a connection for as long as it was told to. */
  BackendUnavailableException silent(String endpoint, Throwable failure) {
    return new BackendUnavailableException(
        BACKEND,
        endpoint,
        "no answer within "
            + inWords(options.get(QdrantOptions.CONNECT_TIMEOUT))
            + " (is the server running, and is it reachable from here?)",
        failure);
  }

  /** What a call throws that found no connection to any of the nodes. */
  RagException noneAnswers(String endpoints, List<RagException> failures) {
    RagException first = failures.get(0);
    return first instanceof BackendUnavailableException known && known.endpoint().equals(endpoints)
        ? first
        : new BackendUnavailableException(
            BACKEND,
            endpoints,
            "none of the nodes answers (are they running, and are "
                + options.key(QdrantOptions.HOST)
                + " and ."
                + QdrantOptions.NODES.name()
                + " right?)",
            first);
  }

  /** What a node of a cluster says differs from the others for too long. */
  StoreTimeoutException notEverywhere(String what, String endpoint) {
    return new StoreTimeoutException(
        BACKEND,
        what
            + ": the node "
            + endpoint
            + " has not learnt of it within "
            + inWords(options.get(QdrantOptions.CALL_TIMEOUT))
            + " (is the cluster healthy? else raise "
            + options.key(QdrantOptions.CALL_TIMEOUT)
            + ")",
        null);
  }

  RagConfigurationException tooOld(String endpoint, ServerVersion version) {
    return new RagConfigurationException(
        options.key(QdrantOptions.HOST),
        "the server at "
            + endpoint
            + " is Qdrant "
            + version
            + "; Ragport needs "
            + ServerVersion.OLDEST
            + " or newer (upgrade it, or name another server)");
  }

  /** Sets the interrupt flag of the thread again (CON-4). */
  static RagStoreException interrupted(String what, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new RagStoreException(
        BACKEND, what + ": interrupted before the server had answered", cause);
  }

  /** The service was closed, which ended the request. */
  static RagStoreException closed(String what, Throwable cause) {
    return new RagStoreException(BACKEND, what + ": the connections are closed", cause);
  }

  private static RagException store(String what, String problem, Throwable failure) {
    return new RagStoreException(BACKEND, what + ": " + problem, failure);
  }

  private static String inWords(Duration duration) {
    return duration.toMillis() % 1_000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }
}
