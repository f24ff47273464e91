package io.ragport.store.lucene;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.store.TextLanguage;
import io.ragport.api.store.VectorStoreRagService;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Every setting of the Lucene backend, checked. Immutable.
 *
 * <p>Services of one process on one folder share its indexes; how these are written is then up to
 * the service that came first.
 *
 * @param path the folder of the indexes; made when the first collection is
 * @param memory whether everything stays on the heap, private to the service; nothing is read from
 *     or written to {@code path}
 * @param m connections of a vector in the graph, 2 to 128
 * @param efConstruction candidates for the connections of a new vector, 8 to 3,200
 * @param efSearch candidates of a search, 1 to 10,000; more find more of the true neighbours and
 *     take longer
 * @param writeBufferMb memory of a writing call for entries not yet on disk, 1 to 1,024
 * @param language how keyword searches bring words to terms, in collections still to be created
 */
public record LuceneOptions(
    Path path,
    boolean memory,
    int m,
    int efConstruction,
    int efSearch,
    int writeBufferMb,
    TextLanguage language) {
  public static final ConfigOption<Path> PATH =
      ConfigOption.path("path", "The folder of the indexes.").withDefault(Path.of(".rag", "index"));

  public static final ConfigOption<Boolean> MEMORY =
      ConfigOption.flag(
              "memory", "Keeps everything in memory, gone when the service closes; without a path.")
          .withDefault(false);

  public static final ConfigOption<Integer> M =
      ConfigOption.integer("m", "Connections of a vector in the HNSW graph.", 2, 128)
          .withDefault(16);

  public static final ConfigOption<Integer> EF_CONSTRUCTION =
      ConfigOption.integer(
              "efConstruction", "Candidates for the connections of a new vector.", 8, 3_200)
          .withDefault(64);

  public static final ConfigOption<Integer> EF_SEARCH =
      ConfigOption.integer(
              "efSearch",
              "Candidates of a search; more find more of the true neighbours and take longer.",
              1,
              Arguments.MAX_TOP_K)
          .withDefault(100);

  public static final ConfigOption<Integer> WRITE_BUFFER_MB =
      ConfigOption.integer(
              "writeBufferMb",
              "Memory of a writing call for entries not yet on disk, in megabytes.",
              1,
              1_024)
          .withDefault(64);

  public static final ConfigOption<TextLanguage> LANGUAGE =
      ConfigOption.choice(
              "language",
              "Whose word endings keyword searches ignore, in collections still to be created.",
              TextLanguage.class)
          .withDefault(TextLanguage.ENGLISH);

  public LuceneOptions {
    Objects.requireNonNull(path, "path");
    Arguments.inRange("m", m, 2, 128);
    Arguments.inRange("efConstruction", efConstruction, 8, 3_200);
    Arguments.inRange("efSearch", efSearch, 1, Arguments.MAX_TOP_K);
    Arguments.inRange("writeBufferMb", writeBufferMb, 1, 1_024);
    Objects.requireNonNull(language, "language");
  }

  /** In the order of the documentation. */
  static List<ConfigOption<?>> all() {
    return List.of(
        PATH,
        MEMORY,
        VectorStoreRagService.PROVISION,
        M,
        EF_CONSTRUCTION,
        EF_SEARCH,
        WRITE_BUFFER_MB,
        LANGUAGE);
  }

  /**
   * The settings of a configuration.
   *
   * @throws RagConfigurationException if both {@code memory} and a {@code path} are set
   */
  public static LuceneOptions from(ProviderConfig config) {
    Path path = config.get(PATH);
    boolean memory = config.get(MEMORY);
    if (memory && !PATH.defaultValue().equals(config.find(PATH))) {
      throw new RagConfigurationException(
          config.key(MEMORY), "true, but " + config.key(PATH) + " is set as well (one of the two)");
    }
    return new LuceneOptions(
        path,
        memory,
        config.get(M),
        config.get(EF_CONSTRUCTION),
        config.get(EF_SEARCH),
        config.get(WRITE_BUFFER_MB),
        config.get(LANGUAGE));
  }

  WriteSettings writing() {
    return new WriteSettings(GraphSettings.of(m, efConstruction), writeBufferMb);
  }
}
