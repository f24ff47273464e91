package io.ragport.conformance;

import io.ragport.api.AuthenticationException;
import io.ragport.api.Capability;
import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import io.ragport.api.store.VectorStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reference stores that do one thing wrong. */
final class StoreMutants {
  private StoreMutants() {}

  // Writing

  static VectorStore ignoringExistingIds(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      void put(Stored stored, List<VectorRecord> records) {
        if (records.size() == 1) {
          stored.records().putIfAbsent(records.get(0).id(), records.get(0));
        } else {
          super.put(stored, records);
        }
      }
    };
  }

  static VectorStore losingOneOfALargeBatch(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      void put(Stored stored, List<VectorRecord> records) {
        super.put(stored, records.size() < 20_000 ? records : records.subList(1, records.size()));
      }
    };
  }

  static VectorStore mergingMetadata(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      void put(Stored stored, List<VectorRecord> records) {
        for (VectorRecord record : records) {
          VectorRecord old = stored.records().get(record.id());
          Map<String, @Nullable Object> merged =
              new HashMap<>(old == null ? Map.of() : old.metadata());
          merged.putAll(record.metadata());
          super.put(stored, List.of(withMetadata(record, merged)));
        }
      }
    };
  }

  static VectorStore forgettingCreatedAt(Path folder, String token) {
    return writing(
        folder,
        token,
        record ->
            new VectorRecord(
                record.id(),
                record.sourceId(),
                record.content(),
                record.vector(),
                record.metadata(),
                record.updatedAt(),
                record.updatedAt()));
  }

  static VectorStore movingInstants(Path folder, String token) {
    return writing(
        folder,
        token,
        record ->
            new VectorRecord(
                record.id(),
                record.sourceId(),
                record.content(),
                record.vector(),
                record.metadata(),
                record.createdAt().plus(1, ChronoUnit.HOURS),
                record.updatedAt().plus(1, ChronoUnit.HOURS)));
  }

  static VectorStore normalisingUnicode(Path folder, String token) {
    return writing(
        folder,
        token,
        record -> withContent(record, Normalizer.normalize(record.content(), Normalizer.Form.NFC)));
  }

  static VectorStore trimmingText(Path folder, String token) {
    return writing(folder, token, record -> withContent(record, record.content().strip()));
  }

  static VectorStore roundingVectors(Path folder, String token) {
    return writing(
        folder,
        token,
        record -> {
          float[] rounded = record.vector().clone();
          for (int i = 0; i < rounded.length; i++) {
            rounded[i] = Math.round(rounded[i] * 20_000f) / 20_000f;
          }
          return new VectorRecord(
              record.id(),
              record.sourceId(),
              record.content(),
              rounded,
              record.metadata(),
              record.createdAt(),
              record.updatedAt());
        });
  }

  static VectorStore makingIntegersDoubles(Path folder, String token) {
    return writing(
        folder,
        token,
        record ->
            mapped(
                record, value -> value instanceof Long number ? (Object) (double) number : value));
  }

  static VectorStore droppingNulls(Path folder, String token) {
    return writing(
        folder,
        token,
        record -> {
          Map<String, @Nullable Object> kept = new HashMap<>(record.metadata());
          kept.values().removeIf(Objects::isNull);
          return withMetadata(record, kept);
        });
  }

  static VectorStore losingKeysOfItsOwn(Path folder, String token) {
    return writing(
        folder,
        token,
        record -> {
          Map<String, @Nullable Object> kept = new HashMap<>(record.metadata());
          kept.remove("content");
          return withMetadata(record, kept);
        });
  }

  static VectorStore showingHalfOfASmallBatch(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public void upsert(CollectionSpec collection, List<VectorRecord> records) {
        int half = records.size() / 2;
        if (half > 0 && records.size() <= 50) {
          super.upsert(collection, records.subList(0, half));
          LockSupport.parkNanos(2_000_000);
        }
        super.upsert(collection, records);
      }
    };
  }

  static VectorStore replacingInTwoSteps(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public void replace(
          CollectionSpec collection, Selection selection, List<VectorRecord> records) {
        delete(collection, selection);
        LockSupport.parkNanos(5_000_000);
        if (!records.isEmpty()) {
          upsert(collection, records);
        }
      }
    };
  }

  static VectorStore replacingWithoutDeleting(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public void replace(
          CollectionSpec collection, Selection selection, List<VectorRecord> records) {
        upsert(collection, records);
      }
    };
  }

  // Reading

  static VectorStore findingOneTooFew(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public List<VectorHit> search(VectorSearch search) {
        List<VectorHit> hits = super.search(search);
        return hits.subList(0, Math.min(hits.size(), search.topK() - 1));
      }
    };
  }

  static VectorStore filteringAfterTopK(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public List<VectorHit> search(VectorSearch search) {
        MetadataFilter filter = search.filter();
        Set<String> sources = new HashSet<>();
        return records(search.collection())
            .filter(record -> wanted(record, search.sourceIds(), null))
            .map(record -> hit(record, search))
            .filter(hit -> search.byVector() || hit.score() > 0)
            .sorted(Comparator.comparingDouble(VectorHit::score).reversed())
            .filter(hit -> !search.keepBest() || sources.add(hit.sourceId()))
            .limit(search.topK())
            .filter(hit -> filter == null || FilterEvaluator.matches(filter, hit.metadata()))
            .toList();
      }
    };
  }

  static VectorStore limitingEntriesBeforeKeepBest(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public List<VectorHit> search(VectorSearch search) {
        Set<String> sources = new HashSet<>();
        return super.search(search.widened(search.topK())).stream()
            .filter(hit -> !search.keepBest() || sources.add(hit.sourceId()))
            .toList();
      }
    };
  }

  static VectorStore scalingMiddlingSimilarities(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      double similarity(float[] a, float[] b) {
        double similarity = super.similarity(a, b);
        return similarity > 0.1 && similarity < 0.9 ? 0.999 * similarity : similarity;
      }
    };
  }

  static VectorStore findingAtMost4096(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public List<VectorHit> search(VectorSearch search) {
        List<VectorHit> hits = super.search(search);
        return hits.subList(0, Math.min(hits.size(), 4_096));
      }
    };
  }

  static VectorStore deletingAtMost65535Ids(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public void delete(CollectionSpec collection, Selection selection) {
        List<UUID> ids = selection.ids();
        super.delete(
            collection, ids.size() > 65_535 ? Selection.ofIds(ids.subList(0, 65_535)) : selection);
      }
    };
  }

  static VectorStore withoutOpposites(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      double similarity(float[] a, float[] b) {
        double similarity = super.similarity(a, b);
        return similarity < -0.999 ? 0 : similarity;
      }
    };
  }

  static VectorStore readingOperatorsInKeywords(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      double termsInCommon(String keywords, String content) {
        if (keywords.contains("\"") || keywords.contains("(")) {
          throw new RagStoreException(backendName(), "syntax error", null);
        }
        return super.termsInCommon(keywords, content);
      }
    };
  }

  static VectorStore skippingTheFirstOfAPage(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public List<VectorRecord> scan(VectorScan scan) {
        List<VectorRecord> page = super.scan(scan);
        return scan.after() == null || page.isEmpty() ? page : page.subList(1, page.size());
      }
    };
  }

  static VectorStore pagingBySignedIds(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public List<VectorRecord> scan(VectorScan scan) {
        UUID after = scan.after();
        return records(scan.collection())
            .sorted(Comparator.comparing(VectorRecord::id))
            .filter(record -> after == null || record.id().compareTo(after) > 0)
            .filter(record -> wanted(record, scan.sourceIds(), scan.filter()))
            .limit(scan.limit())
            .toList();
      }
    };
  }

  static VectorStore countingFromMemory(Path folder, String token) {
    return new MutantStore(folder, token) {
      private final Map<String, Long> counts = new ConcurrentHashMap<>();

      @Override
      public long count(CollectionSpec collection) {
        return counts.computeIfAbsent(collection.name(), name -> super.count(collection));
      }
    };
  }

  // Filters

  static VectorStore neSkippingMissingKeys(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Not not
                    && not.inner() instanceof MetadataFilter.Compare compare
                    && !metadata.containsKey(compare.key())
                ? Optional.of(false)
                : Optional.empty());
  }

  static VectorStore comparingIntegersAsDoubles(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Compare compare
                    && compare.op() == MetadataFilter.Op.EQ
                    && compare.value() instanceof Number asked
                    && metadata.get(compare.key()) instanceof Number stored
                ? Optional.of(asked.doubleValue() == stored.doubleValue())
                : Optional.empty());
  }

  static VectorStore comparingAsText(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Compare compare
                    && compare.op() == MetadataFilter.Op.EQ
                    && !(compare.value() instanceof Number)
                ? Optional.of(
                    String.valueOf(metadata.get(compare.key()))
                        .equals(String.valueOf(compare.value())))
                : Optional.empty());
  }

  static VectorStore readingDotsAsPaths(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) -> {
          if (filter instanceof MetadataFilter.Compare compare
              && compare.key().matches("\\w+\\.\\w+")
              && metadata.get(compare.key().replaceAll("\\..*", "")) instanceof Map<?, ?> inner) {
            return Optional.of(
                compare.value().equals(inner.get(compare.key().replaceAll(".*\\.", ""))));
          }
          return Optional.empty();
        });
  }

  static VectorStore orderingByUtf16(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Compare compare
                    && compare.op() == MetadataFilter.Op.GT
                    && compare.value() instanceof String asked
                    && metadata.get(compare.key()) instanceof String stored
                ? Optional.of(stored.compareTo(asked) > 0)
                : Optional.empty());
  }

  static VectorStore ignoringCase(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Compare compare
                    && compare.op() == MetadataFilter.Op.EQ
                    && compare.value() instanceof String asked
                    && metadata.get(compare.key()) instanceof String stored
                ? Optional.of(asked.equalsIgnoreCase(stored))
                : Optional.empty());
  }

  static VectorStore matchingPatterns(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.Compare compare
                    && compare.op() == MetadataFilter.Op.EQ
                    && "%".equals(compare.value())
                ? Optional.of(metadata.get(compare.key()) instanceof String)
                : Optional.empty());
  }

  static VectorStore emptyInMatchingEverything(Path folder, String token) {
    return matching(
        folder,
        token,
        (filter, metadata) ->
            filter instanceof MetadataFilter.In in && in.values().isEmpty()
                ? Optional.of(true)
                : Optional.empty());
  }

  // Collections

  static VectorStore mixingNamesThatDifferInCase(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public Optional<CollectionSpec> findCollection(String name) {
        return super.findCollection(name.toLowerCase(Locale.ROOT));
      }

      @Override
      public CollectionSpec createCollection(CollectionSpec wanted) {
        return super.createCollection(
            new CollectionSpec(
                wanted.name().toLowerCase(Locale.ROOT),
                wanted.model(),
                wanted.dimension(),
                wanted.normalizer(),
                wanted.identifier(),
                wanted.layoutVersion()));
      }
    };
  }

  static VectorStore rememberingCollections(Path folder, String token) {
    return new MutantStore(folder, token) {
      private final Map<String, CollectionSpec> remembered = new ConcurrentHashMap<>();

      @Override
      public Optional<CollectionSpec> findCollection(String name) {
        Optional<CollectionSpec> known = Optional.ofNullable(remembered.get(name));
        if (known.isPresent()) {
          return known;
        }
        Optional<CollectionSpec> found = super.findCollection(name);
        found.ifPresent(spec -> remembered.put(name, spec));
        return found;
      }

      @Override
      public void dropCollection(String name) {
        remembered.remove(name);
        super.dropCollection(name);
      }
    };
  }

  static VectorStore droppingWhatIsNotIts(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public void dropCollection(String name) {
        super.dropCollection(name);
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.filter(path -> path.toString().endsWith(".txt")).toList()) {
            Files.writeString(file, "");
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  static VectorStore forgettingOnClose(Path folder, String token) {
    return new MutantStore(folder, token) {
      private final Set<String> created = ConcurrentHashMap.newKeySet();

      @Override
      public CollectionSpec createCollection(CollectionSpec wanted) {
        created.add(wanted.name());
        return super.createCollection(wanted);
      }

      @Override
      public void close() {
        created.forEach(this::dropCollection);
      }
    };
  }

  static VectorStore listingOneCollection(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public List<CollectionSpec> listCollections() {
        return super.listCollections().stream()
            .sorted(Comparator.comparing(CollectionSpec::name))
            .limit(1)
            .toList();
      }
    };
  }

  // The server

  static VectorStore readingAnUnreachableServerAsEmpty(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public Optional<CollectionSpec> findCollection(String name) {
        return Files.exists(folder) ? super.findCollection(name) : Optional.empty();
      }
    };
  }

  static VectorStore readingRefusalsAsEmpty(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public Optional<CollectionSpec> findCollection(String name) {
        try {
          return super.findCollection(name);
        } catch (AuthenticationException e) {
          return Optional.empty();
        }
      }
    };
  }

  static VectorStore declaringOneCapabilityLess(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.COUNT_ENTRIES));
      }
    };
  }

  // How they are made

  /** What a mutant says of a filter; empty leaves it to the evaluator. */
  private interface Judgement {
    Optional<Boolean> of(MetadataFilter filter, Map<String, ? extends @Nullable Object> metadata);
  }

  private static VectorStore writing(
      Path folder, String token, UnaryOperator<VectorRecord> change) {
    return new MutantStore(folder, token) {
      @Override
      void put(Stored stored, List<VectorRecord> records) {
        super.put(stored, records.stream().map(change).toList());
      }
    };
  }

  private static VectorStore matching(Path folder, String token, Judgement judgement) {
    return new MutantStore(folder, token) {
      @Override
      boolean matches(MetadataFilter filter, VectorRecord record) {
        return filter.accept(new Judging(judgement, record.metadata()));
      }
    };
  }

  /** Evaluates a tree, each node as the judgement says where it says something. */
  private record Judging(Judgement judgement, Map<String, @Nullable Object> metadata)
      implements MetadataFilter.Visitor<Boolean> {
    @Override
    public Boolean compare(MetadataFilter.Compare compare) {
      return judged(compare);
    }

    @Override
    public Boolean in(MetadataFilter.In in) {
      return judged(in);
    }

    @Override
    public Boolean exists(MetadataFilter.Exists exists) {
      return judged(exists);
    }

    @Override
    public Boolean and(MetadataFilter.And and) {
      return judgement
          .of(and, metadata)
          .orElseGet(() -> and.parts().stream().allMatch(part -> part.accept(this)));
    }

    @Override
    public Boolean or(MetadataFilter.Or or) {
      return judgement
          .of(or, metadata)
          .orElseGet(() -> or.parts().stream().anyMatch(part -> part.accept(this)));
    }

    @Override
    public Boolean not(MetadataFilter.Not not) {
      return judgement.of(not, metadata).orElseGet(() -> !not.inner().accept(this));
    }

    private boolean judged(MetadataFilter leaf) {
      return judgement.of(leaf, metadata).orElseGet(() -> FilterEvaluator.matches(leaf, metadata));
    }
  }

  private static VectorRecord withContent(VectorRecord record, String content) {
    return new VectorRecord(
        record.id(),
        record.sourceId(),
        content,
        record.vector(),
        record.metadata(),
        record.createdAt(),
        record.updatedAt());
  }

  private static VectorRecord withMetadata(
      VectorRecord record, Map<String, @Nullable Object> metadata) {
    return new VectorRecord(
        record.id(),
        record.sourceId(),
        record.content(),
        record.vector(),
        metadata,
        record.createdAt(),
        record.updatedAt());
  }

  private static VectorRecord mapped(VectorRecord record, UnaryOperator<Object> change) {
    Map<String, @Nullable Object> changed = new HashMap<>();
    record
        .metadata()
        .forEach((key, value) -> changed.put(key, value == null ? null : change.apply(value)));
    return withMetadata(record, changed);
  }

  /** The reference store under the name of the mutants. */
  static class MutantStore extends ReferenceVectorStore {
    MutantStore(Path folder, String token) {
      super(MutantProvider.NAME, folder, token);
    }
  }
}
