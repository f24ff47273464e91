package io.ragport.store.pgvector;

import static io.ragport.api.MetadataFilter.and;
import static io.ragport.api.MetadataFilter.eq;
import static io.ragport.api.MetadataFilter.in;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.MetadataFilter;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;

class SelectionLocksTest {
  private static final PgTable TABLE = table("docs");

  @Test
  void theOrderOfConditionsAndTheFormOfNumbersDoNotMatter() {
    SortedSet<Long> one = keys(and(eq("a", 1), eq("b", "x")));

    assertThat(keys(and(eq("b", "x"), eq("a", 1.0)))).isEqualTo(one);
  }

  @Test
  void theOrderOfListsDoesNotMatter() {
    assertThat(keys(in("a", List.of("x", "y")))).isEqualTo(keys(in("a", List.of("y", "x"))));
  }

  @Test
  void differentSelectionsHaveDifferentLocks() {
    assertThat(
            List.of(
                keys(eq("a", "1")),
                keys(eq("a", 1)),
                keys(eq("a", true)),
                keys(eq("b", 1)),
                keys(and(eq("a", 1), eq("b", 1))),
                SelectionLocks.keys(TABLE, Selection.ofSources(List.of("a"))),
                SelectionLocks.keys(table("other"), Selection.ofSources(List.of("a")))))
        .doesNotHaveDuplicates();
  }

  @Test
  void aSelectionOfSourcesHasOneLockForEach() {
    SortedSet<Long> both = SelectionLocks.keys(TABLE, Selection.ofSources(List.of("a", "b")));

    assertThat(both)
        .hasSize(2)
        .containsAll(SelectionLocks.keys(TABLE, Selection.ofSources(List.of("a"))));
  }

  private static SortedSet<Long> keys(MetadataFilter filter) {
    return SelectionLocks.keys(TABLE, Selection.ofFilter(filter));
  }

  private static PgTable table(String name) {
    return new PgTable(
        "rag", CollectionSpec.toCreate(name, "model", 3, null).storedAs(PgTable.nameOf(name), 1));
  }
}
