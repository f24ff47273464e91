package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.RagConfigurationException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the settings say that nodes are. */
class NodeAddressTest {
  @Test
  void theNodeOfHostComesFirstAndEachNodeOnce() {
    QdrantOptions options =
        QdrantOptions.of(Map.of("host", "a", "port", 7000, "nodes", List.of("b:1", "a:7000", "c")));

    assertThat(NodeAddress.all(options))
        .extracting(NodeAddress::toString)
        .containsExactly("a:7000", "b:1", "c:7000");
  }

  @ParameterizedTest
  @CsvSource({
    "qdrant, qdrant:6334",
    "qdrant.example.org:16334, qdrant.example.org:16334",
    "10.0.0.7, 10.0.0.7:6334",
    "10.0.0.7:1, 10.0.0.7:1",
    "[::1], [::1]:6334",
    "[2001:db8::7]:65535, [2001:db8::7]:65535"
  })
  void aNodeIsAHostWithOrWithoutAPort(String node, String shown) {
    QdrantOptions options = QdrantOptions.of(Map.of("nodes", List.of(node)));

    assertThat(NodeAddress.all(options).get(1)).hasToString(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b",
        "http://a",
        "a:",
        ":6334",
        "a:0",
        "a:65536",
        "a:x",
        "::1",
        "[::1",
        "a/b",
        "a:1:2",
        "a?b",
        "a#b",
        "a_b",
        "a:1/"
      })
  void whatIsNoNodeIsRefusedNamingKeyAndValue(String node) {
    QdrantOptions options = QdrantOptions.of(Map.of("nodes", List.of(node)));

    assertThatThrownBy(() -> NodeAddress.all(options))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.qdrant.nodes: \"" + node + "\" is not a node (");
  }

  @ParameterizedTest
  @ValueSource(strings = {"::1", "[::1]"})
  void aHostOfIpv6NeedsNoBrackets(String host) {
    assertThat(NodeAddress.all(QdrantOptions.of(Map.of("host", host))))
        .extracting(NodeAddress::toString)
        .containsExactly("[::1]:6334");
  }

  @ParameterizedTest
  @ValueSource(strings = {"qdrant:6334", "http://qdrant", "a b", "a_b", "[::1]:6334"})
  void aHostIsNoUrlAndHasNoPort(String host) {
    QdrantOptions options = QdrantOptions.of(Map.of("host", host));

    assertThatThrownBy(() -> NodeAddress.all(options))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.qdrant.host: \"" + host + "\" is not the name or address of")
        .hasMessageContaining("rag.qdrant.port");
  }

  @Test
  void whatMayBeAPasswordIsNotShown() {
    QdrantOptions options = QdrantOptions.of(Map.of("nodes", List.of("me:secret@qdrant:6334")));

    assertThatThrownBy(() -> NodeAddress.all(options))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.qdrant.nodes: ")
        .message()
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, true",
    "LOCALHOST, true",
    "a.localhost, true",
    "127.0.0.1, true",
    "127.9.9.9, true",
    "::1, true",
    "qdrant, false",
    "127.0.0.1.example.org, false",
    "10.0.0.1, false",
    "::2, false"
  })
  void loopbackIsRecognisedByItsName(String host, boolean loopback) {
    NodeAddress address = NodeAddress.all(QdrantOptions.of(Map.of("host", host))).get(0);

    assertThat(address.isLoopback()).isEqualTo(loopback);
  }
}
