package io.ragport.store.qdrant;

import io.ragport.api.Arguments;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.store.VectorStoreRagService;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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

  /**
   * One kind of refusal.
   *
   * @param said what the server says, as a whole
   * @param wording from what was found in it
   */
  private record Refusal(Pattern said, Function<Matcher, String> wording) {
    static Refusal of(String said, Function<Matcher, String> wording) {
      return new Refusal(Pattern.compile(said, Pattern.DOTALL), wording);
    }

    Optional<String> in(String said) {
      Matcher matcher = this.said.matcher(said);
      return matcher.matches() ? Optional.of(wording.apply(matcher)) : Optional.empty();
    }
  }

  /** What else can be done about a limit than raising it. */
  private static final Map<String, String> WAYS =
      Map.of(
          "limit", "ask for less at once",
          "hnsw_ef", "lower " + option(QdrantOptions.EF_SEARCH),
          "oversampling", "lower " + option(QdrantOptions.OVERSAMPLING),
          "upsert limit", "lower " + option(QdrantOptions.BATCH_BYTES));

  private static final List<Refusal> REFUSALS =
      List.of(
          Refusal.of(
              "Limit exceeded ([0-9.]+) > ([0-9.]+) for \"([a-z_ ]{1,40})\".*",
              limit ->
                  allows(limit.group(3) + " up to " + limit.group(2), limit.group(1))
                      + raising(WAYS.getOrDefault(limit.group(3), ""), "that limit")),
          Refusal.of(
              "Exact search disabled.*",
              exact -> "strict mode forbids exact searches" + raising("", "search_allow_exact")),
          Refusal.of(
              "Index required but not found for \"(.*)\""
                  + "(?: of one of the following types: \\[(.*)])?\\. Help: .*",
              unindexed -> unindexed(unindexed.group(1), unindexed.group(2))),
          Refusal.of(
              "Filter condition limit reached \\((\\d+) > (\\d+)\\).*",
              conditions ->
                  allows(conditions.group(2) + " conditions in a filter", conditions.group(1))
                      + raising("ask with a simpler filter", "filter_max_conditions")),
          Refusal.of(
              "Condition size limit reached \\((\\d+) > (\\d+)\\).*",
              size ->
                  allows(size.group(2) + " values in a condition", size.group(1))
                      + raising(
                          "ask for fewer sources, ids or values at once", "condition_max_size")),
          Refusal.of(
              "Sparse vector .* has a limit of (\\d+) indices, but (\\d+) were provided.*",
              terms ->
                  allows(terms.group(1) + " different terms in a text", terms.group(2))
                      + raising("index shorter texts", "sparse_config")),
          Refusal.of(
              "Max (vector storage size|payload storage size|points count) limit of .*",
              full ->
                  "the collection is full: strict mode's limit of its "
                      + full.group(1)
                      + " is reached"
                      + raising("delete entries", "that limit")),
          Refusal.of(
              "Collection already has the maximum number of payload indices.*",
              indexes ->
                  "strict mode allows no further payload index"
                      + raising(
                          "declare fewer " + option(QdrantOptions.FILTERABLE_KEYS),
                          "max_payload_index_count")));

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
    return REFUSALS.stream()
        .flatMap(refusal -> refusal.in(said).stream())
        .findFirst()
        .or(() -> Optional.of("a limit of the server forbids it (see " + SETTING + ")"));
  }

  private static String allows(String limit, String wanted) {
    return "strict mode allows " + limit + ", not " + wanted;
  }

  private static String unindexed(String path, @Nullable String types) {
    String scalars = Fields.SCALARS + ".";
    return path.startsWith(scalars)
        ? "strict mode forbids filters on a metadata key without an index"
            + keyToDeclare(path.substring(scalars.length()), types == null ? "" : types)
        : "strict mode asks for an index on the field "
            + Arguments.shortened(path)
            + " (let "
            + option(VectorStoreRagService.PROVISION)
            + ": true create it)";
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

  private static String option(ConfigOption<?> option) {
    return QdrantOptions.SECTION + "." + option.name();
  }

  private static String raising(String otherWay, String limit) {
    String raise = "change " + limit + " in " + SETTING;
    return " (" + (otherWay.isEmpty() ? raise : otherWay + ", or " + raise) + ")";
  }
}
