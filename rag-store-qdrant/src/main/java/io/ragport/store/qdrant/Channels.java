package io.ragport.store.qdrant;

import io.grpc.ChannelCredentials;
import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Opens channels as the settings have it, and checks those settings. */
final class Channels {
  private static final System.Logger LOG = System.getLogger(Channels.class.getName());

  /**
   * While calls wait and nothing arrives, a ping after so long; a node that does not answer it is
   * gone, whatever the network says.
   */
  private static final long PING_AFTER_SECONDS = 20;

  private static final long PING_TIMEOUT_SECONDS = 10;

  /** Compressing vectors takes the server longer than sending them as they are. */
  private static final DecompressorRegistry PLAIN_ANSWERS =
      DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, false);

  private Channels() {}

  /**
   * Refuses a key that no header can carry, which gRPC would write to its log, and warns of one
   * that everybody on the way can read.
   */
  static void checkKey(QdrantOptions options, List<NodeAddress> nodes) {
    Optional<String> key = options.find(QdrantOptions.API_KEY);
    if (key.isEmpty()) {
      return;
    }
    if (!key.get().matches("[\\x20-\\x7e]+")) {
      throw new RagConfigurationException(
          options.key(QdrantOptions.API_KEY),
          "empty, or holds other characters than ASCII's visible ones and spaces, which no key of"
              + " Qdrant's does (a line break at its end?)");
    }
    if (!options.get(QdrantOptions.TLS)) {
      nodes.stream()
          .filter(node -> !node.isLoopback())
          .findFirst()
          .ifPresent(
              node ->
                  LOG.log(
                      Level.WARNING,
                      QdrantErrors.BACKEND
                          + " at "
                          + node
                          + ": "
                          + options.key(QdrantOptions.API_KEY)
                          + " is sent without encryption (set "
                          + options.key(QdrantOptions.TLS)
                          + ": true)"));
    }
  }

  /** A channel that connects with its first call. */
  static ManagedChannel open(NodeAddress address, QdrantOptions options) {
    try {
      return Grpc.newChannelBuilderForAddress(address.host(), address.port(), credentials(options))
          .maxInboundMessageSize(options.get(QdrantOptions.MAX_INBOUND_BYTES))
          .decompressorRegistry(PLAIN_ANSWERS)
          .keepAliveTime(PING_AFTER_SECONDS, TimeUnit.SECONDS)
          .keepAliveTimeout(PING_TIMEOUT_SECONDS, TimeUnit.SECONDS)
          .build();
    } catch (RuntimeException e) { // gRPC has several for credentials that it cannot use
      Optional<Path> certificate = options.find(QdrantOptions.CA_CERTIFICATE);
      if (certificate.isEmpty()) {
        throw e;
      }
      throw unusable(options, certificate.get(), e);
    }
  }

  private static ChannelCredentials credentials(QdrantOptions options) {
    if (!options.get(QdrantOptions.TLS)) {
      return InsecureChannelCredentials.create();
    }
    Optional<Path> certificate = options.find(QdrantOptions.CA_CERTIFICATE);
    if (certificate.isEmpty()) {
      return TlsChannelCredentials.create();
    }
    try {
      return TlsChannelCredentials.newBuilder().trustManager(certificate.get().toFile()).build();
    } catch (IOException e) {
      throw unusable(options, certificate.get(), e);
    }
  }

  private static RagConfigurationException unusable(
      QdrantOptions options, Path certificate, Exception cause) {
    return new RagConfigurationException(
        options.key(QdrantOptions.CA_CERTIFICATE),
        Arguments.shortened(certificate)
            + " cannot be read as certificates (name a file in PEM format)",
        cause);
  }
}
