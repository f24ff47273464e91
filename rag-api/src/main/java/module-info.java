/** The Ragport contract: what applications call, and what backends and embedders implement. */
module io.ragport.api {
  requires static transitive org.jspecify;
  requires com.fasterxml.jackson.databind;

  exports io.ragport.api;
  exports io.ragport.api.embedding;
  exports io.ragport.api.spi;
  exports io.ragport.api.store;
}
