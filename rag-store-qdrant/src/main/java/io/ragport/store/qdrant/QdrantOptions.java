package io.ragport.store.qdrant;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.store.TextLanguage;
import io.ragport.api.store.VectorStoreRagService;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every setting of the Qdrant backend, checked. Immutable.
 *
 * <p>Each constant is one setting: its name in configuration, what it does, the values that it
 * takes and the one it has by default. Settings of collections hold for those still to be created;
 * without one the server's own default holds.
 */
public final class QdrantOptions {
  static final String SECTION = "rag.qdrant";

  private static final int KIB = 1_024;
  private static final int MIB = 1_024 * KIB;
  private static final int GIB = 1_024 * MIB;

  /** Of the 255 bytes of a collection's name, 49 are the rest. */
  private static final int MAX_PREFIX_BYTES = 206;

  private static final String REFUSED_IN_NAMES = "/\\:*?\"<>|";

  public static final ConfigOption<String> HOST =
      ConfigOption.string("host", "Where the server is, a name or an address.")
          .withDefault("localhost");

  public static final ConfigOption<Integer> PORT =
      ConfigOption.integer("port", "Its gRPC port.", 1, 65_535).withDefault(6334);

  public static final ConfigOption<List<String>> NODES =
      ConfigOption.list(
          "nodes",
          "Further nodes of the cluster, host or host:port. Calls go to all in turn, and past those"
              + " that do not answer.");

  public static final ConfigOption<Boolean> TLS =
      ConfigOption.flag("tls", "Whether the connection is encrypted.").withDefault(false);

  public static final ConfigOption<Path> CA_CERTIFICATE =
      ConfigOption.path(
          "caCertificate",
          "A PEM file with the certificates to trust in place of the Java runtime's.");

  public static final ConfigOption<String> API_KEY =
      ConfigOption.secret("apiKey", "The key that the server asks for.");

  public static final ConfigOption<Duration> CONNECT_TIMEOUT =
      ConfigOption.duration(
              "connectTimeout",
              "How long to wait for a server when connecting.",
              Duration.ofMillis(100),
              Duration.ofMinutes(5))
          .withDefault(Duration.ofSeconds(5));

  public static final ConfigOption<Duration> CALL_TIMEOUT =
      ConfigOption.duration(
              "callTimeout",
              "How long to wait for the answer to one request.",
              Duration.ofMillis(100),
              Duration.ofHours(24))
          .withDefault(Duration.ofMinutes(1));

  public static final ConfigOption<Integer> RETRIES =
      ConfigOption.integer(
              "retries",
              "How often a request is repeated while the server is not available, is overloaded or"
                  + " gives up.",
              0,
              10)
          .withDefault(3);

  public static final ConfigOption<String> COLLECTION_PREFIX =
      ConfigOption.string("collectionPrefix", "What the names of Ragport's collections begin with.")
          .withDefault("ragport_");

  public static final ConfigOption<Integer> SHARD_NUMBER =
      ConfigOption.integer("shardNumber", "Shards of a collection.", 1, 10_000);

  public static final ConfigOption<Integer> REPLICATION_FACTOR =
      ConfigOption.integer("replicationFactor", "Copies of each shard in a cluster.", 1, 100);

  public static final ConfigOption<Integer> WRITE_CONSISTENCY_FACTOR =
      ConfigOption.integer(
          "writeConsistencyFactor", "Replicas that must have stored a write.", 1, 100);

  public static final ConfigOption<ReadConsistency> READ_CONSISTENCY =
      ConfigOption.choice(
          "readConsistency",
          "What a read takes for an answer in a cluster. Default what any one replica holds.",
          ReadConsistency.class);

  public static final ConfigOption<WriteOrdering> WRITE_ORDERING =
      ConfigOption.choice(
          "writeOrdering",
          "How writes to a cluster are ordered. Default medium with nodes, else weak.",
          WriteOrdering.class);

  public static final ConfigOption<Boolean> ON_DISK_VECTORS =
      ConfigOption.flag("onDiskVectors", "Whether vectors are read from disk, not held in memory.");

