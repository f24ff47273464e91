package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.StoredEntry;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metadata and texts come back from a store as they went in (IDX-6, META-1, META-2). */
class MetadataRoundTripTest {
  private final VectorStoreRagService service =
      Services.over(new InMemoryVectorStore(), new RecordingEmbedding());

  @Test
  void metadataComesBackEqualFromIndexQueryGetAndIteration() {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("big", (1L << 53) + 1);
    metadata.put("min", Long.MIN_VALUE);
    metadata.put("one", 1.0);
    metadata.put("tiny", Double.MIN_VALUE);
    metadata.put("minus zero", -0.0);
    metadata.put("none", null);
    metadata.put("a.b $#", Arrays.asList("x", null, Map.of("\ud83d\ude00", List.of())));

    RagEntry entry = service.index(IndexRequest.builder("east").metadata(metadata).build());

    assertThat(entry.metadata()).isEqualTo(metadata);
    assertThat(service.query("east"))
        .extracting(RagServiceResult::metadata)
        .containsExactly(metadata);
    assertThat(service.getEntries("default", List.of(entry.id())))
        .extracting(StoredEntry::metadata)
        .containsExactly(metadata);
    assertThat(service.iterEntries("default"))
        .extracting(StoredEntry::metadata)
        .containsExactly(metadata);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\ud83d\ude00", "\u0645\u0631\u062d\u0628\u0627", "e\u0301", " x\r\n", "\ufeffx"})
  void aTextComesBackWithoutNormalisation(String text) {
    RagEntry entry = service.index(text);

    assertThat(entry.content()).isEqualTo(text);
    assertThat(service.query(text).get(0).content()).isEqualTo(text);
  }

  @Test
  void aTextOfOneMegabyteComesBack() {
    String text = "\u20acuro ".repeat(200_000);

    service.index(text);

    assertThat(service.iterEntries("default").map(StoredEntry::content)).containsExactly(text);
  }
}
