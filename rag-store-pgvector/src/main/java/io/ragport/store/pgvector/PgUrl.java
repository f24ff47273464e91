package io.ragport.store.pgvector;

import io.ragport.api.RagConfigurationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** The JDBC address: what of it may be shown, and what must not stand in it. */
final class PgUrl {
  private static final String SHAPE = "jdbc:postgresql://host:port/database";

  private PgUrl() {}

  /**
   * Refuses what is no address of PostgreSQL's, and a secret in it, which would show up in messages
   * of others (CFG-4).
   */
  static void check(String key, String url) {
    String beforeSettings = url.split("\\?", 2)[0];
    if (beforeSettings.contains("@")) {
      throw new RagConfigurationException(
          key,
          "holds a user before the host, which the driver takes for a part of it (set "
              + PgVectorOptions.SECTION
              + ".user and .password, and "
              + SHAPE
              + ")");
    }
    if (Driver.parseURL(url, null) == null) {
      throw new RagConfigurationException(
          key, "not an address that the PostgreSQL driver takes (" + SHAPE + ")");
    }
    if (names(url).stream().anyMatch(name -> name.toLowerCase(Locale.ROOT).equals("password"))) {
      throw new RagConfigurationException(
          key, "holds a password (set " + PgVectorOptions.SECTION + ".password instead)");
    }
    if (sets(url, PGProperty.SSL_PASSWORD)) {
      throw new RagConfigurationException(
          key,
          "holds the password of a key file (name a class with sslpasswordcallback instead, or use"
              + " a key without one)");
    }
  }

  /** Whether the address itself sets that, which then wins over our option. */
  static boolean sets(String url, PGProperty setting) {
    return names(url).contains(setting.getName());
  }

  private static List<String> names(String url) {
    String[] halves = url.split("\\?", 2);
    return halves.length == 1
        ? List.of()
        : Arrays.stream(halves[1].split("&")).map(pair -> pair.split("=", 2)[0]).toList();
  }

  /** Hosts, ports and database, for messages; without credentials. */
  static String endpoint(String url) {
    @Nullable Properties parsed = Driver.parseURL(url, null);
    if (parsed == null) {
      return "an unknown address";
    }
    String[] hosts = parsed.getProperty(PGProperty.PG_HOST.getName(), "localhost").split(",");
    String[] ports = parsed.getProperty(PGProperty.PG_PORT.getName(), "5432").split(",");
    List<String> places = new ArrayList<>();
    for (int i = 0; i < hosts.length; i++) {
      places.add(hosts[i] + ":" + ports[Math.min(i, ports.length - 1)]);
    }
    return String.join(",", places) + "/" + parsed.getProperty(PGProperty.PG_DBNAME.getName(), "");
  }
}
