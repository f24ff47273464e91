package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.ragport.api.AuthenticationException;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagStoreException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.ds.PGSimpleDataSource;

/** Work on connections of the application's. */
class GivenDataSourceTest {
  private final String schema = TestServer.newSchema();

  @BeforeEach
  void createTable() {
    TestServer.execute("CREATE SCHEMA " + Identifiers.quote(schema));
    TestServer.execute("CREATE TABLE " + table() + " (number integer)");
  }

  @AfterEach
  void drop() {
    TestServer.drop(schema);
  }

  private String table() {
    return Identifiers.quote(schema, "numbers");
  }

  private PgConnections over(DataSource dataSource) {
    return PgConnections.over(dataSource, TestServer.options(schema, Map.of()));
  }

  private HikariDataSource pool(boolean autoCommit) {
    return pool(autoCommit, null);
  }

  private HikariDataSource pool(boolean autoCommit, @Nullable String firstStatement) {
    HikariConfig config = new HikariConfig();
    config.setConnectionInitSql(firstStatement);
    config.setDataSource(TestServer.dataSource());
    config.setMaximumPoolSize(1);
    config.setAutoCommit(autoCommit);
    config.setConnectionTimeout(300);
    return new HikariDataSource(config);
  }

  @Test
  void closeLeavesThePoolOpen() throws SQLException {
    try (HikariDataSource pool = pool(true)) {
      PgConnections connections = over(pool);
      connections.read("test", Queries.of("SELECT 1"));

      connections.close();

      try (Connection connection = pool.getConnection()) {
        assertThat(Queries.text(connection, "SELECT 2")).isEqualTo("2");
      }
    }
  }

  @Test
  void connectionsGoBackAsTheyCame() throws SQLException {
    try (HikariDataSource pool = pool(false);
        PgConnections connections = over(pool)) {
      connections.read("test", Queries.of("SELECT 1"));
      connections.transaction("test", this::insert);

      try (Connection connection = pool.getConnection()) {
        assertThat(connection.getAutoCommit()).isFalse();
        assertThat(connection.unwrap(PGConnection.class).getPrepareThreshold()).isEqualTo(5);
      }
    }
  }

  @Test
  void workIsStoredAlsoWhereAutocommitIsOffByDefault() {
    try (HikariDataSource pool = pool(false);
        PgConnections connections = over(pool)) {
      connections.transaction("test", this::insert);
      connections.patiently("test", this::insert);

      assertThat(rows(connections)).isEqualTo("2");
    }
  }

  @Test
  void aFailedTransactionIsUndoneBeforeItsConnectionGoesBack() {
    try (HikariDataSource pool = pool(true);
        PgConnections connections = over(pool)) {
      assertThatThrownBy(
              () ->
                  connections.transaction(
                      "test",
                      connection -> {
                        insert(connection);
                        return Queries.run(connection, "SELECT 1 / 0");
                      }))
          .isInstanceOf(RagStoreException.class);

      assertThat(rows(connections)).isEqualTo("0");
    }
  }

  @Test
  void aTransactionOfTheApplicationsIsRefusedAndGoesOn() throws SQLException {
    try (Connection application = TestServer.connect()) {
      application.setAutoCommit(false);
      insert(application);
      PgConnections connections = over(always(application));

      assertThatThrownBy(() -> connections.transaction("the batch", this::insert))
          .isInstanceOf(RagStoreException.class)
          .hasMessageStartingWith("pgvector: the batch: the given data source handed out");
      assertThatThrownBy(() -> connections.read("test", this::insert))
          .isInstanceOf(RagStoreException.class);

      assertThat(Queries.text(application, "SELECT count(*) FROM " + table())).isEqualTo("1");
      application.rollback();
      assertThat(Queries.text(application, "SELECT count(*) FROM " + table())).isEqualTo("0");
    }
  }

