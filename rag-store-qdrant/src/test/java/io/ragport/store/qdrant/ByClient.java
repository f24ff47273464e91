package io.ragport.store.qdrant;

import com.google.common.util.concurrent.ListenableFuture;
import io.qdrant.client.QdrantClient;
import java.time.Duration;

/** Requests by the client's own methods, which are shorter than its stubs'. */
interface ByClient<T> {
  /** Sends it. */
  ListenableFuture<T> send(QdrantClient client, Duration timeout);

  /** A request for our nodes. */
  static <T> QdrantNodes.Request<T> request(ByClient<T> call) {
    return stubs -> call.send(new QdrantClient(stubs.client()), stubs.timeout());
  }
}
