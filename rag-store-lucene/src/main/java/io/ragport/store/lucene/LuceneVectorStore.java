package io.ragport.store.lucene;

import io.ragport.api.Arguments;
import io.ragport.api.Capability;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.DimensionMismatchException;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import io.ragport.api.store.VectorStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.lucene.index.IndexWriter;

/** The primitives over one Lucene index per collection. */
final class LuceneVectorStore implements VectorStore {
  private final LuceneOptions options;
  private final StoreRoot root;

  LuceneVectorStore(LuceneOptions options) {
    this.options = options;
    this.root = new StoreRoot(options);
  }

  @Override
  public String backendName() {
    return LuceneErrors.BACKEND;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public StoreLimits limits() {
    return StoreLimits.ATOMIC;
  }

  @Override
  public void check() {
    attempt(place(), root::find);
  }

  @Override
  public Optional<CollectionSpec> findCollection(String name) {
    return attempt(place(name), () -> find(name).map(LuceneCollection::spec));
  }

  @Override
  public List<CollectionSpec> listCollections() {
    return attempt(
        place(),
        () -> {
          Optional<LuceneRoot> open = root.find();
          return open.isPresent() ? open.get().list() : List.of();
        });
  }

  @Override
  public CollectionSpec createCollection(CollectionSpec wanted) {
    if (wanted.dimension() > GraphVectorsFormat.MAX_DIMENSION) {
      throw new RagStoreException(
          LuceneErrors.BACKEND,
          place(wanted.name())
              + ": "
              + wanted.dimension()
              + " dimensions are more than an index takes (1 to "
              + GraphVectorsFormat.MAX_DIMENSION
              + "; use a model with fewer)",
          null);
    }
    return attempt(
        place(wanted.name()), () -> root.create().create(wanted, options.language()).spec());
  }

  @Override
  public void dropCollection(String name) {
    attempt(
        place(name),
        () -> {
          Optional<LuceneRoot> open = root.find();
          if (open.isPresent()) {
            open.get().drop(name);
          }
          return true;
        });
  }

  @Override
  public void upsert(CollectionSpec collection, List<VectorRecord> records) {
    write(collection, writer -> add(writer, collection, records));
  }

  @Override
  public void delete(CollectionSpec collection, Selection selection) {
    if (!selection.isEmpty()) {
      write(collection, writer -> writer.deleteDocuments(query(selection)));
    }
  }

  @Override
  public void replace(CollectionSpec collection, Selection selection, List<VectorRecord> records) {
    write(
        collection,
        writer -> {
          if (!selection.isEmpty()) {
            writer.deleteDocuments(query(selection));
          }
          add(writer, collection, records);
        });
  }

  private static void add(IndexWriter writer, CollectionSpec collection, List<VectorRecord> records)
      throws IOException {
    for (VectorRecord entry : records) {
      if (entry.vector().length != collection.dimension()) {
        throw new DimensionMismatchException(
            collection.name(), collection.dimension(), entry.vector().length);
      }
      Interrupts.check();
      writer.updateDocument(LuceneDocuments.idTerm(entry.id()), LuceneDocuments.toDocument(entry));
    }
  }

  /** What is selected and not spared. */
  private static DocSetQuery query(Selection selection) {
    List<DocSet> parts = new ArrayList<>(3);
    parts.add(ofIds(selection.ids()));
    parts.add(Candidates.ofSources(selection.sourceIds()));
    if (selection.filter() != null) {
      parts.add(LuceneFilters.toDocSet(selection.filter()));
    }
    DocSet selected = new DocSet.Any(parts);
    return new DocSetQuery(
        selection.spared().isEmpty()
            ? selected
            : new DocSet.All(List.of(selected, new DocSet.Not(ofIds(selection.spared())))));
  }

  private static DocSet ofIds(List<UUID> ids) {
    return DocSet.ofTerms(Fields.ID, ids.stream().map(LuceneDocuments::idBytes).toList());
  }

  @Override
  public List<VectorHit> search(VectorSearch search) {
    return read(
        search.collection(),
        List.of(),
        (collection, snapshot) ->
            search.byVector()
                ? EntryLookup.hits(
                    snapshot,
                    new NearestSearch(search, options.efSearch()).in(snapshot),
                    search.includeContent(),
                    UnitVectors::similarity)
                : EntryLookup.hits(
                    snapshot,
                    new KeywordSearch(search, collection.analysis()).in(snapshot),
                    search.includeContent(),
                    score -> score));
  }

  @Override
  public long count(CollectionSpec collection) {
    return read(collection, 0L, (open, snapshot) -> (long) snapshot.reader().numDocs());
  }

  @Override
  public List<VectorRecord> fetch(CollectionSpec collection, Collection<UUID> ids) {
    return read(collection, List.of(), (open, snapshot) -> EntryLookup.fetch(snapshot, ids));
  }

  @Override
  public Map<UUID, Instant> createdAt(CollectionSpec collection, Collection<UUID> ids) {
    return read(collection, Map.of(), (open, snapshot) -> EntryLookup.createdAt(snapshot, ids));
  }

  @Override
  public List<VectorRecord> scan(VectorScan scan) {
    return read(scan.collection(), List.of(), (open, snapshot) -> EntryLookup.scan(snapshot, scan));
  }

  @Override
  public void close() {
    attempt(
        place(),
        () -> {
          root.close();
          return true;
        });
  }

  private interface Reading<T> {
    T from(LuceneCollection collection, Snapshot snapshot) throws IOException;
  }

  /** A collection that is gone reads as an empty one (COL-5). */
  private <T> T read(CollectionSpec spec, T ifMissing, Reading<T> reading) {
    return attempt(
        place(spec.name()),
        () -> {
          Optional<LuceneCollection> collection = find(spec.name());
          if (collection.isEmpty()) {
            return ifMissing;
          }
          LuceneCollection open = collection.get();
          requireSame(spec, open.spec());
          return open.read(snapshot -> reading.from(open, snapshot));
        });
  }

  private void write(CollectionSpec spec, LuceneCollection.Change change) {
    attempt(
        place(spec.name()),
        () -> {
          LuceneCollection open =
              find(spec.name()).orElseThrow(() -> LuceneErrors.dropped(spec.name()));
          requireSame(spec, open.spec());
          open.write(change);
          return true;
        });
  }

  /** The collection may have been dropped and made anew since the caller looked (COL-9). */
  private static void requireSame(CollectionSpec asked, CollectionSpec stored) {
    if (asked.dimension() != stored.dimension()) {
      throw new DimensionMismatchException(stored.name(), stored.dimension(), asked.dimension());
    }
    requireSame(stored, "model", stored.model(), asked.model());
    requireSame(stored, "normalizer", stored.normalizer(), asked.normalizer());
  }

  private static void requireSame(
      CollectionSpec stored, String property, String recorded, String asked) {
    if (!recorded.equals(asked)) {
      throw new CollectionMismatchException(
          stored.name(), property, recorded, asked, "it was made anew meanwhile: repeat the call");
    }
  }

  private Optional<LuceneCollection> find(String name) throws IOException {
    Optional<LuceneRoot> open = root.find();
    return open.isPresent() ? open.get().find(name) : Optional.empty();
  }

  private interface Attempt<T> {
    T run() throws IOException, InterruptedException;
  }

  private static <T> T attempt(String place, Attempt<T> attempt) {
    try {
      return attempt.run();
    } catch (IOException | InterruptedException | RuntimeException e) {
      throw LuceneErrors.translate(place, e);
    }
  }

  private String place() {
    return options.memory() ? "memory" : options.path().toString();
  }

  private String place(String name) {
    return "collection \"" + Arguments.shortened(name) + "\" in " + place();
  }
}
