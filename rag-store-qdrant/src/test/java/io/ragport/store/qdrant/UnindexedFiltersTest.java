package io.ragport.store.qdrant;

import static io.ragport.api.MetadataFilter.eq;
import static io.ragport.api.MetadataFilter.exists;
import static io.ragport.api.MetadataFilter.gte;
import static io.ragport.api.MetadataFilter.in;
import static io.ragport.api.MetadataFilter.ne;
import static io.ragport.api.MetadataFilter.not;
import static org.assertj.core.api.Assertions.assertThat;

import io.qdrant.client.grpc.Collections.StrictModeConfig;
import io.qdrant.client.grpc.Collections.UpdateCollection;
import io.ragport.api.MetadataFilter;
import io.ragport.testing.TestEntries;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A collection whose administrator forbids filters on what has no index. */
class UnindexedFiltersTest {
  private static final List<FilterableKey> DECLARED =
      List.of(
          new FilterableKey("year", FilterableKey.Type.NUMBER),
          new FilterableKey("lang", FilterableKey.Type.KEYWORD),
          new FilterableKey("draft", FilterableKey.Type.BOOLEAN));

  private FilteredPoints points;

  @BeforeEach
  void forbidUnindexedFilters() {
    points =
        FilteredPoints.create(
            TestServer.options(TestServer.newPrefix(), Map.of()),
            DECLARED,
            IntStream.range(0, 20)
                .mapToObj(
                    i ->
                        TestEntries.entry(
                            i,
                            "source",
                            Map.of("year", 2_000L + i, "lang", "l" + i % 3, "draft", i % 2 == 0)))
                .toList());
    points
        .nodes()
        .call(
            "strict",
            ByClient.request(
                (client, timeout) ->
                    client.updateCollectionAsync(
                        UpdateCollection.newBuilder()
                            .setCollectionName(points.collection().id())
                            .setStrictModeConfig(
                                StrictModeConfig.newBuilder()
                                    .setEnabled(true)
                                    .setUnindexedFilteringRetrieve(false))
                            .build(),
                        timeout)));
  }

  @AfterEach
  void drop() {
    if (points != null) {
      points.close();
    }
  }

  @Test
  void filtersOnDeclaredKeysWork() {
    for (MetadataFilter filter :
        List.of(
            eq("year", 2_001),
            in("year", List.of(2_001, 2_002.5, 2_003)),
            gte("year", 2_010.5),
            eq("lang", "l1"),
            in("lang", List.of("l1", "l2")),
            ne("draft", true),
            exists("year"),
            not(exists("lang")))) {
      assertThat(points.selected(filter)).as("%s", filter).isEqualTo(points.expected(filter));
    }
  }

  @Test
  void sourceIdsWork() {
    assertThat(
            points.found(QdrantFilters.condition(List.of("source"), null, List.of()).orElseThrow()))
        .hasSize(20);
  }
}
