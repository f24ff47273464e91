/** Finds, configures and opens backends; chunking; the embedders that need no model. */
module io.ragport.core {
  requires transitive io.ragport.api;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires com.github.benmanes.caffeine;

  exports io.ragport.core;
  exports io.ragport.core.chunk;
  exports io.ragport.core.config;

  uses io.ragport.api.spi.EmbeddingProviderFactory;
  uses io.ragport.api.spi.RagBackendProvider;

  provides io.ragport.api.spi.EmbeddingProviderFactory with
      io.ragport.core.HashingEmbeddingProviderFactory;
}
