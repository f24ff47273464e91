package io.ragport.store.qdrant;

import com.google.common.util.concurrent.ListenableFuture;
import io.ragport.api.StoreTimeoutException;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

/**
 * One question to every node that answers: what one node of a cluster has decided, the others learn
 * a moment later. For one thread.
 */
final class EveryNode<T> {
  private final QdrantNodes nodes;
  private final String what;
  private final QdrantNodes.Request<T> request;
  private final Predicate<T> until;

  /**
   * @param until what the answer must be
   */
  EveryNode(QdrantNodes nodes, String what, QdrantNodes.Request<T> request, Predicate<T> until) {
    this.nodes = nodes;
    this.what = what;
    this.request = request;
    this.until = until;
  }

  /**
   * Waits until each says so. One that does not know the collection yet is asked again.
   *
   * @throws StoreTimeoutException if it is not within the call timeout
   */
  void await() {
    Polling polling = new Polling(what, nodes.callTimeout());
    for (QdrantNode node : nodes.connectAll(what)) {
      while (!saysSo(node)) {
        if (polling.isOver()) {
          throw nodes.errors().notEverywhere(what, node.endpoint());
        }
        polling.pause();
      }
    }
  }

  /** Also true of a node that went away: nobody can ask it for anything else. */
  private boolean saysSo(QdrantNode node) {
    ListenableFuture<T> answer = request.send(node.stubs(nodes.callTimeout()));
    try {
      return until.test(answer.get());
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw QdrantErrors.interrupted(what, e);
    } catch (ExecutionException e) {
      if (nodes.isClosed()) {
        throw QdrantErrors.closed(what, e);
      }
      if (Failures.isUnavailable(e)) {
        node.passOver();
        return true;
      }
      if (Failures.isMissing(e) || Failures.mayPass(e)) {
        return false;
      }
      throw nodes.errors().translate(what, node.endpoint(), e);
    }
  }
}
