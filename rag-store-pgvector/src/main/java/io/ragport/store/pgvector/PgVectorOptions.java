package io.ragport.store.pgvector;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.store.TextLanguage;
import io.ragport.api.store.VectorStoreRagService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every setting of the PostgreSQL backend, checked. Immutable.
 *
 * <p>Each constant is one setting: its name in configuration, what it does, the values that it
 * takes and the one it has by default.
 */
public final class PgVectorOptions {
  static final String SECTION = "rag.pgvector";

  public static final ConfigOption<String> URL =
      ConfigOption.string(
          "url",
          "JDBC address, jdbc:postgresql://host:port/database; the driver's settings may follow,"
              + " such as ?sslmode=verify-full.");

  public static final ConfigOption<String> USER =
      ConfigOption.string("user", "The role to log in as. Default the system user's name.");

  public static final ConfigOption<String> PASSWORD =
      ConfigOption.secret("password", "Its password. Default what the driver finds by itself.");

  public static final ConfigOption<String> SCHEMA =
      ConfigOption.string("schema", "The schema of Ragport's tables.").withDefault("public");

  public static final ConfigOption<Integer> POOL_SIZE =
      ConfigOption.integer("poolSize", "Connections at most.", 1, 1_000).withDefault(8);

  public static final ConfigOption<Duration> CONNECT_TIMEOUT =
      ConfigOption.duration(
              "connectTimeout",
              "How long to wait for the server when connecting.",
              Duration.ofSeconds(1),
              Duration.ofMinutes(5))
          .withDefault(Duration.ofSeconds(5));

  public static final ConfigOption<Duration> POOL_TIMEOUT =
      ConfigOption.duration(
              "poolTimeout",
              "How long a call waits for a free connection.",
              Duration.ofMillis(250),
              Duration.ofMinutes(10))
          .withDefault(Duration.ofSeconds(10));

  public static final ConfigOption<Duration> QUERY_TIMEOUT =
      ConfigOption.duration(
              "queryTimeout",
              "How long the server may be silent during a statement; index builds excepted.",
              Duration.ofSeconds(1),
              Duration.ofHours(24))
          .withDefault(Duration.ofMinutes(2));

  public static final ConfigOption<Integer> RETRIES =
      ConfigOption.integer(
              "retries",
              "How often a call is repeated after a deadlock, a serialization failure or a lost"
                  + " connection, where nothing can have been stored.",
              0,
              10)
          .withDefault(2);

  public static final ConfigOption<VectorType> VECTOR_TYPE =
      ConfigOption.choice(
              "vectorType",
              "Embeddings of new collections in 32 bits a component, or in 16.",
              VectorType.class)
          .withDefault(VectorType.VECTOR);

  public static final ConfigOption<IndexMethod> INDEX =
      ConfigOption.choice(
              "index",
              "Whether collections get an approximate index, built when they are large enough.",
              IndexMethod.class)
          .withDefault(IndexMethod.HNSW);

  public static final ConfigOption<Integer> M =
      ConfigOption.integer("m", "Connections of a vector in the HNSW graph.", 2, 100)
          .withDefault(16);

  public static final ConfigOption<Integer> EF_CONSTRUCTION =
      ConfigOption.integer(
              "efConstruction",
              "Candidates for the connections of a new vector, at least twice m.",
              4,
              1_000)
          .withDefault(64);

  public static final ConfigOption<Integer> EF_SEARCH =
      ConfigOption.integer(
              "efSearch",
              "Candidates of a search; more find more of the true neighbours and take longer.",
              1,
              1_000)
          .withDefault(100);

  public static final ConfigOption<List<String>> FILTERABLE_KEYS =
      ConfigOption.list(
          "filterableKeys", "Metadata keys that get an index of their own for fast filters.");

  public static final ConfigOption<Boolean> KEYWORD_SEARCH =
      ConfigOption.flag(
              "keywordSearch",
              "Whether new collections keep the terms of their texts for keyword and hybrid"
                  + " queries.")
          .withDefault(true);

