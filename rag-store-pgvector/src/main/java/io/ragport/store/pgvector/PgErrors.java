package io.ragport.store.pgvector;

import io.ragport.api.Arguments;
import io.ragport.api.AuthenticationException;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagException;
import io.ragport.api.RagStoreException;
import io.ragport.api.StoreTimeoutException;
import java.lang.System.Logger.Level;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * The driver's failures in the words of the contract (ERR-1), by SQLSTATE. The server's own words
 * may quote values, and are left to the cause (ERR-2). Immutable.
 */
final class PgErrors {
  static final String BACKEND = "pgvector";

  private static final System.Logger LOG = System.getLogger(PgErrors.class.getName());

  private static final String OPTION = PgVectorOptions.SECTION + ".";

  /** Refusals that mend themselves: too many connections, starting up. */
  private static final Set<String> PASSING = Set.of("53300", "57P03");

  /** The server ended the session: by an administrator, after a crash. */
  private static final Set<String> SESSION_ENDED = Set.of("57P01", "57P02", "57P05");

  private static final String NOT_INSTALLED =
      "the server has no pgvector (install its package, such as postgresql-16-pgvector for"
          + " PostgreSQL 16, then repeat the call)";

  private static final Set<String> ROLLED_BACK = Set.of("40001", "40P01");

  private final String endpoint;
  private final PgVectorOptions options;

  /**
   * @param endpoint host, port and database; without credentials
   */
  PgErrors(String endpoint, PgVectorOptions options) {
    this.endpoint = endpoint;
    this.options = options;
  }

  /** How a message names a collection. */
  static String place(String collectionName) {
    return "collection \"" + Arguments.shortened(collectionName) + "\"";
  }

  /**
   * What a call throws for a failure of work on a connection.
   *
   * @param what what was worked on, for example a collection
   */
  RagException translate(String what, SQLException failure) {
    if (timedOut(failure)) {
      return new StoreTimeoutException(
          BACKEND,
          what
              + ": no answer within "
              + seconds(options.queryTimeout())
              + " (is the server overloaded? else raise "
              + OPTION
              + "queryTimeout)",
          failure);
    }
    if (isLost(failure)) {
      return unavailable(
          "the connection was lost (repeat the call once the server is up)", failure);
    }
    return byState(what, failure);
  }

  /** What a call throws that got no connection. */
  RagException noConnection(SQLException failure) {
    String state = state(failure);
    if (state.startsWith("28")
        || (state.equals("08004") && options.password().isEmpty())
        || isRefusedByPooler(failure)) {
      return new AuthenticationException(
          BACKEND, endpoint, OPTION + "user and " + OPTION + "password", failure);
    }
    return switch (state) {
      case "3D000" ->
          unavailable(
              "there is no such database (create it, or correct " + OPTION + "url)", failure);
      case "53300" ->
          unavailable(
              "the server has no connection left for this role (lower "
                  + OPTION
                  + "poolSize, or raise the server's max_connections)",
              failure);
      case "57P03" ->
          unavailable("the server is starting up or shutting down (repeat later)", failure);
      case "42501" ->
          unavailable(
              "the role may not connect to this database (it needs the right CONNECT)", failure);
      default ->
          timedOut(failure)
              ? silent(options.connectTimeout(), failure)
              : unavailable(
                  "cannot connect (is the server running, and is " + OPTION + "url right?)",
                  failure);
    };
  }

  /** PgBouncer has one code for all that goes wrong while connecting, and never translates. */
  private static boolean isRefusedByPooler(SQLException failure) {
    return state(failure).equals("08P01")
        && String.valueOf(failure.getMessage()).contains("password authentication failed");
  }

  private RagException byState(String what, SQLException failure) {
    String state = state(failure);
    return switch (state) {
      case "40001", "40P01" ->
          store(
              what,
              "rolled back again and again for the sake of other transactions (repeat the call, or"
                  + " raise "
                  + OPTION
                  + "retries)",
              failure);
      case "42501" -> store(what, rights(), failure);
      case "25006" ->
          store(
              what,
              "the server or the session is read-only (connect to the primary server, in a session"
                  + " that may write)",
              failure);
      case "42P01", "3F000" ->
          store(what, "a table is gone (was it dropped meanwhile? repeat the call)", failure);
      case "57014" ->
          store(
              what,
              "cancelled by the server (by its statement_timeout, or by an administrator)",
              failure);
      case "53100" -> store(what, "the server's disk is full (free space, then repeat)", failure);
      case "53200" ->
          store(what, "the server is out of memory (repeat later, or with less)", failure);
      case "54000" ->
          store(what, "more than the server takes (see the limits of this backend)", failure);
      default -> store(what, byClass(failure), failure);
    };
  }

  private static String byClass(SQLException failure) {
    String state = state(failure);
    if (isExtensionMissing(failure)) {
      return NOT_INSTALLED;
    }
    return switch (state.length() == 5 ? state.substring(0, 2) : "") {
      case "22", "23" -> "the server refuses a value, error " + state;
      case "53" -> "the server is short of resources, error " + state + " (repeat later)";
      case "" -> "failed in the driver (see the cause)";
      default -> "the server reports error " + state + " (see the cause)";
    };
  }

