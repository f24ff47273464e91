package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.MetadataFilter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Asks which entries of {@link #DOCS} a condition selects; entries are named by their text. */
abstract class FilterTests extends Rules {
  FilterTests(Backend backend) {
    super(backend);
  }

  /** The texts of the entries that a query with that match finds. */
  final Set<String> matching(Map<String, ?> match) {
    return new TreeSet<>(contents(query(theQuery().match(match).topK(10_000))));
  }

  /** The texts of the entries that a query with that filter finds. */
  final Set<String> selected(MetadataFilter filter) {
    return new TreeSet<>(contents(query(theQuery().filter(filter).topK(10_000))));
  }

  /** Checks that a filter selects the entries of these texts and no others. */
  final void assertSelects(MetadataFilter filter, String... texts) {
    assertThat(selected(filter)).as(shown(filter)).isEqualTo(new TreeSet<>(List.of(texts)));
  }

  /** A filter for a message: a deep or long one by its beginning. */
  private static String shown(MetadataFilter filter) {
    String whole = filter.toString();
    return whole.length() <= 300 ? whole : whole.substring(0, 300) + "…";
  }
}
