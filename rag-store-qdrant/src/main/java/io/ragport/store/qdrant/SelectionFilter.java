package io.ragport.store.qdrant;

import io.qdrant.client.ConditionFactory;
import io.qdrant.client.PointIdFactory;
import io.qdrant.client.grpc.Common.Filter;
import io.qdrant.client.grpc.Common.PointId;
import io.qdrant.client.grpc.Points.PointsIdsList;
import io.qdrant.client.grpc.Points.PointsSelector;
import io.ragport.api.store.Selection;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What is to be deleted, in Qdrant's language. */
final class SelectionFilter {
  private SelectionFilter() {}

  /**
   * The points of a selection that is not empty; its filter is exact.
   *
   * @param declared as in {@link QdrantFilters#condition}
   */
  static PointsSelector of(Selection selection, List<FilterableKey> declared) {
    PointsSelector.Builder points = PointsSelector.newBuilder();
    if (selection.sourceIds().isEmpty() && selection.filter() == null) {
      Set<UUID> ids = new LinkedHashSet<>(selection.ids());
      selection.spared().forEach(ids::remove);
      return points.setPoints(PointsIdsList.newBuilder().addAllIds(pointIds(ids))).build();
    }
    return points.setFilter(filter(selection, declared)).build();
  }

  private static Filter filter(Selection selection, List<FilterableKey> declared) {
    Filter.Builder union = Filter.newBuilder();
    if (!selection.ids().isEmpty()) {
      union.addShould(ConditionFactory.hasId(pointIds(selection.ids())));
    }
    if (!selection.sourceIds().isEmpty()) {
      union.addShould(ConditionFactory.matchKeywords(Fields.SOURCE, selection.sourceIds()));
    }
    if (selection.filter() != null) {
      // A filter that restricts nothing selects everything.
      union.addShould(
          ConditionFactory.filter(
              QdrantFilters.condition(null, selection.filter(), declared)
                  .orElse(Filter.getDefaultInstance())));
    }
    if (!selection.spared().isEmpty()) {
      union.addMustNot(ConditionFactory.hasId(pointIds(selection.spared())));
    }
    return union.build();
  }

  private static List<PointId> pointIds(Collection<UUID> ids) {
    return ids.stream().map(PointIdFactory::id).toList();
  }
}