  private String rights() {
    return "the role lacks a right (it needs SELECT, INSERT, UPDATE and DELETE on the tables of"
        + " Ragport in schema "
        + options.schema()
        + " and USAGE on that schema; to create collections also CREATE on it, and on the database"
        + " where schema or extension is missing: or let an administrator create them and set "
        + OPTION
        + "provision: false)";
  }

  /** {@code CREATE EXTENSION} did not find pgvector's files; 58P01 up to PostgreSQL 12. */
  private static boolean isExtensionMissing(SQLException failure) {
    if (!(failure instanceof PSQLException fromServer)) {
      return false;
    }
    @Nullable ServerErrorMessage message = fromServer.getServerErrorMessage();
    return message != null
        && "extension.c".equals(message.getFile())
        && Set.of("0A000", "58P01").contains(state(failure));
  }

  /** The server took no connection, and did not refuse it either. */
  RagException silent(Duration waited, SQLException failure) {
    return unavailable(
        "no answer within "
            + seconds(waited)
            + " (is the server running, and is "
            + OPTION
            + "url right?)",
        failure);
  }

  /** Every connection of the pool was in use for too long. */
  RagException exhausted(Duration waited, int size) {
    return new BackendUnavailableException(
        BACKEND,
        endpoint,
        "no free connection within "
            + seconds(waited)
            + " ("
            + size
            + " of "
            + size
            + " in use): raise "
            + OPTION
            + "poolSize, or "
            + OPTION
            + "poolTimeout to wait longer",
        null);
  }

  /** The application's connection came in the middle of the application's transaction. */
  static RagException inTransaction(String what) {
    return new RagStoreException(
        BACKEND,
        what
            + ": the given data source handed out a connection whose transaction has begun, and"
            + " which this call would end (give the pool itself, not a proxy that binds connections"
            + " to transactions)",
        null);
  }

  /** The thread was interrupted, and its interrupt flag is set again (CON-4). */
  RagException interrupted(String what, @Nullable Throwable cause) {
    return new RagStoreException(BACKEND, what + ": interrupted, nothing was stored", cause);
  }

  /** The connection was lost between asking to commit and hearing that it was done. */
  RagException unknownOutcome(String what, SQLException failure) {
    return store(
        what,
        "the connection was lost while storing, so this may be stored or not (repeating the call is"
            + " safe when ids were given)",
        failure);
  }

  static IllegalStateException closed(@Nullable Throwable cause) {
    return new IllegalStateException(BACKEND + ": the service is closed (open a new one)", cause);
  }

  static RagStoreException dropped(String collectionName) {
    return new RagStoreException(
        BACKEND,
        place(collectionName) + ": it was dropped meanwhile (repeat the call to create it anew)",
        null);
  }

  /** Logs a failure that changes nothing for the caller. */
  static void ignored(String what, Exception failure) {
    LOG.log(Level.DEBUG, BACKEND + ": " + what + " failed", failure);
  }

  /** Whether a table, schema or column is not there: what reads as missing (COL-5). */
  static boolean isMissing(SQLException failure) {
    String state = state(failure);
    return state.equals("42P01") || state.equals("3F000");
  }

  /** Whether pgvector refused to compare vectors of different dimensions. */
  static boolean isOtherDimension(SQLException failure) {
    return state(failure).equals("22000");
  }

  /** Whether a row of that id was there already. */
  static boolean isDuplicate(SQLException failure) {
    return state(failure).equals("23505");
  }

  /** Whether the transaction was undone for the sake of another, so that repeating it is safe. */
  static boolean isRolledBack(SQLException failure) {
    return ROLLED_BACK.contains(state(failure));
  }

  /** Whether the connection is gone, other than by our own timeout. */
  static boolean isLost(SQLException failure) {
    String state = state(failure);
    return (state.startsWith("08") || SESSION_ENDED.contains(state)) && !timedOut(failure);
  }

  /** Whether a connection refused now may be taken in a moment. */
  static boolean mayPass(SQLException failure) {
    return PASSING.contains(state(failure));
  }

  /** Whether the driver waited for the server for as long as it was told to. */
  static boolean timedOut(SQLException failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof SocketTimeoutException) {
        return true;
      }
    }
    return false;
  }

  static String state(SQLException failure) {
    @Nullable String state = failure.getSQLState();
    return state == null ? "" : state;
  }

  private RagException unavailable(String problem, SQLException failure) {
    return new BackendUnavailableException(BACKEND, endpoint, problem, failure);
  }

  private static RagException store(String what, String problem, SQLException failure) {
    return new RagStoreException(BACKEND, what + ": " + problem, failure);
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() % 1_000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }

  static RagStoreException noExtension(String endpoint) {
    return new RagStoreException(
        BACKEND,
        endpoint
            + ": the database has no pgvector (CREATE EXTENSION vector, by a role that may, or "
            + PgVectorOptions.SECTION
            + ".provision: true for Ragport to create it)",
        null);
  }

  static RagStoreException notInstalled(String endpoint) {
    return new RagStoreException(BACKEND, endpoint + ": " + NOT_INSTALLED, null);
  }
}
