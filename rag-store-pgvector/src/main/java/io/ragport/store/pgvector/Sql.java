package io.ragport.store.pgvector;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;

/**
 * A statement under construction: text of ours with placeholders, and the values bound to them in
 * order. Confined to one thread.
 */
final class Sql {
  private final StringBuilder text = new StringBuilder();
  private final List<Binding> bindings = new ArrayList<>();

  private interface Binding {
    void to(PreparedStatement statement, int index) throws SQLException;
  }

  /**
   * Text of ours: never anything a user typed, but for identifiers quoted by {@link Identifiers}.
   */
  static Sql of(String text) {
    return new Sql().add(text);
  }

  Sql add(String more) {
    text.append(more);
    return this;
  }

  Sql add(Sql part) {
    text.append(part.text);
    bindings.addAll(part.bindings);
    return this;
  }

  /** A placeholder with a string, whole number or boolean, or SQL's null. */
  Sql bind(@Nullable Object value) {
    return bind((statement, index) -> statement.setObject(index, value));
  }

  /** A placeholder for JSON, typed as {@code jsonb}. */
  Sql bindJson(String json) {
    add("CAST(");
    bind((statement, index) -> statement.setObject(index, json, Types.OTHER));
    return add(" AS jsonb)");
  }

  /** A placeholder for {@code real[]}, in binary; to be cast to a vector. */
  Sql bindFloats(float[] values) {
    return bind((statement, index) -> statement.setObject(index, values));
  }

  /** A placeholder for {@code text[]}. */
  Sql bindTexts(Collection<String> values) {
    return bindArray("text", values.toArray());
  }

  /** A placeholder for {@code jsonb[]}. */
  Sql bindJsons(Collection<String> values) {
    return bindArray("jsonb", values.toArray());
  }

  /** A placeholder for {@code uuid[]}, any number of them (65,535 is the limit of placeholders). */
  Sql bindIds(Collection<UUID> ids) {
    return bindArray("uuid", ids.toArray());
  }

  /** A placeholder for {@code bigint[]}. */
  Sql bindLongs(Collection<Long> values) {
    return bindArray("int8", values.toArray());
  }

  private Sql bindArray(String type, Object[] elements) {
    return bind(
        (statement, index) ->
            statement.setArray(index, statement.getConnection().createArrayOf(type, elements)));
  }

  private Sql bind(Binding binding) {
    text.append('?');
    bindings.add(binding);
    return this;
  }

  /**
   * The statement with its values, planned for them at every run; to be closed by the caller. It
   * leaves nothing behind in the session.
   */
  PreparedStatement prepare(Connection connection) throws SQLException {
    return prepare(connection, false);
  }

  /**
   * The same for a statement that runs again and again and needs no plan of its own for every
   * value: where the connection allows it ({@link PgConnector#isDirect}), the server keeps it after
   * a few runs.
   */
  PreparedStatement prepareToRepeat(Connection connection) throws SQLException {
    return prepare(connection, true);
  }

  private PreparedStatement prepare(Connection connection, boolean repeated) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(text.toString());
    try {
      if (!repeated) { // not left to the connection, which others may have made
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
      }
      for (int i = 0; i < bindings.size(); i++) {
        bindings.get(i).to(statement, i + 1);
      }
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  /** Runs it and returns the number of rows it touched. */
  int execute(Connection connection) throws SQLException {
    try (PreparedStatement statement = prepare(connection)) {
      return statement.executeUpdate();
    }
  }

  /** The text with placeholders, without values. */
  @Override
  public String toString() {
    return text.toString();
  }
}
