package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.ragport.api.MetadataFilter;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.testing.Services;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The values between the service and a store. */
@SuppressWarnings("NullAway") // no vector: on Java 17 it cannot see that an array is nullable
class StoreValuesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final CollectionSpec NOTES = new CollectionSpec("notes", "m", 2, "none", "t1", 1);

  @Test
  void recordsAreEqualByContent() {
    assertThat(entry("s", 1, 2))
        .isEqualTo(entry("s", 1, 2))
        .hasSameHashCodeAs(entry("s", 1, 2))
        .isNotEqualTo(entry("t", 1, 2))
        .isNotEqualTo(entry("s", 1, 3))
        .isNotEqualTo(null);
  }

  @Test
  void aRecordShowsNeitherTextNorVector() {
    assertThat(entry("s", 0.625f).toString())
        .contains("sourceId=s")
        .doesNotContain("private", "0.6");
  }

  @Test
  void searchesAreEqualByContent() {
    assertThat(search(new float[] {1, 2}, null))
        .isEqualTo(search(new float[] {1, 2}, null))
        .hasSameHashCodeAs(search(new float[] {1, 2}, null))
        .isNotEqualTo(search(new float[] {1, 3}, null))
        .isNotEqualTo(search(new float[] {1, 2}, null).widened(11))
        .isNotEqualTo(search(null, "words"));
  }

  @Test
  void aSearchIsByVectorOrByKeywords() {
    assertThatIllegalArgumentException().isThrownBy(() -> search(null, null));
    assertThatIllegalArgumentException().isThrownBy(() -> search(new float[] {1}, "words"));
    assertThat(search(new float[] {1}, null).byVector()).isTrue();
    assertThat(search(null, "words").byVector()).isFalse();
  }

  @Test
  void aSearchGivesOnlyWhatItIsBy() {
    assertThat(search(null, "words").requireKeywords()).isEqualTo("words");
    assertThat(search(new float[] {1}, null).requireVector()).containsExactly(1);
    assertThatNullPointerException()
        .isThrownBy(() -> search(null, "words").requireVector())
        .withMessage("vector");
    assertThatNullPointerException()
        .isThrownBy(() -> search(new float[] {1}, null).requireKeywords())
        .withMessage("keywords");
  }

  @Test
  void aWidenedSearchIsForSingleEntries() {
    VectorSearch widened = search(new float[] {1}, null).widened(400);

    assertThat(widened.topK()).isEqualTo(400);
    assertThat(widened.keepBest()).isFalse();
    assertThat(widened.filter()).isEqualTo(MetadataFilter.exists("k"));
    assertThat(widened.sourceIds()).containsExactly("s");
  }

  @Test
  void aHybridSearchIsByVectorAndByKeyword() {
    VectorSearch byVector = search(new float[] {1}, null);
    VectorSearch byKeyword = search(null, "words");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HybridSearch(byKeyword, byKeyword, null, 60, 3))
        .withMessage("byVector: a search by keyword (one by vector)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HybridSearch(byVector, byVector, null, 60, 3))
        .withMessage("byKeyword: a search by vector (one by keyword)");
  }

  @Test
  void aHybridSearchIsInOneCollection() {
    CollectionSpec other = new CollectionSpec("other", "m", 2, "none", "t2", 1);
    VectorSearch elsewhere =
        new VectorSearch(other, null, "words", 10, null, null, false, true, false);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HybridSearch(search(new float[] {1}, null), elsewhere, null, 60, 3))
        .withMessage("byKeyword: in another collection than byVector (the same one)");
  }

  @Test
  void theNumbersOfAHybridSearchStartAtOne() {
    VectorSearch byVector = search(new float[] {1}, null);
    VectorSearch byKeyword = search(null, "words");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HybridSearch(byVector, byKeyword, null, 0, 3))
        .withMessage("k: 0 is less than 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HybridSearch(byVector, byKeyword, null, 60, 0))
        .withMessage("topK: 0 is less than 1");
  }

  @Test
  void aSelectionKeepsItsOwnLists() {
    List<UUID> ids = new ArrayList<>(List.of(Services.id(1)));
    Selection selection = Selection.ofIds(ids);

    ids.clear();

    assertThat(selection.ids()).containsExactly(Services.id(1));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> selection.ids().clear());
  }

  @Test
  void aSelectionIsEmptyIfNothingSelects() {
    assertThat(Selection.ofIds(List.of()).isEmpty()).isTrue();
    assertThat(Selection.ofSources(List.of()).isEmpty()).isTrue();
    assertThat(Selection.ofIds(List.of()).sparing(List.of(Services.id(1))).isEmpty()).isTrue();
    assertThat(Selection.ofSources(List.of("s")).isEmpty()).isFalse();
    assertThat(Selection.ofFilter(MetadataFilter.exists("k")).isEmpty()).isFalse();
  }

  @Test
  void sparingChangesNothingElse() {
    Selection selection = Selection.ofSources(List.of("s")).sparing(List.of(Services.id(1)));

    assertThat(selection)
        .isEqualTo(new Selection(List.of(), List.of("s"), null, List.of(Services.id(1))));
  }

  @Test
  void aCollectionToBeCreatedHasNoIdentifierYet() {
    CollectionSpec wanted = CollectionSpec.toCreate("notes", "m", 2, Normalizer.L2);

    assertThat(wanted).isEqualTo(new CollectionSpec("notes", "m", 2, "l2", "", 0));
    assertThat(wanted.storedAs("t1", 3))
        .isEqualTo(new CollectionSpec("notes", "m", 2, "l2", "t1", 3));
  }

  @Test
  void aCollectionIsChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CollectionSpec.toCreate("", "m", 2, null))
        .withMessageStartingWith("collectionName: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CollectionSpec.toCreate("notes", "m", 0, null))
        .withMessage("dimension: 0 is less than 1");
  }

  @Test
  void limitsStartAtOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StoreLimits(0, 1))
        .withMessage("maxRecords: 0 is less than 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StoreLimits(1, 0))
        .withMessage("maxBytes: 0 is less than 1");
  }

  @Test
  void aPageStartsBehindTheLastEntry() {
    VectorScan next = VectorScan.of(NOTES, 10).after(Services.id(7));

    assertThat(next).isEqualTo(new VectorScan(NOTES, Services.id(7), 10, null, null));
  }

  private static VectorRecord entry(String sourceId, float... vector) {
    return new VectorRecord(Services.id(1), sourceId, "a private text", vector, Map.of(), NOW, NOW);
  }

  private static VectorSearch search(float @Nullable [] vector, @Nullable String keywords) {
    return new VectorSearch(
        NOTES, vector, keywords, 10, List.of("s"), MetadataFilter.exists("k"), true, true, false);
  }
}
