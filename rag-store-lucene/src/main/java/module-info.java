/** The Lucene backend, selected as {@code rag.backend: lucene}. */
module io.ragport.store.lucene {
  requires transitive io.ragport.api;
  requires org.apache.lucene.analysis.common;
  requires org.apache.lucene.core;
  requires static transitive org.jspecify;

  exports io.ragport.store.lucene;

  provides io.ragport.api.spi.RagBackendProvider with
      io.ragport.store.lucene.LuceneBackendProvider;
  provides org.apache.lucene.codecs.KnnVectorsFormat with
      io.ragport.store.lucene.GraphVectorsFormat;
}
