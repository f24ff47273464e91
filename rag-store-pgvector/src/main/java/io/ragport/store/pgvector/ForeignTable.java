package io.ragport.store.pgvector;

import io.ragport.api.Arguments;
import io.ragport.api.RagStoreException;
import java.util.Map;

/**
 * A table or view of somebody else's, of which rows are only read.
 *
 * @param schema not quoted
 * @param name not quoted
 * @param columns by name, in the table's order
 */
record ForeignTable(String schema, String name, Map<String, ForeignColumn> columns) {
  /** The table with its schema, quoted. */
  String sql() {
    return Identifiers.quote(schema, name);
  }

  /** For messages. */
  String place() {
    return "table \"" + Arguments.shortened(schema) + "." + Arguments.shortened(name) + "\"";
  }

  /**
   * The column of that name.
   *
   * @throws IllegalArgumentException if there is none
   * @throws RagStoreException if our role may not read it
   */
  ForeignColumn column(String wanted) {
    ForeignColumn column = columns.get(wanted);
    if (column == null) {
      throw Arguments.invalid(
          place(),
          "no column \""
              + Arguments.shortened(wanted)
              + "\" (there: "
              + ForeignTables.listed(columns.keySet())
              + ")");
    }
    if (!column.readable()) {
      throw new RagStoreException(
          PgErrors.BACKEND,
          place()
              + ": the role may not read column \""
              + Arguments.shortened(wanted)
              + "\" (GRANT SELECT on it, and USAGE on its schema)",
          null);
    }
    return column;
  }
}
