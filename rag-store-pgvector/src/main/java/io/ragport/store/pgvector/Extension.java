package io.ragport.store.pgvector;

import io.ragport.api.RagStoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pgvector extension of a database, whose types and operators are written with their schema, so
 * that no search path matters.
 *
 * @param schema where its types are
 * @param major version, first part
 * @param minor version, second part
 */
record Extension(String schema, int major, int minor) {
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

  /** The extension, if the database has it. */
  static Optional<Extension> find(Connection connection) throws SQLException {
    try (PreparedStatement statement =
            Sql.of(
                    """
                    SELECT n.nspname, e.extversion
                    FROM pg_catalog.pg_extension e
                    JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
                    WHERE e.extname = 'vector'
                    """)
                .prepare(connection);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? Optional.of(of(row.getString(1), row.getString(2))) : Optional.empty();
    }
  }

  /**
   * The same where it is needed.
   *
   * @param endpoint for messages
   * @throws RagStoreException if the database does not have it
   */
  static Extension required(Connection connection, String endpoint) throws SQLException {
    return find(connection).orElseThrow(() -> PgErrors.noExtension(endpoint));
  }

  /** Whether the database could have it, since the server has its files. */
  static boolean isInstalled(Connection connection) throws SQLException {
    try (PreparedStatement statement =
            Sql.of("SELECT FROM pg_catalog.pg_available_extensions WHERE name = 'vector'")
                .prepare(connection);
        ResultSet row = statement.executeQuery()) {
      return row.next();
    }
  }

  private static Extension of(String schema, String version) {
    Matcher parts = VERSION.matcher(version);
    if (!parts.matches()) {
      throw new RagStoreException(PgErrors.BACKEND, "pgvector: unknown version " + version, null);
    }
    return new Extension(
        schema, Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  /** The type of that name, for example {@code "public".vector(384)}. */
  String type(VectorType type, int dimension) {
    return type(type) + "(" + dimension + ")";
  }

  /** The type without a dimension. */
  String type(VectorType type) {
    return Identifiers.quote(schema) + "." + type.sqlName();
  }

  /** The cosine distance operator. */
  String cosineDistance() {
    return "OPERATOR(" + Identifiers.quote(schema) + ".<=>)";
  }

  /** The operator whose result is the negative inner product. */
  String negativeInnerProduct() {
    return "OPERATOR(" + Identifiers.quote(schema) + ".<#>)";
  }

  /** The operator class of an HNSW index by cosine distance. */
  String cosineOperators(VectorType type) {
    return Identifiers.quote(schema) + "." + type.sqlName() + "_cosine_ops";
  }

  /** A function of the extension, for example {@code l2_normalize}. */
  String function(String name) {
    return Identifiers.quote(schema) + "." + name;
  }

  /** Whether an index scan goes on when a filter leaves too few (pgvector 0.8). */
  boolean scansIteratively() {
    return isAtLeast(0, 8);
  }

  /** Whether there is a half precision type (pgvector 0.7). */
  boolean hasHalfPrecision() {
    return isAtLeast(0, 7);
  }

  private boolean isAtLeast(int wantedMajor, int wantedMinor) {
    return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
  }
}
