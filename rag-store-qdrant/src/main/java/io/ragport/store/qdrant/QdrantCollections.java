package io.ragport.store.qdrant;

import io.grpc.Status;
import io.qdrant.client.grpc.Collections.CollectionInfo;
import io.ragport.api.AuthenticationException;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.RagStoreException;
import io.ragport.api.StoreRefusedException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.store.qdrant.SeenCollections.Seen;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Creating, finding and dropping collections, and their payload indexes. Remembers what it saw, see
 * {@link SeenCollections}. Safe for use from many threads.
 */
final class QdrantCollections {
  private static final System.Logger LOG = System.getLogger(QdrantCollections.class.getName());

  static final int MAX_DIMENSION = 65_536;

  private final QdrantOptions options;
  private final CollectionCalls calls;
  private final List<PayloadIndexes.Index> indexes;
  private final SeenCollections seen = new SeenCollections();

  QdrantCollections(QdrantOptions options, QdrantNodes nodes) {
    this.options = options;
    calls = new CollectionCalls(options, nodes);
    indexes = PayloadIndexes.of(options.filterableKeys());
  }

  /**
   * Asks the server (COL-9).
   *
   * @throws CollectionMismatchException if its layout is a newer one than ours
   */
  Optional<QdrantCollection> find(String name) {
    return ask(name).map(Seen::collection);
  }

  /** As last seen; asks the server only if it was never seen, or forgotten. */
  Optional<QdrantCollection> recall(String name) {
    return seen.recall(name).or(() -> ask(name)).map(Seen::collection);
  }

  /** Must be asked for anew: a call failed in a way that tells that it is not as it was. */
  void forget(String name) {
    seen.forget(name);
  }

  /**
   * What belongs to a spec that {@link #find} or {@link #recall} gave.
   *
   * @throws RagStoreException if the collection is gone, or another by now
   */
  QdrantCollection of(CollectionSpec spec) {
    return present(spec)
        .orElseThrow(() -> failure(spec.name(), "it was dropped meanwhile (repeat the call)"));
  }

  /**
   * The same, for reads: empty if the collection is gone.
   *
   * @throws RagStoreException if it is another by now
   */
  Optional<QdrantCollection> present(CollectionSpec spec) {
    Optional<QdrantCollection> known =
        seen.recall(spec.name())
            .map(Seen::collection)
            .filter(collection -> collection.spec().equals(spec));
    if (known.isPresent()) {
      return known;
    }
    Optional<QdrantCollection> found = find(spec.name());
    if (found.isPresent() && !found.get().spec().equals(spec)) {
      throw failure(
          spec.name(), "it was made anew with other settings meanwhile (repeat the call)");
    }
    return found;
  }

  /** Every collection, in any order; also those of a newer layout, which nobody may touch. */
  List<CollectionSpec> list() {
    return calls.list().stream().map(CollectionMetadata::spec).toList();
  }

  /** Creates it unless it is there; as it then stands in the server, known to every node. */
  QdrantCollection create(CollectionSpec wanted) {
    String name = wanted.name();
    Polling polling =
        new Polling(QdrantErrors.place(name), options.get(QdrantOptions.CALL_TIMEOUT));
    while (true) {
      Optional<QdrantCollection> existing = find(name);
      if (existing.isPresent()) {
        calls.awaitCreated(name);
        return existing.get();
      }
      try {
        return createNew(wanted);
      } catch (RagStoreException e) {
        if (Status.fromThrowable(e).getCode() != Status.Code.ALREADY_EXISTS || polling.isOver()) {
          throw e;
        }
        requireOurs(name);
      }
      // Another creator was first, and the node that was asked is about to hear of it.
      polling.pause();
    }
  }

  private QdrantCollection createNew(CollectionSpec wanted) {
    if (wanted.dimension() > MAX_DIMENSION) {
      throw failure(
          wanted.name(),
          wanted.dimension()
              + " dimensions are more than Qdrant takes (1 to "
              + MAX_DIMENSION
              + "; use a model with fewer)");
    }
    CollectionMetadata metadata =
        CollectionMetadata.toCreate(wanted, calls.idOf(wanted.name()), termSettings());
    QdrantCollection collection = metadata.collection();
    calls.create(metadata);
    calls.createIndexes(collection, indexes, true);
    seen.remember(new Seen(collection, fields(indexes)));
    return collection;
  }

  private Optional<TermSettings> termSettings() {
    return options.get(QdrantOptions.KEYWORD_SEARCH)
        ? Optional.of(
            new TermSettings(
                options.get(QdrantOptions.LANGUAGE), options.get(QdrantOptions.AVERAGE_LENGTH)))
        : Optional.empty();
  }

  /** A collection that somebody else made under our name stays as it is (COL-8). */
  private void requireOurs(String name) {
    Optional<CollectionInfo> there = calls.info(name);
    if (there.isPresent() && calls.metadata(name, there.get()).isEmpty()) {
      throw failure(
          name,
          "Qdrant's collection "
              + calls.idOf(name)
              + " is not one that Ragport made (set "
              + options.key(QdrantOptions.COLLECTION_PREFIX)
              + " to another value, or remove that collection)");
    }
  }

  /**
   * Makes payload indexes that are declared and missing, without waiting until they are built; with
   * {@code provision: false} none. An index of another type stays: making it anew would let two
   * services with different settings undo each other's.
   */
  void ensureIndexes(QdrantCollection collection) {
    if (!options.provision()) {
      return;
    }
    String name = collection.spec().name();
    seen.recall(name)
        .filter(known -> known.collection().equals(collection))
        .or(() -> ask(name))
        .ifPresent(this::ensureIndexes);
  }

  private void ensureIndexes(Seen found) {
    List<PayloadIndexes.Index> missing =
        indexes.stream().filter(index -> !found.indexed().contains(index.field())).toList();
    if (!missing.isEmpty()) {
      try {
        calls.createIndexes(found.collection(), missing, false);
      } catch (StoreRefusedException | AuthenticationException e) {
        // Only the speed of filters depends on them.
        LOG.log(Level.WARNING, "no indexes for filters: " + e.getMessage());
      }
      Set<String> indexed = fields(missing);
      indexed.addAll(found.indexed());
      seen.remember(new Seen(found.collection(), indexed));
    }
  }

  private static Set<String> fields(List<PayloadIndexes.Index> indexes) {
    return indexes.stream().map(PayloadIndexes.Index::field).collect(Collectors.toSet());
  }

  /**
   * Removes it with everything in it; no node knows it then. A missing one is no error.
   *
   * @throws CollectionMismatchException if its layout is a newer one than ours
   */
  void drop(String name) {
    Optional<CollectionMetadata> found = calls.metadata(name);
    if (found.isPresent()) {
      CollectionMetadata.requireOurLayout(found.get().spec());
      calls.drop(found.get());
    }
    forget(name);
  }

  private Optional<Seen> ask(String name) {
    Optional<Seen> found = calls.info(name).flatMap(info -> read(name, info));
    found.ifPresentOrElse(seen::remember, () -> seen.forget(name));
    return found;
  }

  private Optional<Seen> read(String name, CollectionInfo info) {
    return calls
        .metadata(name, info)
        .map(
            metadata ->
                new Seen(metadata.collection(), Set.copyOf(info.getPayloadSchemaMap().keySet())));
  }

  private static RagStoreException failure(String name, String problem) {
    return new RagStoreException(
        QdrantErrors.BACKEND, QdrantErrors.place(name) + ": " + problem, null);
  }
}
