package io.ragport.conformance;

import static io.ragport.api.MetadataFilter.and;
import static io.ragport.api.MetadataFilter.eq;
import static io.ragport.api.MetadataFilter.exists;
import static io.ragport.api.MetadataFilter.in;
import static io.ragport.api.MetadataFilter.not;
import static io.ragport.api.MetadataFilter.or;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import io.ragport.conformance.FilterShrinking.Case;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A failing filter as small as it gets. */
class FilterShrinkingTest {
  private static final int ENOUGH = 10_000;

  @Test
  void everyKindOfNodeIsLeftOutThatIsNotNeeded() {
    MetadataFilter tree =
        and(or(exists("x"), not(and(eq("a", 1), in("b", List.of(1, 2, 3))))), not(eq("c", 1)));

    assertThat(shrunk(tree, smaller -> shows(smaller, "key=a"))).isEqualTo(eq("a", 1));
    assertThat(shrunk(tree, smaller -> shows(smaller, "key=x"))).isEqualTo(exists("x"));
    assertThat(shrunk(tree, smaller -> shows(smaller, "key=b"))).isEqualTo(in("b", List.of()));
  }

  @Test
  void whatIsNeededStays() {
    MetadataFilter tree = not(and(exists("x"), in("b", List.of(1, 2, 3)), not(eq("c", 1))));

    assertThat(
            shrunk(
                tree,
                smaller -> smaller.tree() instanceof MetadataFilter.Not && shows(smaller, "2")))
        .isEqualTo(not(in("b", List.of(2))));
    assertThat(shrunk(tree, smaller -> shows(smaller, "key=x") && shows(smaller, "key=c")))
        .isEqualTo(and(exists("x"), eq("c", 1)));
  }

  @Test
  void entriesAndTheirMetadataAreLeftOut() {
    List<IndexItem> entries =
        IntStream.range(0, 100)
            .mapToObj(i -> IndexItem.of("entry " + i, Map.of("n", i, "even", i % 2 == 0)))
            .toList();

    Case smallest =
        FilterShrinking.smallest(
            new Case(exists("n"), entries),
            smaller ->
                smaller.entries().stream()
                    .anyMatch(entry -> Long.valueOf(77).equals(entry.metadata().get("n"))),
            ENOUGH);

    assertThat(smallest.entries())
        .singleElement()
        .extracting(IndexItem::metadata)
        .isEqualTo(Map.of("n", 77L));
  }

  @Test
  void triesAreCounted() {
    AtomicInteger tries = new AtomicInteger();
    Case failing = new Case(not(not(not(exists("n")))), List.of(IndexItem.of("entry")));

    Case smallest =
        FilterShrinking.smallest(
            failing,
            smaller -> {
              tries.incrementAndGet();
              return true;
            },
            2);

    assertThat(tries).hasValue(2);
    assertThat(smallest.tree()).isEqualTo(not(exists("n")));
  }

  private static MetadataFilter shrunk(MetadataFilter tree, Predicate<Case> fails) {
    return FilterShrinking.smallest(new Case(tree, List.of()), fails, ENOUGH).tree();
  }

  private static boolean shows(Case smaller, String part) {
    return smaller.tree().toString().contains(part);
  }
}
