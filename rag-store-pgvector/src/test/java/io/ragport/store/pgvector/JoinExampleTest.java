package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How a shop searches its descriptions for what it has in stock at a price. */
class JoinExampleTest {
  @Test
  void aSearchOffersWhatIsInStockAndAffordable() {
    try (Shop shop = new Shop()) {
      shop.vectors
          .with("a folding chair of oak", 1f, 0.1f)
          .with("a garden chair of steel", 1f, 0.2f)
          .with("a parasol", 0.2f, 1f)
          .with("something to sit on outside", 1f, 0.15f);
      shop.collection("descriptions");
      shop.entry("descriptions", new UUID(0, 1), "101", "a folding chair of oak", Map.of());
      shop.entry("descriptions", new UUID(0, 2), "102", "a garden chair of steel", Map.of());
      shop.entry("descriptions", new UUID(0, 3), "103", "a parasol", Map.of());
      shop.run(
          "CREATE TABLE products (id int PRIMARY KEY, price numeric, in_stock boolean)",
          "INSERT INTO products VALUES (101, 149.00, true), (102, 59.90, true), (103, 39.90, false)");

      JoinQuery query =
          JoinQuery.builder("something to sit on outside")
              .collectionName("descriptions")
              .table(shop.schema, "products")
              .onSourceId("id")
              .columns("price")
              .where(Column.eq("in_stock", true), Column.lte("price", new BigDecimal("99.90")))
              .topK(3)
              .build();
      List<JoinedResult> offers = shop.service.queryWithJoin(query).get(0);

      assertThat(offers).hasSize(1);
      assertThat(offers.get(0).result().content()).isEqualTo("a garden chair of steel");
      assertThat(offers.get(0).columns()).isEqualTo(Map.of("price", new BigDecimal("59.90")));
    }
  }
}
