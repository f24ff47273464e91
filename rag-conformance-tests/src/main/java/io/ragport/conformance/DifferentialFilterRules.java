package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.ragport.api.Capability;
import io.ragport.api.FilterEvaluator;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryRequest;
import io.ragport.conformance.FilterShrinking.Case;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** FLT-9: random trees over random entries against {@link FilterEvaluator}. */
@ExtendWith(Seed.Resolver.class)
abstract class DifferentialFilterRules extends FilterTests {
  private static final int ENTRIES = 320;
  private static final int TREES = 500;
  private static final int DEPTH = 6;
  private static final int MATCHES = 60;
  private static final int SHRINKING = 300;

  private final List<IndexItem> entries = new ArrayList<>();
  private int shrunk;

  DifferentialFilterRules(Backend backend) {
    super(backend);
  }

  @BeforeEach
  void indexRandomEntries(Seed seed) {
    RandomFilters random = new RandomFilters(seed);
    for (int i = 0; i < ENTRIES; i++) {
      UUID id = new UUID(0x4000L, Long.MIN_VALUE | i);
      entries.add(IndexItem.of("entry " + i, random.metadata()).withId(id));
    }
    indexAll(entries);
  }

  @Rule("FLT-9")
  @Needs(Capability.FILTER)
  @Test
  void randomTreesSelectWhatTheReferenceSelects(Seed seed) {
    RandomFilters random = new RandomFilters(new Seed(seed.value() + 1));

    for (int i = 0; i < TREES; i++) {
      MetadataFilter tree = random.tree(1 + i % DEPTH);
      if (!found(DOCS, tree).equals(expected(tree, entries))) {
        fail(explained(seed, i, tree));
      }
    }
  }

  @Rule("FLT-9")
  @Test
  void randomMatchesSelectWhatTheReferenceSelects(Seed seed) {
    RandomFilters random = new RandomFilters(new Seed(seed.value() + 2));

    for (int i = 0; i < MATCHES; i++) {
      Map<String, Object> match = random.match(entries.get(i).metadata());

      assertThat(found(match))
          .as("seed " + seed.value() + ", match " + i + ": " + match)
          .isEqualTo(expected(MetadataFilter.match(match), entries));
    }
  }

  @Rule("DEL-4")
  @Needs(Capability.DELETE_BY_METADATA)
  @Test
  void randomMatchesDeleteWhatAQueryFinds(Seed seed) {
    RandomFilters random = new RandomFilters(new Seed(seed.value() + 3));

    for (int i = 0; i < MATCHES; i++) {
      Map<String, Object> match = random.match(entries.get(i).metadata());
      Set<UUID> found = found(match);
      Set<UUID> rest = new HashSet<>(expected(MetadataFilter.and(), entries));
      rest.removeAll(found);

      service.deleteByMetadata(DOCS, match);

      assertThat(new HashSet<>(ids(everything(DOCS))))
          .as("left by seed " + seed.value() + ", match " + i + ": " + match)
          .isEqualTo(rest);
      indexAll(entries.stream().filter(entry -> found.contains(entry.id())).toList());
    }
  }

  private static Set<UUID> expected(MetadataFilter tree, List<IndexItem> items) {
    return items.stream()
        .filter(item -> FilterEvaluator.matches(tree, item.metadata()))
        .map(IndexItem::id)
        .collect(Collectors.toSet());
  }

  private Set<UUID> found(Map<String, ?> match) {
    return new HashSet<>(ids(query(theQuery().match(match).topK(10_000).includeContent(false))));
  }

  private Set<UUID> found(String collectionName, MetadataFilter tree) {
    return new HashSet<>(
        ids(
            query(
                QueryRequest.builder(RecordingEmbedding.QUERY)
                    .collectionName(collectionName)
                    .filter(tree)
                    .topK(10_000)
                    .includeContent(false))));
  }

  /** The difference as small as it gets, with all that is needed to see it again. */
  private String explained(Seed seed, int number, MetadataFilter tree) {
    Case smallest = FilterShrinking.smallest(new Case(tree, entries), this::differs, SHRINKING);
    Set<UUID> found = found(collection(smallest), smallest.tree());
    Set<UUID> expected = expected(smallest.tree(), smallest.entries());
    return "tree "
        + number
        + " selects other entries than the reference ("
        + Seed.PARAMETER
        + "="
        + seed.value()
        + ")\n  smallest tree: "
        + smallest.tree()
        + "\n  of "
        + smallest.entries().size()
        + " entries it finds wrongly: "
        + metadataOf(smallest, found, expected)
        + "\n  and does not find: "
        + metadataOf(smallest, expected, found)
        + "\n  as drawn: "
        + tree;
  }

  private boolean differs(Case smaller) {
    return !found(collection(smaller), smaller.tree())
        .equals(expected(smaller.tree(), smaller.entries()));
  }

  /** Where the entries of a case are: all in {@link #DOCS}, fewer in a collection of their own. */
  private String collection(Case smaller) {
    if (smaller.entries().equals(entries)) {
      return DOCS;
    }
    String name = "shrunk " + shrunk++;
    service.indexBatch(
        IndexBatchRequest.builder().collectionName(name).addAll(smaller.entries()).build());
    return name;
  }

  private static Map<UUID, Object> metadataOf(Case of, Set<UUID> ids, Set<UUID> others) {
    Map<UUID, Object> metadata = new LinkedHashMap<>();
    for (IndexItem entry : of.entries()) {
      UUID id = entry.id();
      if (id != null && ids.contains(id) && !others.contains(id)) {
        metadata.put(id, entry.metadata());
      }
    }
    return metadata;
  }
}
