package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Registry, statistics, embeddings by id and table names, on the real server. */
class PgInventoryTest {
  private final Shop shop = new Shop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void theRegistryIsCreatedOnce() {
    shop.service.ensureRegistry();
    shop.service.ensureRegistry();

    assertThat(shop.table("ragport_collections").columns()).containsKey("table_name");
  }

  @Test
  void theRegistryIsCreatedWithoutProvisionTooWhenAskedFor() {
    try (Shop fixed = new Shop(Map.of("provision", false))) {
      fixed.service.ensureRegistry();

      assertThat(fixed.table("ragport_collections").columns()).containsKey("table_name");
    }
  }

  @Test
  void withoutARegistryThereIsNothing() {
    assertThat(shop.service.getStats()).isEqualTo(new PgVectorStats(0, 0, List.of()));
  }

  @Test
  void statisticsCountAllCollections() {
    shop.collection("b");
    shop.collection("a");
    shop.collection("empty");
    shop.entry("a", UUID.randomUUID(), "s", "0", Map.of());
    shop.entry("b", UUID.randomUUID(), "s", "0", Map.of());
    shop.entry("b", UUID.randomUUID(), "s", "0", Map.of());

    PgVectorStats stats = shop.service.getStats();

    assertThat(stats).isEqualTo(new PgVectorStats(3, 3, List.of("a", "b", "empty")));
  }

  @Test
  void aCollectionWhoseTableIsGoneCountsNothing() {
    shop.collection("a");
    shop.collection("b");
    shop.entry("a", UUID.randomUUID(), "s", "0", Map.of());
    shop.run("DROP TABLE " + shop.service.tableNameForCollection("b"));

    assertThat(shop.service.getStats().totalEntries()).isEqualTo(1);
  }

  @Test
  void embeddingsComeBackByIdWithoutTheMissingOnes() {
    shop.collection(Shop.COLLECTION);
    UUID first = shop.entry("a", "30");
    UUID second = shop.entry("a", "40");
    shop.entry("a", "50");

    Map<UUID, float[]> embeddings =
        shop.service.getEmbeddingsByIds(
            Shop.COLLECTION, List.of(first, UUID.randomUUID(), second, first));

    assertThat(embeddings).isUnmodifiable().containsOnlyKeys(first, second);
    assertThat(embeddings.get(first)).isEqualTo(shop.vectors.vector("30"));
    assertThat(embeddings.get(second)).isEqualTo(shop.vectors.vector("40"));
  }

  @Test
  void embeddingsInHalfPrecisionComeBackAsKept() {
    try (Shop half = new Shop(Map.of("vectorType", "halfvec"))) {
      half.collection(Shop.COLLECTION);
      UUID id = half.entry("a", "60");

      Map<UUID, float[]> embeddings = half.service.getEmbeddingsByIds(Shop.COLLECTION, List.of(id));

      assertThat(embeddings.get(id)).containsExactly(new float[] {0.5f, 0.8662f}, within(1e-4f));
    }
  }

  @Test
  void anUnknownCollectionHasNoEmbeddings() {
    assertThat(shop.service.getEmbeddingsByIds("unknown", List.of(UUID.randomUUID()))).isEmpty();
  }

  @Test
  void aDroppedCollectionHasNoEmbeddings() {
    shop.collection(Shop.COLLECTION);
    UUID id = shop.entry("a", "0");
    shop.drop(Shop.COLLECTION);

    assertThat(shop.service.getEmbeddingsByIds(Shop.COLLECTION, List.of(id))).isEmpty();
  }

  @Test
  void theTableNameIsTheOneThatTheCollectionHas() {
    String foretold = shop.service.tableNameForCollection("Ünïcode \"x\"");

    assertThat(shop.collection("Ünïcode \"x\"").identifier()).isEqualTo(foretold);
  }
}
