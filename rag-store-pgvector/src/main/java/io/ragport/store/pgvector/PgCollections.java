package io.ragport.store.pgvector;

import io.ragport.api.CollectionMismatchException;
import io.ragport.api.DimensionMismatchException;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.TextLanguage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The registry of collections and their tables: what is created, found, listed and dropped. */
final class PgCollections {
  static final int LAYOUT_VERSION = 1;

  /** The most that an HNSW index takes of each type, and the most that a column takes. */
  static final int MAX_INDEXED_VECTOR = 2_000;

  static final int MAX_INDEXED_HALFVEC = 4_000;
  static final int MAX_DIMENSION = 16_000;

  /** How collections are searched, as {@code CollectionInfo} says it. */
  static final String EXACT = "exact";

  static final String HNSW = "hnsw";
  static final String HNSW_HALFVEC = "hnsw (halfvec)";

  private static final String REGISTRY = "ragport_collections";

  private static final String REGISTRY_TABLE =
      """
      CREATE TABLE %s (
        name text COLLATE "C" PRIMARY KEY,
        table_name text NOT NULL UNIQUE,
        model text NOT NULL,
        dimension integer NOT NULL,
        normalizer text NOT NULL,
        layout_version integer NOT NULL,
        vector_type text NOT NULL,
        language text,
        created_at timestamptz NOT NULL DEFAULT now()
      )
      """;

  private static final String TABLE =
      """
      CREATE TABLE %s (
        id uuid PRIMARY KEY,
        source_id text COLLATE "C" NOT NULL,
        content text NOT NULL,
        embedding %s NOT NULL,
        metadata jsonb NOT NULL,
        exact_metadata json,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        terms tsvector,
        term_count integer
      )%s
      """;

  private static final String COLUMNS =
      """
      SELECT name, table_name, model, dimension, normalizer, layout_version, vector_type, language
      FROM
      """;

  /** Why {@code pg_advisory_xact_lock} is held: these two numbers mean changes of our schema. */
  private static final int LOCK_CLASS = 0x7261_6770;

  /** The second number for what is not of a schema but of the database. */
  private static final int EXTENSION_LOCK = 0;

  private final PgVectorOptions options;
  private final PgConnections connections;

  PgCollections(PgVectorOptions options, PgConnections connections) {
    this.options = options;
    this.connections = connections;
  }

  /** A collection as the registry has it. */
  record Recorded(PgTable table, @Nullable TextLanguage language) {
    CollectionSpec spec() {
      return table.spec();
    }
  }

  /** Where a collection's entries are, whether they are still there or not. */
  PgTable table(CollectionSpec spec) {
    return new PgTable(options.schema(), spec);
  }

  /**
   * The collection of that name.
   *
   * @throws CollectionMismatchException if its layout is a newer one than ours
   */
  Optional<Recorded> find(Connection connection, String name) throws SQLException {
    Sql sql = Sql.of(COLUMNS).add(registry()).add(" WHERE name = ").bind(name);
    try (PreparedStatement statement = sql.prepareToRepeat(connection)) {
      List<Recorded> found = read(statement);
      found.forEach(PgCollections::requireOurLayout);
      return found.stream().findFirst();
    }
  }

  /** Every collection, in any order; also those of a newer layout, which nobody may touch. */
  List<Recorded> list(Connection connection) throws SQLException {
    return read(connection, Sql.of(COLUMNS).add(registry()));
  }

  /**
   * The collection that a write goes to, kept from being dropped until the transaction ends
   * (COL-9).
   *
   * @throws RagStoreException if it was dropped since the caller looked
   * @throws CollectionMismatchException or {@link DimensionMismatchException} if it was made anew
   */
  Recorded hold(Connection connection, CollectionSpec asked) throws SQLException {
    Recorded stored =
        read(
                connection,
                Sql.of(COLUMNS)
                    .add(registry())
                    .add(" WHERE name = ")
                    .bind(asked.name())
                    .add(" FOR KEY SHARE"))
            .stream()
            .findFirst()
            .orElseThrow(() -> PgErrors.dropped(asked.name()));
    requireOurLayout(stored);
    requireSame(asked, stored.spec());
    return stored;
  }

  /** Whether this version knows what the table is like. */
  static boolean isOurLayout(CollectionSpec spec) {
    return spec.layoutVersion() <= LAYOUT_VERSION;
  }

  private static void requireOurLayout(Recorded stored) {
    if (!isOurLayout(stored.spec())) {
      throw new CollectionMismatchException(
          stored.spec().name(),
          "layout version",
          stored.spec().layoutVersion(),
          LAYOUT_VERSION,
          "use the version of Ragport that wrote it, or index anew");
    }
  }

