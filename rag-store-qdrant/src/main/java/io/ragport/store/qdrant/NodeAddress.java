package io.ragport.store.qdrant;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a node is.
 *
 * @param host a name or an address, one of IPv6 in brackets
 */
record NodeAddress(String host, int port) {
  private static final int NO_PORT = -1;
  private static final int MAX_PORT = 65_535;

  /**
   * The nodes of a configuration, each once, that of {@code host} first.
   *
   * @throws RagConfigurationException naming the setting and the value that is no address
   */
  static List<NodeAddress> all(QdrantOptions options) {
    int port = options.get(QdrantOptions.PORT);
    Set<NodeAddress> all = new LinkedHashSet<>();
    all.add(ofHost(options, port));
    for (String node : options.find(QdrantOptions.NODES).orElse(List.of())) {
      all.add(ofNode(options.key(QdrantOptions.NODES), node, port));
    }
    return List.copyOf(all);
  }

  private static NodeAddress ofHost(QdrantOptions options, int port) {
    String host = options.get(QdrantOptions.HOST);
    boolean isBareIpv6 = host.contains(":") && !host.startsWith("[");
    @Nullable URI uri = parse(isBareIpv6 ? "[" + host + "]" : host);
    if (uri == null || uri.getPort() != NO_PORT) {
      throw new RagConfigurationException(
          options.key(QdrantOptions.HOST),
          shown(host)
              + " is not the name or address of a host (without a port, which "
              + options.key(QdrantOptions.PORT)
              + " sets)");
    }
    return new NodeAddress(uri.getHost(), port);
  }

  private static NodeAddress ofNode(String key, String node, int defaultPort) {
    @Nullable URI uri = parse(node);
    if (uri == null || uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
      throw new RagConfigurationException(
          key,
          shown(node)
              + " is not a node (write host, host:port, or [address]:port for IPv6; ports are 1 to "
              + MAX_PORT
              + ")");
    }
    return new NodeAddress(uri.getHost(), uri.getPort() == NO_PORT ? defaultPort : uri.getPort());
  }

  /** Null if there is no host, or more than host and port. */
  private static @Nullable URI parse(String authority) {
    try {
      URI uri = new URI("//" + authority).parseServerAuthority();
      boolean isPlain = authority.equals(uri.getRawAuthority()) && uri.getRawUserInfo() == null;
      return isPlain && uri.getHost() != null && !authority.endsWith(":") ? uri : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /** What stands before an @ may be a password (CFG-4). */
  private static String shown(String value) {
    return value.contains("@") ? "a value with @" : "\"" + Arguments.shortened(value) + "\"";
  }

  /** Whether it is this machine, as far as the name tells without asking anybody. */
  boolean isLoopback() {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || name.matches("127(\\.\\d{1,3}){3}")
        || name.equals("[::1]")
        || name.equals("[0:0:0:0:0:0:0:1]");
  }

  /** For messages. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
