/** The PostgreSQL backend, selected as {@code rag.backend: pgvector}. */
module io.ragport.store.pgvector {
  requires com.zaxxer.hikari;
  requires transitive io.ragport.api;
  requires transitive java.sql;
  requires static org.checkerframework.checker.qual;
  requires static transitive org.jspecify;
  requires org.postgresql.jdbc;
  requires pgvector;

  exports io.ragport.store.pgvector;

  provides io.ragport.api.spi.RagBackendProvider with
      io.ragport.store.pgvector.PgVectorBackendProvider;
}