  public static final ConfigOption<Boolean> ON_DISK_PAYLOAD =
      ConfigOption.flag(
          "onDiskPayload", "Whether texts and metadata are read from disk, not held in memory.");

  public static final ConfigOption<Quantization> QUANTIZATION =
      ConfigOption.choice(
              "quantization",
              "Whether smaller copies of the vectors are held in memory and compared first; what"
                  + " they find is ranked by the vectors themselves.",
              Quantization.class)
          .withDefault(Quantization.NONE);

  public static final ConfigOption<Double> OVERSAMPLING =
      ConfigOption.number(
          "oversampling",
          "With quantization, how many times more than asked for is found to be ranked again.",
          1.0,
          100.0);

  public static final ConfigOption<Integer> M =
      ConfigOption.integer("m", "Connections of a vector in the HNSW graph.", 2, 1_000);

  public static final ConfigOption<Integer> EF_CONSTRUCTION =
      ConfigOption.integer(
          "efConstruction", "Candidates for the connections of a new vector.", 4, 100_000);

  public static final ConfigOption<Integer> EF_SEARCH =
      ConfigOption.integer(
          "efSearch",
          "Candidates of a search; more find more of the true neighbours and take longer.",
          1,
          100_000);

  public static final ConfigOption<Integer> INDEXING_THRESHOLD =
      ConfigOption.integer(
          "indexingThreshold",
          "The size in KB of a segment's vectors from which it gets an HNSW graph.",
          1,
          Integer.MAX_VALUE);

  public static final ConfigOption<List<String>> FILTERABLE_KEYS =
      ConfigOption.list(
          "filterableKeys",
          "Metadata keys that get an index for fast filters, each key:keyword, key:number or"
              + " key:boolean; without a type keyword.");

  public static final ConfigOption<Integer> BATCH_BYTES =
      ConfigOption.integer("batchBytes", "Size of one request with entries.", KIB, GIB)
          .withDefault(512 * KIB);

  public static final ConfigOption<Integer> PIPELINING =
      ConfigOption.integer("pipelining", "Requests with entries sent at the same time.", 1, 64)
          .withDefault(4);

  public static final ConfigOption<Integer> MAX_INBOUND_BYTES =
      ConfigOption.integer(
              "maxInboundBytes",
              "The largest answer that is taken at once; larger ones come in pages.",
              64 * KIB,
              Integer.MAX_VALUE)
          .withDefault(64 * MIB);

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

  public static final ConfigOption<Integer> AVERAGE_LENGTH =
      ConfigOption.integer(
              "averageLength",
              "The words of a usual text, in collections still to be created; BM25 weighs longer"
                  + " texts down.",
              1,
              1_000_000)
          .withDefault(200);

  private final ProviderConfig config;
  private final List<FilterableKey> filterableKeys;

  private QdrantOptions(ProviderConfig config) {
    this.config = config;
    filterableKeys =
        config.find(FILTERABLE_KEYS).orElse(List.of()).stream()
            .map(declared -> FilterableKey.parse(config.key(FILTERABLE_KEYS), declared))
            .distinct()
            .toList();
    checkFilterableKeys();
    checkPrefix();
    checkTogether();
  }

  private void checkFilterableKeys() {
    Set<String> declared = new HashSet<>();
    for (FilterableKey filterable : filterableKeys) {
      if (!declared.add(filterable.key())) {
        throw invalid(
            FILTERABLE_KEYS,
            "\""
                + Arguments.shortened(filterable.key())
                + "\" is declared with two types (a key has one index)");
      }
    }
  }

