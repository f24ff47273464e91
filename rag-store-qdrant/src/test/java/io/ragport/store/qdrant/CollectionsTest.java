package io.ragport.store.qdrant;

import static io.ragport.testing.TestEntries.collection;

import io.qdrant.client.grpc.Collections.PayloadSchemaType;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorSearch;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;

/** A prefix of its own in a real server, a store on it, and the same by hand. */
abstract class CollectionsTest {
  final String prefix = TestServer.newPrefix();
  final RawCollections raw = RawCollections.of(prefix);
  final QdrantVectorStore store = store(prefix, Map.of());

  @AfterEach
  void drop() {
    store.close();
    raw.close();
  }

  static QdrantVectorStore store(String prefix, Map<String, ?> more) {
    return QdrantVectorStore.connecting(TestServer.options(prefix, more));
  }

  static VectorSearch nearest(CollectionSpec collection) {
    return new VectorSearch(
        collection, new float[] {1, 1, 2}, null, 5, null, null, false, true, false);
  }

  final Map<String, PayloadSchemaType> indexes(CollectionSpec spec) {
    return raw.info(spec.identifier()).getPayloadSchemaMap().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().getDataType()));
  }
}
