package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** What building indexes does to a session, and that nothing of it stays. */
class BuildSessionTest {
  private static final long KEY = 20_261_201;

  private Connection connection;
  private Connection other;

  @BeforeEach
  void connect() throws SQLException {
    connection = TestServer.connect();
    other = TestServer.connect();
  }

  @AfterEach
  void disconnect() throws SQLException {
    if (connection != null) { // not where there is no server
      connection.close();
      other.close();
    }
  }

  @Test
  void theLockKeepsOthersOutUntilTheEnd() throws SQLException {
    try (BuildSession one = BuildSession.of(connection);
        BuildSession another = BuildSession.of(other)) {
      assertThat(one.tryLock(KEY)).isTrue();
      assertThat(another.tryLock(KEY)).isFalse();
    }
    try (BuildSession another = BuildSession.of(other)) {
      assertThat(another.tryLock(KEY)).isTrue();
    }
  }

  @Test
  void memoryIsRaisedAndGivenBackAsItWas() throws SQLException {
    Queries.run(connection, "SET maintenance_work_mem = '70MB'");
    try (BuildSession session = BuildSession.of(connection)) {
      session.raiseMemory();
      assertThat(memory()).isEqualTo("512MB");
    }

    assertThat(memory()).isEqualTo("70MB");
  }

  @Test
  void memoryIsNeverLowered() throws SQLException {
    Queries.run(connection, "SET maintenance_work_mem = '1GB'");
    try (BuildSession session = BuildSession.of(connection)) {
      session.raiseMemory();

      assertThat(memory()).isEqualTo("1GB");
      assertThat(session.restoreMemory()).isFalse();
    }
  }

  @Test
  void memoryIsGivenBackOnceWhereTheServerHasNone() throws SQLException {
    String usual = memory();
    try (BuildSession session = BuildSession.of(connection)) {
      session.raiseMemory();

      assertThat(session.restoreMemory()).isTrue();
      assertThat(memory()).isEqualTo(usual);
      assertThat(session.restoreMemory()).isFalse();
    }
  }

  @Test
  void nothingIsChangedInASessionBehindAPooler() throws SQLException {
    String usual = memory();
    try (BuildSession session = BuildSession.of(pooled(connection))) {
      session.raiseMemory();

      assertThat(session.tryLock(KEY)).isTrue();
      assertThat(memory()).isEqualTo(usual);
      assertThat(
              Queries.text(
                  connection,
                  "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid ="
                      + " pg_backend_pid()"))
          .isEqualTo("0");
    }
  }

  @Test
  void aConnectionThatCannotBeGivenBackAsItWasIsCut() throws SQLException {
    BuildSession session = BuildSession.of(connection);
    session.tryLock(KEY);
    connection.setAutoCommit(false);
    try {
      Queries.run(connection, "SELECT 1 / 0");
    } catch (SQLException expected) {
      assertThat(expected.getSQLState()).isEqualTo("22012"); // nothing works from here on
    }

    try {
      session.close();
    } catch (SQLException expected) {
      assertThat(expected.getSQLState()).isEqualTo("25P02");
    }

    assertThat(connection.isClosed()).isTrue();
  }

  private String memory() throws SQLException {
    return Queries.text(connection, "SHOW maintenance_work_mem");
  }

  /** As PgBouncer makes them: with a number that is not the server's. */
  private static Connection pooled(Connection direct) throws SQLException {
    PGConnection driver = direct.unwrap(PGConnection.class);
    PGConnection numbered =
        (PGConnection)
            Proxy.newProxyInstance(
                BuildSessionTest.class.getClassLoader(),
                new Class<?>[] {PGConnection.class},
                (proxy, method, arguments) ->
                    method.getName().equals("getBackendPID")
                        ? -1
                        : invoke(driver, method, arguments));
    return (Connection)
        Proxy.newProxyInstance(
            BuildSessionTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                method.getName().equals("unwrap") ? numbered : invoke(direct, method, arguments));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }
}
