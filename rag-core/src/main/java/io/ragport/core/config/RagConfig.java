package io.ragport.core.config;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.spi.ClosestName;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What to open: the backend, the embedder and the settings of each, from code, the environment and
 * one file, in that order of precedence (CFG-1). Immutable.
 *
 * <pre>{@code
 * rag:
 *   backend: pgvector              # default lucene
 *   embedder: onnx                 # the default
 *   collection: handbook           # where a caller names none
 *   normalizer: {l2: true}         # also l1, center, center_vector
 *   cache: {size: 10000}           # embeddings kept; or megabytes
 *   pgvector:                      # a section per backend and embedder, named after it
 *     url: jdbc:postgresql://db/rag
 *     password: ${PGPASSWORD}      # ${NAME:-default} where it may be unset
 * }</pre>
 *
 * <p>The file is YAML, JSON or {@code .properties} in UTF-8; keys may be nested or joined with
 * dots. Numbers and flags count as they are written, so the three formats mean the same. YAML
 * aliases and tags are refused. Placeholders are replaced in the file's values only; <code>$$&#123;
 * </code> is a literal <code>$&#123;</code>.
 *
 * <p>Environment variables: {@code RAG_BACKEND}, {@code RAG_PGVECTOR_URL}; the words of {@code
 * connectTimeout} may be joined ({@code RAG_QDRANT_CONNECTTIMEOUT}) or not ({@code
 * RAG_QDRANT_CONNECT_TIMEOUT}). A variable that starts with {@code RAG_} and sets nothing is an
 * error, except {@code RAG_CLASSPATH}, {@code RAG_JAVA_OPTS} and those that start with {@code
 * RAG_CONFORMANCE_} or {@code RAG_TEST_}.
 *
 * <p>Plugins are not known here; {@link #section} and {@link #check} take their options. No message
 * and no {@link #toString} shows a secret (CFG-4).
 */
public final class RagConfig {
  /** The names that no plugin may bear, as they are settings themselves. */
  public static final Set<String> OWN_NAMES = CoreOptions.ownNames();

  private final Settings code;
  private final Environment environment;
  private final Settings file;
  private final ProviderConfig root;
  private final ProviderConfig cache;
  private final @Nullable Normalizer normalizer;

  private RagConfig(
      Settings code, Environment environment, Settings file, @Nullable Normalizer normalizer) {
    this.code = code;
    this.environment = environment;
    this.file = file;
    this.root = checkedRoot();
    this.cache = checkedCache();
    Optional<Normalizer> configured = configuredNormalizer();
    this.normalizer = normalizer != null ? normalizer : configured.orElse(null);
  }

  /**
   * The file with the environment of this process over it.
   *
   * @throws RagConfigurationException if the file is missing or malformed, or a setting in it is
   *     wrong
   */
  public static RagConfig load(Path file) {
    return load(file, System.getenv());
  }

  /**
   * The file with an environment over it.
   *
   * @param environment variables by name; those that do not start with {@code RAG_} only fill in
   *     placeholders
   * @throws RagConfigurationException if the file is missing or malformed, or a setting in it is
   *     wrong
   */
  public static RagConfig load(Path file, Map<String, String> environment) {
    return builder().file(file).environment(environment).build();
  }

  /** A configuration from code; reads neither a file nor the environment unless told to. */
  public static Builder builder() {
    return new Builder();
  }

  /** The name of the backend; {@code lucene} by default. */
  public String backend() {
    return root.get(CoreOptions.BACKEND);
  }

  /** The name of the embedder; {@code onnx} by default. */
  public String embedder() {
    return root.get(CoreOptions.EMBEDDER);
  }

  /** The collection for callers that name none. */
  public Optional<String> collection() {
    return root.find(CoreOptions.COLLECTION);
  }

  /** The normalizer of documents and queries (EMB-4). */
  public Optional<Normalizer> normalizer() {
    return Optional.ofNullable(normalizer);
  }

  /** How many embeddings a cache keeps; empty for none, or for one bounded by its memory. */
  public OptionalInt cacheSize() {
    return optionalInt(cache.find(CoreOptions.CACHE_SIZE));
  }

  /** How much memory a cache of embeddings takes; empty for none, or for one bounded by number. */
  public OptionalInt cacheMegabytes() {
    return optionalInt(cache.find(CoreOptions.CACHE_MEGABYTES));
  }

  /**
   * The checked settings of the section {@code rag.<name>}; empty ones if it does not occur.
   *
   * @param options every setting that the section may have
   * @throws RagConfigurationException for an unknown key or a wrong value, naming key, place, what
   *     is allowed and the closest valid key (CFG-3)
   */
  public ProviderConfig section(String name, List<ConfigOption<?>> options) {
    Map<String, Setting> settings = new LinkedHashMap<>(file.section(name));
    settings.putAll(environment.section(name, options));
    settings.putAll(code.section(name));
    Map<String, Object> values = new LinkedHashMap<>();
    settings.forEach((key, setting) -> values.put(key, setting.value()));
    return ProviderConfig.of(
        CoreOptions.path(name), options, values, key -> placeOf(settings.get(key)));
  }

  /**
   * Makes sure that nothing is ignored (CFG-3): every section belongs to a plugin and fits its
   * options, whether it is selected or not, and every environment variable sets something.
   *
   * @param sections the options of each plugin by its name
   * @param absent the names of well-known plugins that are not there: their sections cannot be
   *     checked and are let through
   * @throws RagConfigurationException for the first thing that fits nothing
   */
  public void check(Map<String, List<ConfigOption<?>>> sections, Set<String> absent) {
    Map<String, List<ConfigOption<?>>> known = new LinkedHashMap<>(CoreOptions.SECTIONS);
    known.putAll(sections);
    checkSectionNames(file, known.keySet(), absent);
    checkSectionNames(code, known.keySet(), absent);
    sections.forEach(this::section);
    environment.check(known, absent);
  }

  /** The backend, the embedder and the names of all settings; no values, as some are secret. */
  @Override
  public String toString() {
    Set<String> paths = new LinkedHashSet<>(file.paths());
    paths.addAll(code.paths());
    return "RagConfig[backend=" + backend() + ", embedder=" + embedder() + ", set: " + paths + "]";
  }

  private ProviderConfig checkedRoot() {
    ProviderConfig checked = section("", CoreOptions.ROOT);
    checked
        .find(CoreOptions.COLLECTION)
        .ifPresent(
            name -> {
              try {
                Arguments.collectionName(name);
              } catch (IllegalArgumentException e) {
                throw new RagConfigurationException(
                    checked.key(CoreOptions.COLLECTION), String.valueOf(e.getMessage()), e);
              }
            });
    return checked;
  }

  private ProviderConfig checkedCache() {
    ProviderConfig checked = section("cache", CoreOptions.CACHE);
    if (checked.find(CoreOptions.CACHE_SIZE).isPresent()
        && checked.find(CoreOptions.CACHE_MEGABYTES).isPresent()) {
      throw new RagConfigurationException(
          checked.section(), "both size and megabytes are set (one of them)");
    }
    return checked;
  }

  private Optional<Normalizer> configuredNormalizer() {
    ProviderConfig checked = section("normalizer", CoreOptions.NORMALIZER);
    Normalizer described = CoreOptions.normalizer(checked);
    if (described.center() && described.centerVector() == null) {
      throw new RagConfigurationException(
          checked.section() + ".center", "true without center_vector (which it subtracts)");
    }
    boolean set = CoreOptions.NORMALIZER.stream().anyMatch(o -> checked.find(o).isPresent());
    return set ? Optional.of(described) : Optional.empty();
  }

  private static void checkSectionNames(Settings settings, Set<String> known, Set<String> absent) {
    for (String name : settings.sectionNames()) {
      if (!known.contains(name) && !absent.contains(name)) {
        Set<String> names = new TreeSet<>(known);
        names.remove("");
        throw new RagConfigurationException(
            CoreOptions.path(name),
            "unknown section ("
                + ClosestName.to(name, names)
                    .map(closest -> "did you mean " + closest + "? ")
                    .orElse("")
                + "known: "
                + String.join(", ", names)
                + "), in "
                + settings.placeOf(name));
      }
    }
  }

  private static String placeOf(@Nullable Setting setting) {
    return setting == null ? "" : setting.place();
  }

  private static OptionalInt optionalInt(Optional<Integer> value) {
    return value.map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  /** Puts a configuration together. For one thread. */
  public static final class Builder {
    private final Settings code = new Settings();
    private @Nullable Path file;
    private Map<String, String> environment = Map.of();
    private @Nullable Normalizer normalizer;

    private Builder() {}

    /** The file under the settings from code and environment; read by {@link #build}. */
    public Builder file(Path newFile) {
      if (file != null) {
        throw new IllegalStateException("file: " + file + " is set already (one file)");
      }
      file = Objects.requireNonNull(newFile, "file");
      return this;
    }

    /** The environment, for settings and for placeholders in the file. */
    public Builder environment(Map<String, String> newEnvironment) {
      environment = Map.copyOf(newEnvironment);
      return this;
    }

    /**
     * One setting, over what environment and file say. The value is taken literally.
     *
     * @param key the full name, for example {@code rag.lucene.path}
     * @param value a string, number, flag, path, duration, enum constant, or a list of them
     * @throws RagConfigurationException if there can be no such key, or it was set before
     */
    public Builder set(String key, Object value) {
      code.add(key, written(key, Objects.requireNonNull(value, "value")), "code");
      return this;
    }

    /** The name of the backend. */
    public Builder backend(String name) {
      return set("rag.backend", name);
    }

    /** The name of the embedder. */
    public Builder embedder(String name) {
      return set("rag.embedder", name);
    }

    /** The collection for callers that name none. */
    public Builder collection(String name) {
      return set("rag.collection", name);
    }

    /** The normalizer, in place of all that environment and file say of one. */
    public Builder normalizer(Normalizer newNormalizer) {
      normalizer = Objects.requireNonNull(newNormalizer, "normalizer");
      return this;
    }

    /** How many embeddings a cache keeps, 1 or more. */
    public Builder cacheSize(int entries) {
      return set("rag.cache.size", entries);
    }

    /**
     * The configuration; reads the file.
     *
     * @throws RagConfigurationException if the file is missing or malformed, or one of Ragport's
     *     own settings is wrong; those of plugins are checked where plugins are known
     */
    public RagConfig build() {
      Settings fromFile = file == null ? new Settings() : read(file, new Placeholders(environment));
      return new RagConfig(code.copy(), new Environment(environment), fromFile, normalizer);
    }

    private static Settings read(Path file, Placeholders placeholders) {
      Format format = Format.of(file);
      Source source = Source.read(file);
      Settings settings = new Settings();
      for (Entry entry : format.entries(source)) {
        String place = source.line(entry.line());
        Object value = entry.value();
        settings.add(
            entry.path(),
            value == null ? null : placeholders.replace(value, entry.path(), place),
            place);
      }
      return settings;
    }

    private static Object written(String key, Object value) {
      if (value instanceof List<?> list) {
        List<String> elements = new ArrayList<>();
        list.forEach(element -> elements.add(written(key, element).toString()));
        return List.copyOf(elements);
      }
      if (value instanceof Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
      }
      if (value instanceof CharSequence
          || value instanceof Number
          || value instanceof Boolean
          || value instanceof Path
          || value instanceof Duration) {
        return value.toString();
      }
      throw Arguments.invalid(
          key,
          value.getClass().getName()
              + " (a string, number, flag, path, duration, enum constant, or a list of them)");
    }
  }
}
