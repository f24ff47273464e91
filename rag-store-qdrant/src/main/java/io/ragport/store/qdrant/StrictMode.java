package io.ragport.store.qdrant;

import io.ragport.api.Arguments;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.store.VectorStoreRagService;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the server says when the strict mode of a collection forbids a request (1.16), in words that
 * name the limit and the way out, and none of the values of the request.
 */
final class StrictMode {
  private static final String PREFIX = "Bad request: ";
  private static final String SETTING = "the collection's strict_mode_config";

  private static final Pattern LIMIT =
      Pattern.compile("Limit exceeded ([0-9.]+) > ([0-9.]+) for \"([a-z_ ]{1,40})\".*");
  private static final Pattern UNINDEXED =
      Pattern.compile(
          "Index required but not found for \"(.*)\"(?: of one of the following types: \\[(.*)])?\\."
              + " Help: .*",
          Pattern.DOTALL);
  private static final Pattern CONDITIONS =
      Pattern.compile("Filter condition limit reached \\((\\d+) > (\\d+)\\).*");
  private static final Pattern CONDITION_SIZE =
      Pattern.compile("Condition size limit reached \\((\\d+) > (\\d+)\\).*");
  private static final Pattern SPARSE =
      Pattern.compile("Sparse vector .* has a limit of (\\d+) indices, but (\\d+) were provided.*");
  private static final Pattern FULL =
      Pattern.compile("Max (vector storage size|payload storage size|points count) limit of .*");

  /** What else can be done about a limit than raising it. */
  private static final Map<String, String> WAYS =
      Map.of(
          "limit", "ask for less at once",
          "hnsw_ef", "lower " + option(QdrantOptions.EF_SEARCH),
          "oversampling", "lower " + option(QdrantOptions.OVERSAMPLING),
          "upsert limit", "lower " + option(QdrantOptions.BATCH_BYTES));

  private StrictMode() {}

  /**
   * Which limit forbids the request and what to change; empty if none does.
   *
   * @param description what the server said
   */
  static Optional<String> refusal(String description) {
    if (!description.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String said = description.substring(PREFIX.length());
    return limit(said)
        .or(() -> unindexed(said))
        .or(() -> conditions(said))
        .or(() -> storage(said))
        .or(() -> Optional.of("a limit of the server forbids it (see " + SETTING + ")"));
  }

  private static Optional<String> limit(String said) {
    Matcher limit = LIMIT.matcher(said);
    if (!limit.matches()) {
      return said.startsWith("Exact search disabled")
          ? Optional.of("strict mode forbids exact searches" + raising("", "search_allow_exact"))
          : Optional.empty();
    }
    String name = limit.group(3);
    return Optional.of(
        "strict mode allows "
            + name
            + " up to "
            + limit.group(2)
            + ", not "
            + limit.group(1)
            + raising(WAYS.getOrDefault(name, ""), "that limit"));
  }

  private static Optional<String> unindexed(String said) {
    Matcher unindexed = UNINDEXED.matcher(said);
    if (!unindexed.matches()) {
      return Optional.empty();
    }
    String path = unindexed.group(1);
    @Nullable String types = unindexed.group(2);
    String scalars = Fields.SCALARS + ".";
    return Optional.of(
        path.startsWith(scalars)
            ? "strict mode forbids filters on a metadata key without an index"
                + keyToDeclare(path.substring(scalars.length()), types == null ? "" : types)
            : "strict mode asks for an index on the field "
                + Arguments.shortened(path)
                + " (let "
                + option(VectorStoreRagService.PROVISION)
                + ": true create it)");
  }

  private static String keyToDeclare(String name, String types) {
    String type =
        types.contains("keyword") ? "keyword" : types.contains("bool") ? "boolean" : "number";
    return raising(
        "declare \""
            + Arguments.shortened(MetadataKeys.decode(name))
            + ":"
            + type
            + "\" in "
            + option(QdrantOptions.FILTERABLE_KEYS),
        "unindexed_filtering_retrieve and unindexed_filtering_update");
  }

  private static Optional<String> conditions(String said) {
    Matcher conditions = CONDITIONS.matcher(said);
    if (conditions.matches()) {
      return Optional.of(
          "strict mode allows "
              + conditions.group(2)
              + " conditions in a filter, not "
              + conditions.group(1)
              + raising("ask with a simpler filter", "filter_max_conditions"));
    }
    Matcher size = CONDITION_SIZE.matcher(said);
    if (size.matches()) {
      return Optional.of(
          "strict mode allows "
              + size.group(2)
              + " values in a condition, not "
              + size.group(1)
              + raising("ask for fewer sources, ids or values at once", "condition_max_size"));
    }
    return Optional.empty();
  }

  private static Optional<String> storage(String said) {
    Matcher sparse = SPARSE.matcher(said);
    if (sparse.matches()) {
      return Optional.of(
          "strict mode allows "
              + sparse.group(1)
              + " different terms in a text, not "
              + sparse.group(2)
              + raising("index shorter texts", "sparse_config"));
    }
    Matcher full = FULL.matcher(said);
    if (full.matches()) {
      return Optional.of(
          "the collection is full: strict mode's limit of its "
              + full.group(1)
              + " is reached"
              + raising("delete entries", "that limit"));
    }
    return said.startsWith("Collection already has the maximum number of payload indices")
        ? Optional.of(
            "strict mode allows no further payload index"
                + raising(
                    "declare fewer " + option(QdrantOptions.FILTERABLE_KEYS),
                    "max_payload_index_count"))
        : Optional.empty();
  }

  private static String option(ConfigOption<?> option) {
    return QdrantOptions.SECTION + "." + option.name();
  }

  private static String raising(String otherWay, String limit) {
    String raise = "change " + limit + " in " + SETTING;
    return " (" + (otherWay.isEmpty() ? raise : otherWay + ", or " + raise) + ")";
  }
}
