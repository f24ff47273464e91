package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Equality by content, and what the text form of a value leaves out (ERR-2). */
class ValuesTest {
  private static final String TEXT = "a private text";
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void queriesWithEqualVectorsAreEqual() {
    QueryRequest one = QueryRequest.builder(new float[] {1, 2}).topK(3).build();
    QueryRequest same = QueryRequest.builder(new float[] {1, 2}).topK(3).build();

    assertThat(one).isEqualTo(same).hasSameHashCodeAs(same);
  }

  @Test
  void queriesThatDifferInAnyPartAreNotEqual() {
    QueryRequest query = QueryRequest.builder(new float[] {1, 2}).build();

    assertThat(query)
        .isNotEqualTo(QueryRequest.builder(new float[] {1, 3}).build())
        .isNotEqualTo(QueryRequest.builder(new float[] {1, 2}).topK(6).build())
        .isNotEqualTo(QueryRequest.builder("text").build())
        .isNotEqualTo(null);
  }

  @Test
  void storedEntriesAreEqualByContent() {
    StoredEntry entry = entry("s", TEXT, 1, 2);

    assertThat(entry)
        .isEqualTo(entry("s", TEXT, 1, 2))
        .hasSameHashCodeAs(entry("s", TEXT, 1, 2))
        .isNotEqualTo(entry("t", TEXT, 1, 2))
        .isNotEqualTo(entry("s", "another", 1, 2))
        .isNotEqualTo(entry("s", TEXT, 1, 3))
        .isNotEqualTo("an entry");
  }

  @Test
  void aStoredEntryCopiesItsEmbeddingInAndOut() {
    float[] embedding = {1, 2};
    StoredEntry entry = entry("s", TEXT, embedding);

    embedding[0] = 9;
    entry.embedding()[1] = 9;

    assertThat(entry.embedding()).containsExactly(1, 2);
  }

  @Test
  void requestsHideTheirTexts() {
    IndexItem item = IndexItem.of(TEXT);

    assertThat(
            List.of(
                item,
                IndexRequest.builder(TEXT).build(),
                IndexBatchRequest.builder().add(item).build(),
                ReplaceRequest.builder("c").sourceId("s").add(item).build(),
                QueryRequest.builder(TEXT).build(),
                QueryBatchRequest.builder(List.of(TEXT)).build(),
                entry("s", TEXT, 1)))
        .allSatisfy(value -> assertThat(value.toString()).doesNotContain("private"));
  }

  @Test
  void requestsHideTheirVectors() {
    assertThat(
            List.of(QueryRequest.builder(new float[] {0.625f}).build(), entry("s", TEXT, 0.625f)))
        .allSatisfy(value -> assertThat(value.toString()).doesNotContain("0.625", "[F@"));
  }

  @Test
  void aRequestShowsWhatIsNotPrivate() {
    String shown = QueryRequest.builder(TEXT).collectionName("notes").topK(7).build().toString();

    assertThat(shown).contains("by text", "notes", "topK=7");
  }

  @Test
  void anItemShowsHowLongItsTextIs() {
    assertThat(IndexItem.of("12345").withSourceId("s"))
        .hasToString("IndexItem[5 characters, sourceId=s, id=null]");
  }

  private static StoredEntry entry(String sourceId, String content, float... embedding) {
    return new StoredEntry(new UUID(0, 1), sourceId, content, embedding, Map.of(), NOW, NOW);
  }
}
