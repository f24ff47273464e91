package io.ragport.store.qdrant;

import static io.ragport.testing.TestEntries.changed;
import static io.ragport.testing.TestEntries.entries;
import static io.ragport.testing.TestEntries.entry;
import static io.ragport.testing.TestEntries.id;
import static io.ragport.testing.TestEntries.withVector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qdrant.client.grpc.Points.RetrievedPoint;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes to the real server, read past our readers. */
class PointWriterTest {
  /** Several requests for a few hundred entries. */
  private static final Map<String, Object> SMALL_REQUESTS = Map.of("batchBytes", 16 * 1_024);

  private WrittenPoints docs;
  private PointWriter writer;

  @BeforeEach
  void create() {
    docs = WrittenPoints.create(3, SMALL_REQUESTS);
    writer = docs.writer();
  }

  @AfterEach
  void drop() {
    if (docs != null) { // not where there is no server
      docs.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 20_000})
  void entriesAreThereWhenTheWriteReturns(int count) {
    writer.upsert(docs.collection(), entries(0, count));

    assertThat(docs.count()).isEqualTo(count);
    assertThat(docs.entry(id(count - 1)).content()).isEqualTo("text " + (count - 1));
  }

  @Test
  void aLargeTextComesBack() {
    VectorRecord large = changed(entry(1), "größer ".repeat(150_000));

    writer.upsert(docs.collection(), List.of(entry(0), large, entry(2)));

    assertThat(docs.count()).isEqualTo(3);
    assertThat(docs.entry(id(1)).content()).isEqualTo(large.content());
  }

  @Test
  void aChangedEntryTakesThePlaceOfTheOldOneAsAWhole() {
    writer.upsert(
        docs.collection(), List.of(entry(1, "old", Map.of("a", 1L, "b", List.of(1L), "c", 1.0))));
    VectorRecord changed =
        withVector(changed(entry(1, "new", Map.of("d", "x")), "…"), new float[] {0, 1, 0});

    writer.upsert(docs.collection(), List.of(changed));

    assertThat(docs.entry(id(1))).isEqualTo(changed);
    assertThat(docs.point(id(1)).getPayloadMap())
        .containsOnlyKeys(
            Fields.CONTENT, Fields.SOURCE, Fields.CREATED, Fields.UPDATED, Fields.SCALARS);
    assertThat(vectors(docs.point(id(1)))).containsOnlyKeys(docs.collection().embedding());
  }

  @Test
  void aTextWithWordsHasItsTerms() {
    writer.upsert(docs.collection(), List.of(entry(1)));

    assertThat(vectors(docs.point(id(1))))
        .containsOnlyKeys(docs.collection().embedding(), docs.collection().termWeights());
  }

  @Test
  void aFailureInTheMiddleLeavesNothingThatComesLater() {
    List<VectorRecord> entries = new ArrayList<>(entries(0, 400));
    entries.set(150, withVector(entry(150), new float[] {1, 2}));

    assertThatThrownBy(() -> writer.upsert(docs.collection(), entries))
        .isInstanceOf(RagStoreException.class);

    writer.delete(docs.collection().id(), "docs", Selection.ofIds(ids(0, 400)));
    writer.upsert(docs.collection(), List.of(entry(1_000)));
    assertThat(docs.count()).isEqualTo(1);
  }

  @Test
  void aCollectionThatIsGoneIsAClearError() {
    docs.drop();

    assertThatThrownBy(() -> writer.upsert(docs.collection(), entries(0, 1)))
        .isInstanceOf(RagStoreException.class)
        .hasMessage(
            "qdrant: collection \"docs\": was dropped or replaced while it was written to"
                + " (index again)");
  }

  @Test
  void aCollectionThatIsAnotherOneByNowIsAClearError() {
    docs.drop();
    docs.createOther();

    assertThatThrownBy(() -> writer.upsert(docs.collection(), entries(0, 1)))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("was dropped or replaced");
    assertThat(docs.count()).isZero();
  }

  @Test
  void deletesIds() {
    writer.upsert(docs.collection(), entries(0, 5));

    delete(Selection.ofIds(List.of(id(1), id(3), id(99))));

    assertThat(remaining(5)).containsExactly(0, 2, 4);
  }

  @Test
  void deletesSeventyThousandIds() {
    writer.upsert(docs.collection(), entries(69_990, 70_010));

    delete(Selection.ofIds(ids(0, 70_000)));

    assertThat(docs.count()).isEqualTo(10);
  }

  @Test
  void deletesSources() {
    writer.upsert(
        docs.collection(),
        List.of(
            entry(0, "a", Map.of()),
            entry(1, "b", Map.of()),
            entry(2, "A", Map.of()),
            entry(3, "c", Map.of())));

    delete(Selection.ofSources(List.of("a", "c", "other")));

    assertThat(remaining(4)).containsExactly(1, 2);
  }

  @Test
  void deletesWhatAFilterMatches() {
    writer.upsert(
        docs.collection(),
        List.of(
            entry(0, "a", Map.of("page", 1L)),
            entry(1, "a", Map.of("page", 1.0)),
            entry(2, "a", Map.of("page", 2L)),
            entry(3, "a", Map.of("page", "1")),
            entry(4, "a", Map.of("page", List.of(1L)))));

    delete(Selection.ofFilter(MetadataFilter.eq("page", 1)));

    assertThat(remaining(5)).containsExactly(2, 3, 4);
  }

  @Test
  void aFilterThatRestrictsNothingSelectsEverything() {
    writer.upsert(docs.collection(), entries(0, 5));

    delete(
        new Selection(
            List.of(id(1)), List.of(), new MetadataFilter.And(List.of()), List.of(id(2))));

    assertThat(remaining(5)).containsExactly(2);
  }

  @Test
  void deletesTheUnionOfWhatIsSelectedButNotWhatIsSpared() {
    writer.upsert(
        docs.collection(),
        List.of(
            entry(0, "a", Map.of()),
            entry(1, "b", Map.of()),
            entry(2, "c", Map.of("x", true)),
            entry(3, "d", Map.of()),
            entry(4, "b", Map.of("x", true))));

    delete(
        new Selection(
            List.of(id(0)), List.of("b"), MetadataFilter.eq("x", true), List.of(id(4), id(3))));

    assertThat(remaining(5)).containsExactly(3, 4);
  }

  @Test
  void sparesNewEntriesHoweverMany() {
    writer.upsert(docs.collection(), entries(0, 3_000));

    delete(Selection.ofSources(List.of("source")).sparing(ids(1_000, 3_000)));

    assertThat(docs.count()).isEqualTo(2_000);
  }

  @Test
  void deletingFromACollectionThatIsGoneDoesNothing() {
    docs.drop();

    delete(Selection.ofIds(List.of(id(1))));
    delete(Selection.ofSources(List.of("source")));
  }

  private void delete(Selection selection) {
    writer.delete(docs.collection().id(), "docs", selection);
  }

  private List<Integer> remaining(int written) {
    return IntStream.range(0, written).filter(number -> docs.contains(id(number))).boxed().toList();
  }

  private static List<UUID> ids(int first, int last) {
    return entries(first, last).stream().map(VectorRecord::id).toList();
  }

  private static Map<String, ?> vectors(RetrievedPoint point) {
    return point.getVectors().getVectors().getVectorsMap();
  }
}
