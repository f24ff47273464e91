package io.ragport.conformance;

import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failing filter small enough to read: leaves out entries, metadata and parts of the tree
 * as long as it still fails. Finds a smallest case in the sense that no single step makes it
 * smaller, unless it runs out of tries.
 */
final class FilterShrinking {
  private final Predicate<Case> fails;
  private int triesLeft;

  /** A filter and the entries it is asked over. */
  record Case(MetadataFilter tree, List<IndexItem> entries) {
    Case with(MetadataFilter newTree) {
      return new Case(newTree, entries);
    }

    Case with(List<IndexItem> newEntries) {
      return new Case(tree, newEntries);
    }
  }

  private FilterShrinking(Predicate<Case> fails, int tries) {
    this.fails = fails;
    this.triesLeft = tries;
  }

  /**
   * The smallest failing case found.
   *
   * @param failing a case that fails
   * @param tries how often {@code fails} is asked at most
   */
  static Case smallest(Case failing, Predicate<Case> fails, int tries) {
    FilterShrinking shrinking = new FilterShrinking(fails, tries);
    Case smallest = failing;
    Optional<Case> next = Optional.of(failing);
    while (next.isPresent()) {
      smallest = next.get();
      next = shrinking.smaller(smallest);
    }
    return smallest;
  }

  private Optional<Case> smaller(Case failing) {
    Stream<Case> candidates =
        Stream.of(
                fewerEntries(failing.entries()).map(failing::with),
                smallerTrees(failing.tree()).map(failing::with),
                lessMetadata(failing.entries()).map(failing::with))
            .flatMap(each -> each);
    return candidates.takeWhile(candidate -> triesLeft-- > 0).filter(fails).findFirst();
  }

  /** Without a half, a quarter and so on down to a single one. */
  private static <T> Stream<List<T>> fewerEntries(List<T> entries) {
    List<List<T>> fewer = new ArrayList<>();
    for (int size = entries.size() / 2; size > 0; size /= 2) {
      for (int from = 0; from < entries.size(); from += size) {
        List<T> rest = new ArrayList<>(entries.subList(0, from));
        rest.addAll(entries.subList(Math.min(entries.size(), from + size), entries.size()));
        if (!rest.isEmpty()) {
          fewer.add(rest);
        }
      }
    }
    return fewer.stream();
  }

  /** One entry without one of its keys. */
  private static Stream<List<IndexItem>> lessMetadata(List<IndexItem> entries) {
    List<List<IndexItem>> less = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      IndexItem entry = entries.get(i);
      for (String key : entry.metadata().keySet()) {
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(entry.metadata());
        rest.remove(key);
        less.add(
            replaced(
                entries,
                i,
                IndexItem.of(entry.text(), rest)
                    .withSourceId(entry.sourceId())
                    .withId(entry.id())));
      }
    }
    return less.stream();
  }

  private static Stream<MetadataFilter> smallerTrees(MetadataFilter tree) {
    return tree.accept(new Smaller());
  }

  private static <T> List<T> replaced(List<T> list, int at, T element) {
    List<T> copy = new ArrayList<>(list);
    copy.set(at, element);
    return copy;
  }

  private static <T> List<T> without(List<T> list, int at) {
    List<T> copy = new ArrayList<>(list);
    copy.remove(at);
    return copy;
  }

  /** Trees one step smaller: a child in the place of its parent, a part or a value left out. */
  private static final class Smaller implements MetadataFilter.Visitor<Stream<MetadataFilter>> {
    @Override
    public Stream<MetadataFilter> compare(MetadataFilter.Compare compare) {
      return Stream.empty();
    }

    @Override
    public Stream<MetadataFilter> in(MetadataFilter.In in) {
      return in.values().stream()
          .map(
              value -> {
                Set<Object> rest = new LinkedHashSet<>(in.values());
                rest.remove(value);
                return new MetadataFilter.In(in.key(), rest);
              });
    }

    @Override
    public Stream<MetadataFilter> exists(MetadataFilter.Exists exists) {
      return Stream.empty();
    }

    @Override
    public Stream<MetadataFilter> and(MetadataFilter.And and) {
      return Stream.concat(and.parts().stream(), parts(and.parts()).map(MetadataFilter.And::new));
    }

    @Override
    public Stream<MetadataFilter> or(MetadataFilter.Or or) {
      return Stream.concat(or.parts().stream(), parts(or.parts()).map(MetadataFilter.Or::new));
    }

    @Override
    public Stream<MetadataFilter> not(MetadataFilter.Not not) {
      return Stream.concat(
          Stream.of(not.inner()), smallerTrees(not.inner()).map(MetadataFilter.Not::new));
    }

    /** One part left out, or made smaller. */
    private static Stream<List<MetadataFilter>> parts(List<MetadataFilter> parts) {
      List<List<MetadataFilter>> smaller = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        smaller.add(without(parts, i));
      }
      for (int i = 0; i < parts.size(); i++) {
        int at = i;
        smallerTrees(parts.get(i)).forEach(part -> smaller.add(replaced(parts, at, part)));
      }
      return smaller.stream();
    }
  }
}
