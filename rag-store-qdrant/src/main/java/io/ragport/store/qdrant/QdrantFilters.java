package io.ragport.store.qdrant;

import io.qdrant.client.ConditionFactory;
import io.qdrant.client.grpc.Common.Filter;
import io.ragport.api.MetadataFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Filters and selections in Qdrant's language. */
final class QdrantFilters {
  /**
   * The server takes messages that are nested 100 deep: two levels for each filter within a filter,
   * some around the first and some within the last.
   */
  static final int MAX_LEVELS = 40;

  /** Two less: as many more the form for declared keys may have. */
  private static final int MAX_EXACT_LEVELS = MAX_LEVELS - 2;

  private QdrantFilters() {}

  /**
   * Whether {@link #condition} of this filter is exact; else it is a superset. It is not if strings
   * are ordered, numbers with more than {@link StoredNumbers#DIGITS} digits are, or fractions with
   * that many are compared at all; and if it is nested too deeply.
   */
  static boolean isExact(MetadataFilter filter) {
    FilterTranslation translation = new FilterTranslation(Set.of());
    Clause clause = translation.holds(filter);
    return translation.isExact() && clause.levels() <= MAX_EXACT_LEVELS;
  }

  /**
   * The entries of a search or a scan; empty if nothing restricts them.
   *
   * @param declared keys that have their indexes, if all is well: these get the form that is the
   *     fastest then, and finds the same without
   */
  static Optional<Filter> condition(
      @Nullable List<String> sourceIds,
      @Nullable MetadataFilter filter,
      List<FilterableKey> declared) {
    List<Clause> clauses = new ArrayList<>();
    if (sourceIds != null) {
      clauses.add(
          sourceIds.isEmpty()
              ? Clause.NEVER
              : Clause.of(ConditionFactory.matchKeywords(Fields.SOURCE, sourceIds)));
    }
    if (filter != null) {
      clauses.add(new FilterTranslation(numberKeys(declared)).holds(filter).shallow(MAX_LEVELS));
    }
    Clause clause = Clause.all(clauses);
    return clause.equals(Clause.ALWAYS) ? Optional.empty() : Optional.of(clause.toFilter());
  }

  private static Set<String> numberKeys(List<FilterableKey> declared) {
    return declared.stream()
        .filter(key -> key.type() == FilterableKey.Type.NUMBER)
        .map(FilterableKey::key)
        .collect(Collectors.toSet());
  }
}