  @Test
  void aTransactionOfTheApplicationsThatFailedIsRefused() throws SQLException {
    try (Connection application = TestServer.connect()) {
      application.setAutoCommit(false);
      assertThatThrownBy(() -> Queries.text(application, "SELECT 1 / 0"))
          .isInstanceOf(SQLException.class);
      PgConnections connections = over(always(application));

      assertThatThrownBy(() -> connections.transaction("test", this::insert))
          .isInstanceOf(RagStoreException.class)
          .hasMessageContaining("whose transaction has begun");
    }
  }

  @Test
  void whatAPoolItselfBeginsIsNoTransactionOfTheApplications() throws SQLException {
    try (HikariDataSource pool = pool(false, "SET application_name = 'as the pool set it'");
        PgConnections connections = over(pool)) {
      connections.transaction("test", this::insert);

      assertThat(rows(connections)).isEqualTo("1");
      assertThat(connections.read("test", Queries.of("SHOW application_name")))
          .isEqualTo("as the pool set it");
    }
  }

  @Test
  void aTransactionThatHasOnlyReadIsEnded() throws SQLException {
    try (Connection application = TestServer.connect()) {
      application.setAutoCommit(false);
      Queries.text(application, "SELECT count(*) FROM " + table());
      assertThat(application.unwrap(BaseConnection.class).getTransactionState())
          .isEqualTo(TransactionState.OPEN);
      PgConnections connections = over(always(application));

      connections.transaction("test", this::insert);

      application.rollback();
      assertThat(rows(connections)).isEqualTo("1");
    }
  }

  @Test
  void transactionsReadWhatIsCommittedAtWhateverLevelEachConnectionComes() {
    PGSimpleDataSource strict = TestServer.dataSource();
    strict.setOptions("-c default_transaction_isolation=serializable");
    Iterator<DataSource> turns =
        List.<DataSource>of(TestServer.dataSource(), strict, TestServer.dataSource(), strict)
            .iterator();
    PgConnections connections = over(giving(() -> turns.next().getConnection()));

    for (int i = 0; i < 4; i++) {
      assertThat(connections.transaction("test", Queries.of("SHOW transaction_isolation")))
          .isEqualTo("read committed");
    }
  }

  @Test
  void statementsAreNotPreparedInTheServer() {
    PgConnections connections = over(TestServer.dataSource());

    int threshold =
        connections.read(
            "test", connection -> connection.unwrap(PGConnection.class).getPrepareThreshold());

    assertThat(threshold).isZero();
  }

  @Test
  void aPoolThatIsExhaustedIsAnUnavailableBackend() throws SQLException {
    try (HikariDataSource pool = pool(true);
        PgConnections connections = over(pool);
        Connection held = pool.getConnection()) {
      assertThat(held.isClosed()).isFalse();

      assertThatThrownBy(() -> connections.read("test", Queries.of("SELECT 1")))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageStartingWith("pgvector at the given data source: ");
    }
  }

  @Test
  void refusedCredentialsAreAnAuthenticationFailure() {
    PGSimpleDataSource dataSource = TestServer.dataSource();
    dataSource.setPassword("wrong");
    PgConnections connections = over(dataSource);

    assertThatThrownBy(() -> connections.read("test", Queries.of("SELECT 1")))
        .isInstanceOf(AuthenticationException.class);
  }

  /** A data source that always gives this connection, and leaves it open. */
  private static DataSource always(Connection connection) {
    Connection kept =
        proxy(
            Connection.class,
            (method, arguments) ->
                method.getName().equals("close") ? null : method.invoke(connection, arguments));
    return giving(() -> kept);
  }

  private static DataSource giving(Callable<Connection> connections) {
    return proxy(DataSource.class, (method, arguments) -> connections.call());
  }

  private interface Handler {
    @Nullable Object call(Method method, Object[] arguments) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> handler.call(method, arguments)));
  }

  private String insert(Connection connection) throws SQLException {
    return Queries.run(connection, "INSERT INTO " + table() + " VALUES (1)");
  }

  private String rows(PgConnections connections) {
    return connections.read("test", Queries.of("SELECT count(*) FROM " + table()));
  }
}
