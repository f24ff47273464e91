package io.ragport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The peers and the SQL by hand answer rightly, so that their times mean something. */
class PgContendersTest {
  private static final int SIZE = 600; // with 30 that pass the filter

  /** The peers and the limits, as the comparisons open them. */
  enum Kind {
    RAGPORT(RagportContender.with("Ragport", RagportContender.UNINDEXED)),
    RAGPORT_HNSW(RagportContender.withGivenIds("Ragport", Map.of("efSearch", 1000))),
    LANGCHAIN4J(LangChain4jContender::open),
    SPRING_AI(SpringAiContender.unindexed()),
    SPRING_AI_HNSW(SpringAiContender.indexed()),
    SPRING_AI_HNSW_AFTERWARDS(SpringAiContender.indexedAfterwards("SET hnsw.ef_search = 1000")),
    RAW(RawContender.unindexed()),
    RAW_HNSW(RawContender.indexed("raw", "SET hnsw.ef_search = 1000"));

    private final Contender.Opener opener;

    Kind(Contender.Opener opener) {
      this.opener = opener;
    }
  }

  @ParameterizedTest
  @EnumSource
  void nearestDocumentsAreFound(Kind kind) throws SQLException {
    assertFindsTheNearest(kind, null);
  }

  @ParameterizedTest
  @EnumSource
  void nearestPassingDocumentsAreFound(Kind kind) throws SQLException {
    assertFindsTheNearest(kind, Condition.FIVE_PERCENT);
  }

  @Test
  void closingDropsTheSchema() throws SQLException {
    PgArea area = PgArea.create(server(), "");
    area.close();

    try (PgArea other = PgArea.create(server(), "")) {
      assertThat(other.strings("SELECT nspname FROM pg_namespace"))
          .contains(other.schema())
          .doesNotContain(area.schema());
    }
  }

  @Test
  void serverIsMissingUnlessAllItsVariablesAreSet() {
    Map<String, String> environment =
        Map.of("RAG_PGVECTOR_URL", "jdbc:postgresql://h/d", "RAG_PGVECTOR_USER", "u");

    assertThat(PgServer.from(environment)).isEmpty();
  }

  private static void assertFindsTheNearest(Kind kind, @Nullable Condition condition)
      throws SQLException {
    PgServer server = server();
    PgDocuments documents = new PgDocuments();
    List<float[]> vectors = documents.next(SIZE).stream().map(PgDocument::vector).toList();
    float[][] queries = documents.queries(5);
    Nearest truth = new Nearest(vectors, queries, 10, condition);

    try (Contender contender = kind.opener.open(server)) {
      PgLoad.of(contender, SIZE);

      for (int i = 0; i < queries.length; i++) {
        assertThat(contender.query(queries[i], 10, condition)).isEqualTo(truth.of(i));
      }
    }
  }

  private static PgServer server() {
    return PgServer.from(System.getenv())
        .orElseGet(() -> Assumptions.abort("not testable: " + PgServer.MISSING));
  }
}
