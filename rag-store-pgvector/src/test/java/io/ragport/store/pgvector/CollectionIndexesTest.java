package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.store.CollectionSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is built and what {@code CollectionInfo} says of it, by the server's pgvector. */
class CollectionIndexesTest {
  private final PgVectorOptions options =
      PgVectorOptions.of(Map.of("url", "jdbc:postgresql://localhost/nowhere"));

  @ParameterizedTest
  @CsvSource({
    "6, 2000, hnsw, true",
    "6, 2001, exact, false",
    "7, 2001, hnsw (halfvec), true",
    "7, 4000, hnsw (halfvec), true",
    "7, 4001, exact, false"
  })
  void vectorsTooLongForAnIndexNeedHalfPrecision(
      int minor, int dimension, String told, boolean built) {
    Extension extension = new Extension("public", 0, minor);
    try (PgConnections connections = PgConnections.withOwnPool(options)) {
      PgCollections collections = new PgCollections(options, connections);
      CollectionSpec spec =
          CollectionSpec.toCreate("docs", "model", dimension, null)
              .storedAs(PgTable.nameOf("docs"), PgCollections.LAYOUT_VERSION);

      String vectorIndex = collections.vectorIndex(VectorType.VECTOR, dimension, extension);
      List<CollectionIndexes.Index> indexes =
          CollectionIndexes.of(
              options,
              extension,
              new PgCollections.Recorded(new PgTable(options.schema(), spec), null));

      assertThat(vectorIndex).isEqualTo(told);
      assertThat(indexes.stream().anyMatch(index -> index.create().contains("USING hnsw")))
          .isEqualTo(built);
    }
  }
}
