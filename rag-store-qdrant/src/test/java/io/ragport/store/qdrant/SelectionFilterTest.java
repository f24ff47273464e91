package io.ragport.store.qdrant;

import static io.qdrant.client.ConditionFactory.hasId;
import static io.qdrant.client.ConditionFactory.matchKeywords;
import static io.ragport.testing.TestEntries.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.qdrant.client.ConditionFactory;
import io.qdrant.client.PointIdFactory;
import io.qdrant.client.grpc.Common.Filter;
import io.qdrant.client.grpc.Common.PointId;
import io.qdrant.client.grpc.Points.PointsIdsList;
import io.qdrant.client.grpc.Points.PointsSelector;
import io.ragport.api.MetadataFilter;
import io.ragport.api.store.Selection;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionFilterTest {
  @Test
  void idsAloneAreAList() {
    assertThat(SelectionFilter.of(Selection.ofIds(List.of(id(1), id(2))), List.of()))
        .isEqualTo(list(pointIds(1, 2)));
  }

  @Test
  void sparedIdsAreLeftOutOfAList() {
    assertThat(
            SelectionFilter.of(
                Selection.ofIds(List.of(id(1), id(2))).sparing(List.of(id(1))), List.of()))
        .isEqualTo(list(pointIds(2)));
  }

  @Test
  void idsOfWhichAllAreSparedAreNone() {
    assertThat(
            SelectionFilter.of(Selection.ofIds(List.of(id(1))).sparing(List.of(id(1))), List.of()))
        .isEqualTo(list(List.of()));
  }

  @Test
  void sourcesAreACondition() {
    assertThat(SelectionFilter.of(Selection.ofSources(List.of("a", "b")), List.of()).getFilter())
        .isEqualTo(
            Filter.newBuilder().addShould(matchKeywords(Fields.SOURCE, List.of("a", "b"))).build());
  }

  @Test
  void aFilterIsACondition() {
    MetadataFilter filter = MetadataFilter.eq("key", "value");

    assertThat(SelectionFilter.of(Selection.ofFilter(filter), List.of()).getFilter())
        .isEqualTo(
            Filter.newBuilder()
                .addShould(
                    ConditionFactory.filter(
                        QdrantFilters.condition(null, filter, List.of()).orElseThrow()))
                .build());
  }

  @Test
  void allTogetherAreAUnionWithoutWhatIsSpared() {
    MetadataFilter filter = MetadataFilter.eq("key", "value");

    Filter selected =
        SelectionFilter.of(
                new Selection(List.of(id(1)), List.of("a"), filter, List.of(id(2), id(3))),
                List.of())
            .getFilter();

    assertThat(selected)
        .isEqualTo(
            Filter.newBuilder()
                .addShould(hasId(pointIds(1)))
                .addShould(matchKeywords(Fields.SOURCE, List.of("a")))
                .addShould(
                    ConditionFactory.filter(
                        QdrantFilters.condition(null, filter, List.of()).orElseThrow()))
                .addMustNot(hasId(pointIds(2, 3)))
                .build());
  }

  private static List<PointId> pointIds(int... numbers) {
    return Arrays.stream(numbers).mapToObj(number -> PointIdFactory.id(id(number))).toList();
  }

  private static PointsSelector list(List<PointId> ids) {
    return PointsSelector.newBuilder().setPoints(PointsIdsList.newBuilder().addAllIds(ids)).build();
  }
}
