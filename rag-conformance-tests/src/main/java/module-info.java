/** The conformance suite, its fixtures and its report. */
module io.ragport.conformance {
  requires transitive io.ragport.api;
  requires transitive org.junit.jupiter.api;
  requires transitive org.junit.jupiter.params;
  requires transitive org.junit.platform.launcher;
  requires com.fasterxml.jackson.databind;
  requires io.ragport.core;
  requires java.logging;
  requires java.net.http;
  requires java.sql;
  requires net.bytebuddy; // soft assertions need it, which AssertJ leaves to its users to say
  requires org.assertj.core;
  requires static transitive org.jspecify;

  exports io.ragport.conformance;

  opens io.ragport.conformance to
      org.junit.platform.commons;

  uses io.ragport.conformance.BackendFixture;
  uses io.ragport.api.spi.RagBackendProvider;

  provides io.ragport.conformance.BackendFixture with
      io.ragport.conformance.LuceneFixture,
      io.ragport.conformance.PgvectorFixture,
      io.ragport.conformance.QdrantFixture;
  provides org.junit.platform.launcher.TestExecutionListener with
      io.ragport.conformance.ConformanceListener;
}