  private static void requireSame(CollectionSpec asked, CollectionSpec stored) {
    if (asked.dimension() != stored.dimension()) {
      throw new DimensionMismatchException(stored.name(), stored.dimension(), asked.dimension());
    }
    requireSame(stored, "model", stored.model(), asked.model());
    requireSame(stored, "normalizer", stored.normalizer(), asked.normalizer());
  }

  private static void requireSame(
      CollectionSpec stored, String property, String recorded, String asked) {
    if (!recorded.equals(asked)) {
      throw new CollectionMismatchException(
          stored.name(), property, recorded, asked, "it was made anew meanwhile: repeat the call");
    }
  }

  /** Creates what is missing: extension, schema, registry, table. Within a transaction. */
  Recorded create(Connection connection, CollectionSpec wanted) throws SQLException {
    lockSchema(connection);
    if (hasRegistry(connection)) {
      Optional<Recorded> existing = find(connection, wanted.name());
      if (existing.isPresent()) {
        return existing.get();
      }
    }
    Extension extension = provide(connection);
    VectorType type = options.vectorType();
    requireFits(wanted, type, extension);
    PgTable table =
        new PgTable(
            options.schema(),
            wanted
                .storedAs(PgTable.nameOf(wanted.name()), LAYOUT_VERSION)
                .withVectors(type.precision(), vectorIndex(type, wanted.dimension(), extension)));
    execute(
        connection,
        TABLE.formatted(table.sql(), extension.type(type, wanted.dimension()), table.storage()));
    register(connection, table);
    return new Recorded(table, language());
  }

  private void register(Connection connection, PgTable table) throws SQLException {
    CollectionSpec spec = table.spec();
    Sql.of("INSERT INTO ")
        .add(registry())
        .add(
            " (name, table_name, model, dimension, normalizer, layout_version, vector_type,"
                + " language) VALUES (")
        .bind(spec.name())
        .add(", ")
        .bind(spec.identifier())
        .add(", ")
        .bind(spec.model())
        .add(", ")
        .bind(spec.dimension())
        .add(", ")
        .bind(spec.normalizer())
        .add(", ")
        .bind(spec.layoutVersion())
        .add(", ")
        .bind(table.vectorType().sqlName())
        .add(", ")
        .bind(language() == null ? null : text(language()))
        .add(")")
        .execute(connection);
  }

  private @Nullable TextLanguage language() {
    return options.keywordSearch() ? options.language() : null;
  }

  private static void requireFits(CollectionSpec wanted, VectorType type, Extension extension) {
    if (wanted.dimension() > MAX_DIMENSION) {
      throw new RagStoreException(
          PgErrors.BACKEND,
          PgErrors.place(wanted.name())
              + ": "
              + wanted.dimension()
              + " dimensions are more than pgvector takes (1 to "
              + MAX_DIMENSION
              + "; use a model with fewer)",
          null);
    }
    if (type == VectorType.HALFVEC && !extension.hasHalfPrecision()) {
      throw new RagStoreException(
          PgErrors.BACKEND,
          PgErrors.place(wanted.name())
              + ": this server's pgvector has no halfvec (update it to 0.7, or set "
              + PgVectorOptions.SECTION
              + ".vectorType: vector)",
          null);
    }
  }

  /** How a collection is searched once it is large enough, as {@code CollectionInfo} says it. */
  String vectorIndex(VectorType type, int dimension) {
    if (options.index() == IndexMethod.NONE || dimension > MAX_INDEXED_HALFVEC) {
      return EXACT;
    }
    return type == VectorType.VECTOR && dimension > MAX_INDEXED_VECTOR ? HNSW_HALFVEC : HNSW;
  }

  /** The same on a server whose extension may be too old for that. */
  String vectorIndex(VectorType type, int dimension, Extension extension) {
    String wanted = vectorIndex(type, dimension);
    return wanted.equals(HNSW_HALFVEC) && !extension.hasHalfPrecision() ? EXACT : wanted;
  }

  /** Removes a collection with its table; a missing one is no error. Within a transaction. */
  void drop(Connection connection, String name) throws SQLException {
    lockSchema(connection);
    Optional<Recorded> found = find(connection, name);
    if (found.isPresent()) {
      Sql.of("DELETE FROM ").add(registry()).add(" WHERE name = ").bind(name).execute(connection);
      execute(connection, "DROP TABLE IF EXISTS " + found.get().table().sql());
    }
  }

  /** Creates schema, extension and registry where they are missing. Within a transaction. */
  void ensureRegistry(Connection connection) throws SQLException {
    lockSchema(connection);
    provide(connection);
  }

