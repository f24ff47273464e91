package io.ragport.conformance;

import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores that judge wrongly which entries a filter selects. */
final class FilterMutants {
  private FilterMutants() {}

  static VectorStore neSkippingMissingKeys(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Not not
                    && not.inner() instanceof MetadataFilter.Compare compare
                    && !metadata.containsKey(compare.key())
                ? Optional.of(false)
                : Optional.empty());
  }

  static VectorStore comparingIntegersAsDoubles(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Compare compare
                    && compare.op() == MetadataFilter.Op.EQ
                    && compare.value() instanceof Number asked
                    && metadata.get(compare.key()) instanceof Number stored
                ? Optional.of(asked.doubleValue() == stored.doubleValue())
                : Optional.empty());
  }

  static VectorStore comparingAsText(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Compare compare
                    && compare.op() == MetadataFilter.Op.EQ
                    && !(compare.value() instanceof Number)
                ? Optional.of(
                    String.valueOf(metadata.get(compare.key()))
                        .equals(String.valueOf(compare.value())))
                : Optional.empty());
  }

  static VectorStore readingDotsAsPaths(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) -> {
          if (filter instanceof MetadataFilter.Compare compare
              && compare.key().matches("\\w+\\.\\w+")
              && metadata.get(compare.key().replaceAll("\\..*", "")) instanceof Map<?, ?> inner) {
            return Optional.of(
                compare.value().equals(inner.get(compare.key().replaceAll(".*\\.", ""))));
          }
          return Optional.empty();
        });
  }

  static VectorStore orderingByUtf16(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Compare compare
                    && compare.op() == MetadataFilter.Op.GT
                    && compare.value() instanceof String asked
                    && metadata.get(compare.key()) instanceof String stored
                ? Optional.of(stored.compareTo(asked) > 0)
                : Optional.empty());
  }

  static VectorStore ignoringCase(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Compare compare
                    && compare.op() == MetadataFilter.Op.EQ
                    && compare.value() instanceof String asked
                    && metadata.get(compare.key()) instanceof String stored
                ? Optional.of(asked.equalsIgnoreCase(stored))
                : Optional.empty());
  }

  static VectorStore matchingPatterns(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Compare compare
                    && compare.op() == MetadataFilter.Op.EQ
                    && "%".equals(compare.value())
                ? Optional.of(metadata.get(compare.key()) instanceof String)
                : Optional.empty());
  }

  static VectorStore emptyInMatchingEverything(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.In in && in.values().isEmpty()
                ? Optional.of(true)
                : Optional.empty());
  }

  /** What a mutant says of a filter; empty leaves it to the evaluator. */
  private interface Judgement {
    Optional<Boolean> of(MetadataFilter filter, Map<String, ? extends @Nullable Object> metadata);
  }

  private static VectorStore matching(Path folder, String token, Judgement judgement) {
    return new MutantStore(folder, token) {
      @Override
      boolean matches(MetadataFilter filter, VectorRecord record) {
        return filter.accept(new Judging(judgement, record.metadata()));
      }
    };
  }

  /** Evaluates a tree, each node as the judgement says where it says something. */
  private record Judging(Judgement judgement, Map<String, @Nullable Object> metadata)
      implements MetadataFilter.Visitor<Boolean> {
    @Override
    public Boolean compare(MetadataFilter.Compare compare) {
      return judged(compare);
    }

    @Override
    public Boolean in(MetadataFilter.In in) {
      return judged(in);
    }

    @Override
    public Boolean exists(MetadataFilter.Exists exists) {
      return judged(exists);
    }

    @Override
    public Boolean and(MetadataFilter.And and) {
      return judgement
          .of(and, metadata)
          .orElseGet(() -> and.parts().stream().allMatch(part -> part.accept(this)));
    }

    @Override
    public Boolean or(MetadataFilter.Or or) {
      return judgement
          .of(or, metadata)
          .orElseGet(() -> or.parts().stream().anyMatch(part -> part.accept(this)));
    }

    @Override
    public Boolean not(MetadataFilter.Not not) {
      return judgement.of(not, metadata).orElseGet(() -> !not.inner().accept(this));
    }

    private boolean judged(MetadataFilter leaf) {
      return judgement.of(leaf, metadata).orElseGet(() -> FilterEvaluator.matches(leaf, metadata));
    }
  }
}