  public static final ConfigOption<TextLanguage> LANGUAGE =
      ConfigOption.choice(
              "language",
              "Whose word endings keyword searches ignore, in collections still to be created.",
              TextLanguage.class)
          .withDefault(TextLanguage.ENGLISH);

  public static final ConfigOption<String> APPLICATION_NAME =
      ConfigOption.string("applicationName", "What the server's list of activities shows.")
          .withDefault("ragport");

  private final ProviderConfig config;

  private PgVectorOptions(ProviderConfig config) {
    this.config = config;
    if (efConstruction() < 2 * m()) {
      throw new RagConfigurationException(
          config.key(EF_CONSTRUCTION),
          efConstruction() + " is less than twice " + config.key(M) + ", " + m());
    }
    if (config.find(URL).isPresent()) {
      PgUrl.check(config.key(URL), config.get(URL));
    }
  }

  /** In the order of the documentation. */
  static List<ConfigOption<?>> all() {
    return List.of(
        URL,
        USER,
        PASSWORD,
        SCHEMA,
        VectorStoreRagService.PROVISION,
        POOL_SIZE,
        CONNECT_TIMEOUT,
        POOL_TIMEOUT,
        QUERY_TIMEOUT,
        RETRIES,
        VECTOR_TYPE,
        INDEX,
        M,
        EF_CONSTRUCTION,
        EF_SEARCH,
        FILTERABLE_KEYS,
        KEYWORD_SEARCH,
        LANGUAGE,
        APPLICATION_NAME);
  }

  /**
   * The settings of a configuration.
   *
   * @throws RagConfigurationException if settings contradict each other, or the url is none of
   *     PostgreSQL's or holds a password
   */
  public static PgVectorOptions from(ProviderConfig config) {
    return new PgVectorOptions(config);
  }

  /**
   * Settings in code, by the names and with the checks of a configuration file.
   *
   * @param settings for example {@code Map.of("schema", "rag", "efSearch", 200)}
   * @throws RagConfigurationException for an unknown name or an invalid value
   */
  public static PgVectorOptions of(Map<String, ?> settings) {
    return from(ProviderConfig.of(SECTION, all(), settings));
  }

  /** Empty where a {@link javax.sql.DataSource} is given in its place. */
  Optional<String> url() {
    return config.find(URL);
  }

  /**
   * The url, where it is needed.
   *
   * @throws RagConfigurationException if there is none
   */
  String requiredUrl() {
    return config.get(URL);
  }

  Optional<String> user() {
    return config.find(USER);
  }

  Optional<String> password() {
    return config.find(PASSWORD);
  }

  String schema() {
    return config.get(SCHEMA);
  }

  boolean provision() {
    return config.get(VectorStoreRagService.PROVISION);
  }

  int poolSize() {
    return config.get(POOL_SIZE);
  }

  Duration connectTimeout() {
    return config.get(CONNECT_TIMEOUT);
  }

  Duration poolTimeout() {
    return config.get(POOL_TIMEOUT);
  }

  Duration queryTimeout() {
    return config.get(QUERY_TIMEOUT);
  }

  int retries() {
    return config.get(RETRIES);
  }

  VectorType vectorType() {
    return config.get(VECTOR_TYPE);
  }

  IndexMethod index() {
    return config.get(INDEX);
  }

  int m() {
    return config.get(M);
  }

  int efConstruction() {
    return config.get(EF_CONSTRUCTION);
  }

  int efSearch() {
    return config.get(EF_SEARCH);
  }

  List<String> filterableKeys() {
    return config.find(FILTERABLE_KEYS).orElse(List.of());
  }

  boolean keywordSearch() {
    return config.get(KEYWORD_SEARCH);
  }

  TextLanguage language() {
    return config.get(LANGUAGE);
  }

  String applicationName() {
    return config.get(APPLICATION_NAME);
  }

  /** Names and values, the password masked. */
  @Override
  public String toString() {
    return config.toString();
  }
}
