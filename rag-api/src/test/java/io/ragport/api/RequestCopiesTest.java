package io.ragport.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests keep nothing of the caller's and give nothing of theirs away (IDX-10). */
class RequestCopiesTest {
  @Test
  void changingMetadataAfterwardsChangesNothing() {
    List<Object> list = new ArrayList<>(List.of("x"));
    Map<String, Object> inner = new HashMap<>(Map.of("k", "x"));
    Map<String, Object> metadata = new HashMap<>(Map.of("list", list, "map", inner));
    IndexItem item = IndexItem.of("text", metadata);

    list.add("y");
    inner.put("k", "y");
    metadata.clear();

    assertThat(item.metadata()).isEqualTo(Map.of("list", List.of("x"), "map", Map.of("k", "x")));
  }

  @Test
  void theCallersMetadataIsNotChanged() {
    Map<String, Object> metadata = new HashMap<>();
    metadata.put("int", 1);
    metadata.put("float", 1f);

    IndexItem.of("text", metadata);

    assertThat(metadata).containsEntry("int", 1).containsEntry("float", 1f);
  }

  @Test
  void metadataKeepsItsOrder() {
    Map<String, Object> metadata = new LinkedHashMap<>();
    for (String key : List.of("z", "a", "m", "b")) {
      metadata.put(key, key);
    }

    IndexItem item = IndexItem.of("text", metadata);

    assertThat(item.metadata().keySet()).containsExactly("z", "a", "m", "b");
  }

  @Test
  void metadataCannotBeChangedAtAnyDepth() {
    IndexItem item =
        IndexItem.of("text", Map.of("map", Map.of("list", new ArrayList<>(List.of("x")))));
    Map<?, ?> inner = requireNonNull((Map<?, ?>) item.metadata().get("map"));
    List<?> list = requireNonNull((List<?>) inner.get("list"));

    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> item.metadata().put("new", 1));
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(inner::clear);
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(list::clear);
  }

  @Test
  void aBatchKeepsItsOwnListOfItems() {
    List<IndexItem> items = new ArrayList<>(List.of(IndexItem.of("a")));
    IndexBatchRequest request = new IndexBatchRequest(items, "c", null);

    items.add(IndexItem.of("b"));

    assertThat(request.items()).hasSize(1);
  }

  @Test
  void aBuilderUsedAgainDoesNotChangeWhatItBuilt() {
    IndexBatchRequest.Builder builder = IndexBatchRequest.builder().add(IndexItem.of("a"));
    IndexBatchRequest first = builder.build();

    builder.add(IndexItem.of("b")).build();

    assertThat(first.items()).hasSize(1);
  }

  @Test
  void aReplacementKeepsItsOwnMatchAndItems() {
    Map<String, Object> match = new HashMap<>(Map.of("k", 1));
    List<IndexItem> items = new ArrayList<>();
    ReplaceRequest request = new ReplaceRequest("c", items, match, null, null);

    match.put("more", 2);
    items.add(IndexItem.of("a"));

    assertThat(request.match()).isEqualTo(Map.of("k", 1L));
    assertThat(request.items()).isEmpty();
  }

  @Test
  void aQueryKeepsItsOwnVector() {
    float[] vector = {1, 2};
    QueryRequest request = QueryRequest.builder(vector).build();

    vector[0] = 9;

    assertThat(request.vector()).containsExactly(1, 2);
  }

  @Test
  void aQuerysVectorCannotBeChangedThroughItsAccessor() {
    QueryRequest request = QueryRequest.builder(new float[] {1, 2}).build();
    float[] given = request.vector();
    assertThat(given).isNotNull();

    given[0] = 9;

    assertThat(request.vector()).containsExactly(1, 2);
  }

  @Test
  void aQueryKeepsItsOwnSourcesAndMatch() {
    List<String> sourceIds = new ArrayList<>(List.of("s"));
    Map<String, Object> match = new HashMap<>(Map.of("k", 1));
    QueryRequest request = QueryRequest.builder("text").sourceIds(sourceIds).match(match).build();

    sourceIds.clear();
    match.clear();

    assertThat(request.options().sourceIds()).containsExactly("s");
    assertThat(request.options().match()).isEqualTo(Map.of("k", 1L));
  }

  @Test
  void aBatchQueryKeepsItsOwnTexts() {
    List<String> texts = new ArrayList<>(List.of("a"));
    QueryBatchRequest request = QueryBatchRequest.builder(texts).build();

    texts.add("b");

    assertThat(request.texts()).containsExactly("a");
  }

  @Test
  void aFilterKeepsItsOwnValuesAndParts() {
    List<Object> values = new ArrayList<>(List.of(1));
    MetadataFilter[] parts = {MetadataFilter.in("k", values)};
    MetadataFilter and = MetadataFilter.and(parts);

    values.add(2);
    parts[0] = MetadataFilter.exists("other");

    assertThat(and).isEqualTo(MetadataFilter.and(MetadataFilter.in("k", List.of(1))));
  }

  @Test
  void aFiltersValuesCannotBeChanged() {
    MetadataFilter.In in = (MetadataFilter.In) MetadataFilter.in("k", List.of(1));

    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> in.values().add(2));
  }
}