  /** Creates what is missing around the tables; the extension only with {@code provision}. */
  private Extension provide(Connection connection) throws SQLException {
    if (options.provision() && Extension.find(connection).isEmpty()) {
      lock(connection, EXTENSION_LOCK); // schemas of one database are created at once as well
      if (Extension.find(connection).isEmpty()) {
        execute(connection, "CREATE EXTENSION vector");
      }
    }
    if (!schemaExists(connection)) {
      execute(connection, "CREATE SCHEMA " + Identifiers.quote(options.schema()));
    }
    if (!hasRegistry(connection)) {
      createRegistry(connection);
    }
    return Extension.required(connection, connections.endpoint());
  }

  /**
   * Asked first, since PostgreSQL wants the right to create even for IF NOT EXISTS; and of the
   * catalog, since {@code to_regclass} may remember what was so before a lock was waited for.
   */
  private boolean hasRegistry(Connection connection) throws SQLException {
    return exists(
        connection,
        Sql.of(
                """
                SELECT FROM pg_catalog.pg_class c
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                WHERE c.relname =\
                """)
            .add(" ")
            .bind(REGISTRY)
            .add(" AND n.nspname = ")
            .bind(options.schema()));
  }

  private boolean schemaExists(Connection connection) throws SQLException {
    return exists(
        connection,
        Sql.of("SELECT FROM pg_catalog.pg_namespace WHERE nspname = ").bind(options.schema()));
  }

  private static boolean exists(Connection connection, Sql sql) throws SQLException {
    try (PreparedStatement statement = sql.prepare(connection);
        ResultSet row = statement.executeQuery()) {
      return row.next();
    }
  }

  private void createRegistry(Connection connection) throws SQLException {
    execute(connection, REGISTRY_TABLE.formatted(registry()));
  }

  /** One change of our schema at a time, in all processes; ends with the transaction. */
  private void lockSchema(Connection connection) throws SQLException {
    lock(connection, options.schema().hashCode());
  }

  private static void lock(Connection connection, int key) throws SQLException {
    try (PreparedStatement statement =
        Sql.of("SELECT pg_advisory_xact_lock(")
            .bind(LOCK_CLASS)
            .add(", ")
            .bind(key)
            .add(")")
            .prepare(connection)) {
      statement.execute();
    }
  }

  private List<Recorded> read(Connection connection, Sql sql) throws SQLException {
    try (PreparedStatement statement = sql.prepare(connection)) {
      return read(statement);
    }
  }

  private List<Recorded> read(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      List<Recorded> found = new ArrayList<>();
      while (rows.next()) {
        found.add(onThisServer(statement.getConnection(), recorded(rows)));
      }
      return found;
    }
  }

  private Recorded onThisServer(Connection connection, Recorded recorded) throws SQLException {
    CollectionSpec spec = recorded.spec();
    if (!spec.vectorIndex().equals(HNSW_HALFVEC)) {
      return recorded; // the others need no look at the extension
    }
    VectorType type = recorded.table().vectorType();
    String index = vectorIndex(type, spec.dimension(), connections.extension(connection));
    return new Recorded(
        new PgTable(options.schema(), spec.withVectors(spec.precision(), index)),
        recorded.language());
  }

  private Recorded recorded(ResultSet row) throws SQLException {
    int layout = row.getInt(6);
    boolean ours = layout <= LAYOUT_VERSION; // a newer one may have other types and languages
    VectorType type = vectorType(row.getString(7), ours);
    int dimension = row.getInt(4);
    CollectionSpec spec =
        new CollectionSpec(
            row.getString(1),
            row.getString(3),
            dimension,
            row.getString(5),
            row.getString(2),
            layout,
            type.precision(),
            vectorIndex(type, dimension));
    @Nullable String language = row.getString(8);
    return new Recorded(
        new PgTable(options.schema(), spec),
        language == null || !ours ? null : TextLanguage.valueOf(language.toUpperCase(Locale.ROOT)));
  }

  private static VectorType vectorType(String sqlName, boolean ours) {
    Optional<VectorType> known =
        Stream.of(VectorType.values()).filter(type -> type.sqlName().equals(sqlName)).findFirst();
    return ours ? known.orElseThrow() : known.orElse(VectorType.VECTOR);
  }

  private static String text(TextLanguage language) {
    return language.name().toLowerCase(Locale.ROOT);
  }

  private String registry() {
    return Identifiers.quote(options.schema(), REGISTRY);
  }

  private static void execute(Connection connection, String ddl) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(ddl);
    }
  }
}
