package io.ragport.conformance;

import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import io.ragport.api.store.VectorStore;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Stores that find, rank, page or count wrongly. */
final class SearchMutants {
  private SearchMutants() {}

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
}
