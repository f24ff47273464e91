package io.ragport.api;

import java.util.List;

/** Keeps filter trees shallow enough for every recursive translator. */
final class FilterDepth implements MetadataFilter.Visitor<Integer> {
  private static final FilterDepth DEPTH = new FilterDepth();

  private FilterDepth() {}

  /** Refuses children that would make their parent deeper than allowed. */
  static void check(List<MetadataFilter> children) {
    if (1 + DEPTH.deepest(children) > MetadataFilter.MAX_DEPTH) {
      throw Arguments.invalid(
          "filter", "nested deeper than " + MetadataFilter.MAX_DEPTH + " levels");
    }
  }

  @Override
  public Integer compare(MetadataFilter.Compare compare) {
    return 1;
  }

  @Override
  public Integer in(MetadataFilter.In in) {
    return 1;
  }

  @Override
  public Integer exists(MetadataFilter.Exists exists) {
    return 1;
  }

  @Override
  public Integer and(MetadataFilter.And and) {
    return 1 + deepest(and.parts());
  }

  @Override
  public Integer or(MetadataFilter.Or or) {
    return 1 + deepest(or.parts());
  }

  @Override
  public Integer not(MetadataFilter.Not not) {
    return 1 + not.inner().accept(this);
  }

  private int deepest(List<MetadataFilter> nodes) {
    int deepest = 0;
    for (MetadataFilter node : nodes) {
      deepest = Math.max(deepest, node.accept(this));
    }
    return deepest;
  }
}
