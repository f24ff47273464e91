package io.ragport.store.pgvector;

import io.ragport.api.embedding.EmbeddingSettings;
import java.util.HashMap;
import java.util.Map;

/** A service of another role on the schema of a {@link Shop}. */
final class Visitor implements AutoCloseable {
  private final PgVectorRagService service;

  Visitor(Shop shop, String role) {
    Map<String, Object> settings = new HashMap<>(TestServer.settings(shop.schema));
    settings.put("user", role);
    settings.put("password", "none");
    settings.put("poolSize", 1);
    service =
        PgVectorRagService.open(PgVectorOptions.of(settings), EmbeddingSettings.of(shop.vectors));
  }

  PgVectorRagService service() {
    return service;
  }

  @Override
  public void close() {
    service.close();
  }
}