  /** The server's own rules for names of collections. */
  private void checkPrefix() {
    String prefix = get(COLLECTION_PREFIX);
    String shown = "\"" + Arguments.shortened(prefix) + "\"";
    int bytes = prefix.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_PREFIX_BYTES) {
      throw invalid(
          COLLECTION_PREFIX,
          shown + " has " + bytes + " bytes in UTF-8 (1 to " + MAX_PREFIX_BYTES + ")");
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (REFUSED_IN_NAMES.indexOf(prefix.charAt(i)) >= 0) {
        throw invalid(
            COLLECTION_PREFIX,
            shown
                + " contains a character that Qdrant refuses (none of "
                + String.join(" ", REFUSED_IN_NAMES.split(""))
                + ")");
      }
    }
    try {
      Arguments.characters(key(COLLECTION_PREFIX), prefix);
    } catch (IllegalArgumentException e) {
      throw new RagConfigurationException(
          key(COLLECTION_PREFIX), shown + " is not a name in Unicode", e);
    }
  }

  private void checkTogether() {
    if (find(OVERSAMPLING).isPresent() && get(QUANTIZATION) == Quantization.NONE) {
      throw invalid(OVERSAMPLING, "is set without " + key(QUANTIZATION) + " (scalar or binary)");
    }
    if (find(CA_CERTIFICATE).isPresent() && !get(TLS)) {
      throw invalid(CA_CERTIFICATE, "is set without " + key(TLS) + ": true");
    }
    checkOrder(M, EF_CONSTRUCTION);
    checkOrder(WRITE_CONSISTENCY_FACTOR, REPLICATION_FACTOR);
  }

  private void checkOrder(ConfigOption<Integer> smaller, ConfigOption<Integer> larger) {
    if (find(smaller).isPresent() && find(larger).isPresent() && get(smaller) > get(larger)) {
      throw invalid(larger, get(larger) + " is less than " + key(smaller) + ", " + get(smaller));
    }
  }

  private RagConfigurationException invalid(ConfigOption<?> option, String problem) {
    return new RagConfigurationException(key(option), problem);
  }

  /** In the order of the documentation. */
  static List<ConfigOption<?>> all() {
    return List.of(
        HOST,
        PORT,
        NODES,
        TLS,
        CA_CERTIFICATE,
        API_KEY,
        CONNECT_TIMEOUT,
        CALL_TIMEOUT,
        RETRIES,
        VectorStoreRagService.PROVISION,
        COLLECTION_PREFIX,
        SHARD_NUMBER,
        REPLICATION_FACTOR,
        WRITE_CONSISTENCY_FACTOR,
        READ_CONSISTENCY,
        WRITE_ORDERING,
        ON_DISK_VECTORS,
        ON_DISK_PAYLOAD,
        QUANTIZATION,
        OVERSAMPLING,
        M,
        EF_CONSTRUCTION,
        EF_SEARCH,
        INDEXING_THRESHOLD,
        FILTERABLE_KEYS,
        BATCH_BYTES,
        PIPELINING,
        MAX_INBOUND_BYTES,
        KEYWORD_SEARCH,
        LANGUAGE,
        AVERAGE_LENGTH);
  }

  /**
   * The settings of a configuration.
   *
   * @throws RagConfigurationException if a value does not mean anything, or settings contradict
   *     each other
   */
  public static QdrantOptions from(ProviderConfig config) {
    return new QdrantOptions(config);
  }

  /**
   * Settings in code, by the names and with the checks of a configuration file.
   *
   * @param settings for example {@code Map.of("host", "qdrant", "shardNumber", 6)}
   * @throws RagConfigurationException for an unknown name or an invalid value
   */
  public static QdrantOptions of(Map<String, ?> settings) {
    return from(ProviderConfig.of(SECTION, all(), settings));
  }

  boolean provision() {
    return config.get(VectorStoreRagService.PROVISION);
  }

  List<FilterableKey> filterableKeys() {
    return filterableKeys;
  }

  /**
   * Unordered writes that come through several nodes may leave the copies of an entry different.
   */
  WriteOrdering writeOrdering() {
    return config
        .find(WRITE_ORDERING)
        .orElse(config.find(NODES).isPresent() ? WriteOrdering.MEDIUM : WriteOrdering.WEAK);
  }

  /** The value of a setting that has a default. */
  <T> T get(ConfigOption<T> option) {
    return config.get(option);
  }

  /** The value of a setting that may be left to the server. */
  <T> Optional<T> find(ConfigOption<T> option) {
    return config.find(option);
  }

  /** The full name of a setting, for messages. */
  String key(ConfigOption<?> option) {
    return config.key(option);
  }

  /** Names and values, the key masked. */
  @Override
  public String toString() {
    return config.toString();
  }
}
