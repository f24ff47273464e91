package io.ragport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The peers and the SQL by hand answer rightly, so that their times mean something. */
class PgContendersTest {
  /** The peers and the limits, as the comparisons open them. */
  enum Kind {
    RAGPORT(PgContenders.ragport("Ragport", PgContenders.UNINDEXED)),
    RAGPORT_HNSW(PgContenders.ragportGivenIds("Ragport", Map.of("efSearch", 1000))),
    LANGCHAIN4J(PgContenders.langChain4j()),
    SPRING_AI(PgContenders.springAi()),
    SPRING_AI_HNSW(PgContenders.springAiIndexed()),
    SPRING_AI_HNSW_AFTERWARDS(PgContenders.springAiIndexedAfterwards("SET hnsw.ef_search = 1000")),
    RAW(PgRawContender.unindexed()),
    RAW_HNSW(PgRawContender.indexed("raw", "SET hnsw.ef_search = 1000"));

    private final Contender.Opener<PgServer> opener;

    Kind(Contender.Opener<PgServer> opener) {
      this.opener = opener;
    }
  }

  @ParameterizedTest
  @EnumSource
  void nearestDocumentsAreFound(Kind kind) {
    Answers.assertFindsTheNearest(kind.opener, server(), null);
  }

  @ParameterizedTest
  @EnumSource
  void nearestPassingDocumentsAreFound(Kind kind) {
    Answers.assertFindsTheNearest(kind.opener, server(), Condition.FIVE_PERCENT);
  }

  @Test
  void closingDropsTheSchema() {
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

  private static PgServer server() {
    return PgServer.from(System.getenv())
        .orElseGet(() -> Assumptions.abort("not testable: " + PgServer.MISSING));
  }
}
