package io.ragport.benchmarks;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;

/** Everything that is measured on a PostgreSQL server. */
final class PgComparison {
  private static final String SERVER =
      """
      SELECT 'PostgreSQL ' || current_setting('server_version') || ', pgvector '
        || (SELECT extversion FROM pg_extension WHERE extname = 'vector')
      UNION ALL
      SELECT name || ' = ' || current_setting(name) FROM pg_settings WHERE name IN
        ('fsync', 'maintenance_work_mem', 'max_parallel_maintenance_workers', 'shared_buffers',
        'synchronous_commit')
      """;

  private PgComparison() {}

  /** Prints the server's settings, then for each size indexing, queries and filtered queries. */
  static void run(PgServer server, List<Integer> sizes, PrintStream out) throws SQLException {
    try (PgArea area = PgArea.create(server, "")) {
      out.println(String.join("; ", area.strings(SERVER)));
    }
    for (int size : sizes) {
      out.println();
      PgIndexingComparison.run(server, size, out);
      out.println();
      PgQueryComparison.run(server, size, out);
      out.println();
      PgFilterComparison.run(server, size, out);
    }
  }
}
