package io.ragport.store.lucene;

import static io.ragport.store.lucene.TestStores.collection;
import static io.ragport.store.lucene.TestStores.filtered;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Filters select what the reference evaluator selects (FLT-9). */
class LuceneFiltersTest {
  private static final List<String> KEYS =
      List.of(
          "a",
          "a.b",
          "content",
          "id",
          "$x",
          "'; DROP TABLE x; --",
          "k😀",
          "\uFFFDk",
          " ",
          "k".repeat(2_000),
          "k".repeat(2_000) + "2");

  private static final List<Object> VALUES =
      List.of(
          0L,
          -0.0,
          0.0,
          1L,
          1.0,
          -1L,
          0.5,
          (1L << 53),
          (1L << 53) + 1,
          0x1p53,
          Long.MAX_VALUE,
          Long.MAX_VALUE - 1,
          Long.MIN_VALUE,
          0x1p63,
          -0x1p63,
          1e300,
          -1e300,
          Double.MIN_VALUE,
          -Double.MIN_VALUE,
          Double.MAX_VALUE,
          true,
          false,
          "true",
          "1",
          "",
          " ",
          "a",
          "A",
          "ab",
          "b",
          "\uFFFD",
          "😀",
          "%_\\\"'",
          "z".repeat(9_000),
          "z".repeat(9_000) + "a");

  private final LuceneVectorStore store = TestStores.inMemory();
  private CollectionSpec docs = CollectionSpec.toCreate("docs", "model", 2, null);
  private final List<VectorRecord> entries = new ArrayList<>();

  @BeforeEach
  void index() {
    docs = collection(store, "docs", 2);
    Random random = new Random(4711);
    for (int i = 0; i < 400; i++) {
      entries.add(TestStores.entry(i, "s", "t", metadata(random), 1f, i));
    }
    for (int from = 0; from < 400; from += 100) {
      store.upsert(docs, entries.subList(from, from + 100));
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void randomTreesSelectWhatTheEvaluatorSelects() {
    long seed = Long.getLong("ragport.seed", System.nanoTime());
    System.out.println("LuceneFiltersTest: seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 800; i++) {
      MetadataFilter filter = tree(random, 4);

      Set<UUID> selected = selected(filter);

      assertThat(selected).as("seed " + seed + ", tree " + i).isEqualTo(expected(filter));
      assertThat(store.filtersExactly(filter)).isTrue();
    }
  }

  @Test
  void everyComparisonOfEveryValue() {
    for (Object value : VALUES) {
      for (MetadataFilter.Op op : MetadataFilter.Op.values()) {
        if (op == MetadataFilter.Op.EQ || !(value instanceof Boolean)) {
          MetadataFilter filter = new MetadataFilter.Compare("a", op, value);
          assertThat(selected(filter)).isEqualTo(expected(filter));
        }
      }
    }
  }

  @Test
  void veryWideTreesWork() {
    MetadataFilter or =
        new MetadataFilter.Or(
            IntStream.range(0, 5_000).mapToObj(i -> MetadataFilter.eq("a", i)).toList());
    MetadataFilter in = MetadataFilter.in("a", IntStream.range(-5_000, 5_000).boxed().toList());
    MetadataFilter and =
        new MetadataFilter.And(
            IntStream.range(0, 5_000).mapToObj(i -> MetadataFilter.ne("a", "no" + i)).toList());

    assertThat(selected(or)).isEqualTo(expected(or));
    assertThat(selected(in)).isEqualTo(expected(in));
    assertThat(selected(and)).isEqualTo(expected(and)).hasSize(400);
    assertThat(store.search(filtered(docs, 400, or, 1f, 0f))).hasSize(expected(or).size());
  }

  @Test
  void veryDeepTreesWork() {
    MetadataFilter deep = MetadataFilter.eq("a", 1);
    for (int i = 0; i < 75; i++) {
      deep = MetadataFilter.or(MetadataFilter.not(deep), MetadataFilter.eq("a.b", i));
    }

    assertThat(selected(deep)).isEqualTo(expected(deep));
  }

  @Test
  void deletesWhatTheFilterSelects() {
    MetadataFilter filter = MetadataFilter.not(MetadataFilter.gt("a", 0));
    Set<UUID> selected = expected(filter);

    store.delete(docs, Selection.ofFilter(filter));

    assertThat(store.count(docs)).isEqualTo(400 - selected.size());
    assertThat(selected(filter)).isEmpty();
  }

  private Set<UUID> selected(MetadataFilter filter) {
    return store.scan(new VectorScan(docs, null, 1_000, null, filter)).stream()
        .map(VectorRecord::id)
        .collect(Collectors.toSet());
  }

  private Set<UUID> expected(MetadataFilter filter) {
    return entries.stream()
        .filter(entry -> FilterEvaluator.matches(filter, entry.metadata()))
        .map(VectorRecord::id)
        .collect(Collectors.toSet());
  }

  private static Map<String, @Nullable Object> metadata(Random random) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    for (String key : KEYS) {
      switch (random.nextInt(8)) {
        case 0, 1 -> {}
        case 2 -> metadata.put(key, null);
        case 3 -> metadata.put(key, List.of(value(random)));
        case 4 -> metadata.put(key, Map.of("a", value(random)));
        default -> metadata.put(key, value(random));
      }
    }
    return Collections.unmodifiableMap(metadata);
  }

  private static MetadataFilter tree(Random random, int depth) {
    int kind = depth == 0 ? random.nextInt(4) : random.nextInt(9);
    String key = KEYS.get(random.nextInt(KEYS.size()));
    return switch (kind) {
      case 0, 1 -> compare(random, key);
      case 2 ->
          MetadataFilter.in(
              key, IntStream.range(0, random.nextInt(4)).mapToObj(i -> value(random)).toList());
      case 3 -> MetadataFilter.exists(key);
      case 4, 5 -> MetadataFilter.not(tree(random, depth - 1));
      case 6, 7 -> new MetadataFilter.And(trees(random, depth - 1));
      default -> new MetadataFilter.Or(trees(random, depth - 1));
    };
  }

  private static MetadataFilter compare(Random random, String key) {
    Object value = value(random);
    MetadataFilter.Op[] ops = MetadataFilter.Op.values();
    MetadataFilter.Op op =
        value instanceof Boolean ? MetadataFilter.Op.EQ : ops[random.nextInt(ops.length)];
    return new MetadataFilter.Compare(key, op, value);
  }

  private static List<MetadataFilter> trees(Random random, int depth) {
    return IntStream.range(0, random.nextInt(4)).mapToObj(i -> tree(random, depth)).toList();
  }

  private static Object value(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
      case 2 -> (double) random.nextLong();
      default -> VALUES.get(random.nextInt(VALUES.size()));
    };
  }
}
