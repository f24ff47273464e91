package io.ragport.embed.onnx;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which model embeds, and how. Immutable.
 *
 * @param model the model's name: one of {@code all-MiniLM-L6-v2} and {@code all-MiniLM-L6-v2-q}, or
 *     with a path any. Collections record it after {@code onnx/}
 * @param path a folder with the files {@code model.onnx} and {@code tokenizer.json}; null takes the
 *     known model's files from the class path
 * @param pooling how the vectors of tokens become one; null leaves it to the model if that pools by
 *     itself, else takes the mean. Only with a path
 * @param maxTokens the most tokens that the model reads at once, special ones included
 * @param queryPrefix put in front of every query (EMB-3), as asymmetric models want it; may be
 *     empty
 * @param documentPrefix put in front of every document; may be empty
 * @param longText what happens to longer texts
 * @param threads how many threads compute, 1 to 1024
 * @param batchTokens the most tokens computed at once by one thread, padding included, 1 to 65536:
 *     bounds the memory. A longer text runs alone, and so does every text in a model with dynamic
 *     quantisation, whose vectors would depend on their neighbours
 */
public record OnnxOptions(
    String model,
    @Nullable Path path,
    @Nullable Pooling pooling,
    int maxTokens,
    String queryPrefix,
    String documentPrefix,
    LongText longText,
    int threads,
    int batchTokens) {
  /** The section of a configuration file that sets them. */
  static final String SECTION = "rag.onnx";

  private static final String DEFAULT_MODEL = "all-MiniLM-L6-v2";
  private static final int MIN_TOKENS = 8;
  private static final int MAX_THREADS = 1024;
  private static final int MAX_BATCH_TOKENS = 65_536;
  private static final int DEFAULT_BATCH_TOKENS = 512;

  private static final ConfigOption<String> MODEL =
      ConfigOption.string(
          "model",
          "A model whose files are on the class path: "
              + String.join(" or ", OnnxModel.knownNames())
              + " (quantised: smaller, faster, less exact). Default "
              + DEFAULT_MODEL
              + "; not together with path.");

  private static final ConfigOption<Path> PATH =
      ConfigOption.path(
          "path", "A folder with the files model.onnx and tokenizer.json of any other model.");

  private static final ConfigOption<String> NAME =
      ConfigOption.string(
          "name",
          "What collections record as the model in path, after onnx/. Default the folder's name.");

  private static final ConfigOption<Pooling> POOLING =
      ConfigOption.choice(
          "pooling",
          "How the vectors of tokens become one, for the model in path. Default what the model"
              + " does by itself, else mean.",
          Pooling.class);

  private static final ConfigOption<Integer> MAX_TOKENS =
      ConfigOption.integer(
          "maxTokens",
          "The most tokens that the model reads at once. Default 256, with path 512.",
          MIN_TOKENS,
          OnnxModel.MOST_TOKENS);

  private static final ConfigOption<String> QUERY_PREFIX =
      ConfigOption.string("queryPrefix", "Put in front of every query, for models made with one.");

  private static final ConfigOption<String> DOCUMENT_PREFIX =
      ConfigOption.string(
          "documentPrefix", "Put in front of every document, for models made with one.");

  private static final ConfigOption<LongText> LONG_TEXT =
      ConfigOption.choice(
              "longText",
              "Of a text with more than maxTokens tokens, read the start only, or split it and take"
                  + " the mean of the parts' vectors.",
              LongText.class)
          .withDefault(LongText.TRUNCATE);

  private static final ConfigOption<Integer> THREADS =
      ConfigOption.integer(
          "threads", "How many threads compute. Default the number of processors.", 1, MAX_THREADS);

  private static final ConfigOption<Integer> BATCH_TOKENS =
      ConfigOption.integer(
              "batchTokens",
              "The most tokens that one thread computes at once; bounds the memory.",
              1,
              MAX_BATCH_TOKENS)
          .withDefault(DEFAULT_BATCH_TOKENS);

  static final List<ConfigOption<?>> ALL =
      List.of(
          MODEL,
          PATH,
          NAME,
          POOLING,
          MAX_TOKENS,
          QUERY_PREFIX,
          DOCUMENT_PREFIX,
          LONG_TEXT,
          THREADS,
          BATCH_TOKENS);

  /**
   * @throws RagConfigurationException if there is no such model, or pooling is set for a known one
   * @throws IllegalArgumentException if a number is out of range
   */
  public OnnxOptions {
    if (path == null && pooling != null) {
      throw onlyWithPath(POOLING);
    }
    if (model.isBlank()) {
      throw Arguments.invalid("model", "blank (a name)");
    }
    Arguments.inRange("maxTokens", maxTokens, MIN_TOKENS, OnnxModel.MOST_TOKENS);
    int most = chosen(model, path).mostTokens();
    if (maxTokens > most) {
      throw new RagConfigurationException(
          SECTION + "." + MAX_TOKENS.name(),
          maxTokens + " is more than " + model + " can read (" + MIN_TOKENS + " to " + most + ")");
    }
    Arguments.inRange("threads", threads, 1, MAX_THREADS);
    Arguments.inRange("batchTokens", batchTokens, 1, MAX_BATCH_TOKENS);
  }

  /** The default model with default settings. */
  public static OnnxOptions defaults() {
    return builder().build();
  }

  /** Every setting at its default. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The settings of a configuration section.
   *
   * @throws RagConfigurationException naming the key of a setting that is wrong or contradicts
   *     another
   */
  static OnnxOptions from(ProviderConfig config) {
    boolean folder = config.find(PATH).isPresent();
    if (folder && config.find(MODEL).isPresent()) {
      throw new RagConfigurationException(
          config.key(MODEL),
          "set together with " + config.key(PATH) + " (one of them; name is what is recorded)");
    }
    if (!folder && config.find(NAME).isPresent()) {
      throw onlyWithPath(NAME);
    }
    Builder builder = builder();
    config.find(MODEL).ifPresent(builder::model);
    config.find(PATH).ifPresent(builder::path);
    config.find(NAME).ifPresent(builder::model);
    config.find(POOLING).ifPresent(builder::pooling);
    config.find(MAX_TOKENS).ifPresent(builder::maxTokens);
    config.find(QUERY_PREFIX).ifPresent(builder::queryPrefix);
    config.find(DOCUMENT_PREFIX).ifPresent(builder::documentPrefix);
    config.find(THREADS).ifPresent(builder::threads);
    builder.longText(config.get(LONG_TEXT)).batchTokens(config.get(BATCH_TOKENS));
    return builder.build();
  }

  private static RagConfigurationException onlyWithPath(ConfigOption<?> option) {
    return new RagConfigurationException(
        SECTION + "." + option.name(),
        "set without " + SECTION + ".path (it is for the model in a folder)");
  }

  /** The model that they choose. */
  OnnxModel onnxModel() {
    return chosen(model, path);
  }

  private static OnnxModel chosen(String model, @Nullable Path path) {
    return path == null ? OnnxModel.named(model) : OnnxModel.in(path, model);
  }

  /** Collects settings; not for use by several threads at once. */
  public static final class Builder {
    private @Nullable String model;
    private @Nullable Path path;
    private @Nullable Pooling pooling;
    private @Nullable Integer maxTokens;
    private String queryPrefix = "";
    private String documentPrefix = "";
    private LongText longText = LongText.TRUNCATE;
    private int threads = Math.min(Runtime.getRuntime().availableProcessors(), MAX_THREADS);
    private int batchTokens = DEFAULT_BATCH_TOKENS;

    private Builder() {}

    /** The name of a known model or, with a path, the name to record for the model there. */
    public Builder model(String newModel) {
      model = newModel;
      return this;
    }

    /** A folder with {@code model.onnx} and {@code tokenizer.json}; its name is the model's. */
    public Builder path(Path newPath) {
      path = newPath;
      return this;
    }

    /** How the vectors of tokens become one, for a model from a folder. */
    public Builder pooling(Pooling newPooling) {
      pooling = newPooling;
      return this;
    }

    /** The most tokens read at once: 256 by default, 512 with a path. */
    public Builder maxTokens(int newMaxTokens) {
      maxTokens = newMaxTokens;
      return this;
    }

    /** What is put in front of every query; nothing by default. */
    public Builder queryPrefix(String newQueryPrefix) {
      queryPrefix = newQueryPrefix;
      return this;
    }

    /** What is put in front of every document; nothing by default. */
    public Builder documentPrefix(String newDocumentPrefix) {
      documentPrefix = newDocumentPrefix;
      return this;
    }

    /** What happens to a text of more tokens; by default its end is not read. */
    public Builder longText(LongText newLongText) {
      longText = newLongText;
      return this;
    }

    /** How many threads compute; one per processor by default. */
    public Builder threads(int newThreads) {
      threads = newThreads;
      return this;
    }

    /** The most tokens that one thread computes at once; 512 by default. */
    public Builder batchTokens(int newBatchTokens) {
      batchTokens = newBatchTokens;
      return this;
    }

    /**
     * The settings.
     *
     * @throws RagConfigurationException if there is no such model, or a setting does not go with it
     * @throws IllegalArgumentException if a number is out of range
     */
    public OnnxOptions build() {
      String name = name();
      int tokens = maxTokens == null ? chosen(name, path).usualTokens() : maxTokens;
      return new OnnxOptions(
          name, path, pooling, tokens, queryPrefix, documentPrefix, longText, threads, batchTokens);
    }

    private String name() {
      if (model != null) {
        return model;
      }
      if (path == null) {
        return DEFAULT_MODEL;
      }
      Path folder = path.toAbsolutePath().normalize().getFileName();
      if (folder == null) {
        throw new RagConfigurationException(
            SECTION + "." + NAME.name(), "not set (" + path + " has no name to record)");
      }
      return folder.toString();
    }
  }
}
