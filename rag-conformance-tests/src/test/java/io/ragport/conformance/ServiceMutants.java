package io.ragport.conformance;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.EmbeddingException;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.StoredEntry;
import io.ragport.api.UnsupportedCapabilityException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Services over the reference store that do one thing wrong. */
final class ServiceMutants {
  private ServiceMutants() {}

  static BaseRagService declaringWhatItRefuses(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public List<RagServiceResult> query(QueryRequest request) {
        if (request != null && request.options().mode() == QueryMode.KEYWORD) {
          throw new UnsupportedCapabilityException(backendName(), Capability.KEYWORD_QUERY);
        }
        return service.query(request);
      }
    };
  }

  static BaseRagService doingWhatItDoesNotDeclare(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public Set<Capability> capabilities() {
        Set<Capability> rest = EnumSet.copyOf(service.capabilities());
        rest.remove(Capability.GET_ENTRIES);
        return Collections.unmodifiableSet(rest);
      }
    };
  }

  static BaseRagService givingItsCapabilitiesAway(BaseRagService service) {
    Set<Capability> own = EnumSet.copyOf(service.capabilities());
    return new ForwardingService(service) {
      @Override
      public Set<Capability> capabilities() {
        return own;
      }
    };
  }

  static BaseRagService excludingTheThreshold(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public List<RagServiceResult> query(QueryRequest request) {
        List<RagServiceResult> hits = service.query(request);
        Double least = request.options().minSimilarity();
        return hits.stream()
            .filter(hit -> least == null || hit.similarity() == null || hit.similarity() > least)
            .toList();
      }
    };
  }

  static BaseRagService indexingABatchOneByOne(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public List<RagEntry> indexBatch(IndexBatchRequest request) {
        if (request == null || request.items().isEmpty() || request.items().size() > 1_000) {
          return service.indexBatch(request); // one by one they would take an hour
        }
        List<RagEntry> entries = new ArrayList<>();
        for (IndexItem item : request.items()) {
          entries.add(
              service.index(new IndexRequest(item, request.collectionName(), request.listener())));
        }
        return entries;
      }
    };
  }

  static BaseRagService returningMutableMetadata(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public RagEntry index(IndexRequest request) {
        RagEntry entry = service.index(request);
        Map<String, @Nullable Object> metadata = new HashMap<>(entry.metadata());
        return new RagEntry(
            entry.id(),
            entry.model(),
            entry.collectionName(),
            entry.sourceId(),
            entry.content(),
            entry.embeddingSize(),
            metadata,
            entry.createdAt(),
            entry.updatedAt());
      }
    };
  }

  static BaseRagService deletingEverythingForNoSources(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public void deleteBySourceId(String collectionName, Collection<String> sourceIds) {
        if (sourceIds != null && sourceIds.isEmpty()) {
          service.dropCollection(collectionName);
        }
        service.deleteBySourceId(collectionName, sourceIds);
      }
    };
  }

  static BaseRagService takingNoCollectionForTheDefault(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public void delete(UUID id, @Nullable String collectionName) {
        service.delete(id, collectionName == null ? "default" : collectionName);
      }
    };
  }

  static BaseRagService leavingTheQueryIndexOut(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public List<List<RagServiceResult>> queryBatch(QueryBatchRequest request) {
        return service.queryBatch(request).stream()
            .map(hits -> hits.stream().map(hit -> changed(hit, hit.content(), null)).toList())
            .toList();
      }
    };
  }

  static BaseRagService leavingContentOutOfBatches(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public List<List<RagServiceResult>> queryBatch(QueryBatchRequest request) {
        return service.queryBatch(request).stream()
            .map(hits -> hits.stream().map(hit -> changed(hit, null, hit.queryIndex())).toList())
            .toList();
      }
    };
  }

  static BaseRagService neverLeavingContentOut(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public List<RagServiceResult> query(QueryRequest request) {
        return service.query(request).stream()
            .map(hit -> hit.content() == null ? changed(hit, "the text", hit.queryIndex()) : hit)
            .toList();
      }
    };
  }

  static BaseRagService breakingTiesBackwards(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public List<RagServiceResult> query(QueryRequest request) {
        List<RagServiceResult> hits = new ArrayList<>(service.query(request));
        for (int i = 1; i < hits.size() && request.options().mode() == QueryMode.VECTOR; i++) {
          if (hits.get(i).score() == hits.get(i - 1).score()) {
            Collections.swap(hits, i - 1, i);
            return hits;
          }
        }
        return hits;
      }
    };
  }

  static BaseRagService gettingEntriesInOrderOfIds(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public List<StoredEntry> getEntries(String collectionName, Collection<UUID> ids) {
        return service.getEntries(
            collectionName, ids == null ? ids : ids.stream().sorted().toList());
      }
    };
  }

  static BaseRagService creatingWhatItDeletesFrom(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public void deleteBySourceId(String collectionName, Collection<String> sourceIds) {
        service.deleteBySourceId(collectionName, sourceIds);
        if (service.listCollections().stream()
            .noneMatch(collection -> collection.name().equals(collectionName))) {
          service.createCollection(collectionName, RecordingEmbedding.DIMENSION, null);
        }
      }
    };
  }

  static BaseRagService averagingByTheBest(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public double[][] computeSimilarityMatrix(
          List<String> texts,
          List<String> sourceIds,
          SimilarityMethod method,
          String collectionName) {
        return service.computeSimilarityMatrix(
            texts, sourceIds, SimilarityMethod.MIN, collectionName);
      }
    };
  }

  static BaseRagService lettingDriverErrorsOut(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public RagEntry index(IndexRequest request) {
        try {
          return service.index(request);
        } catch (EmbeddingException e) {
          throw new UncheckedIOException(new IOException("driver error 42", e));
        }
      }
    };
  }

  static BaseRagService closingOnlyOnce(BaseRagService service) {
    return new ForwardingService(service) {
      private boolean closed;

      @Override
      public void close() {
        if (closed) {
          throw new IllegalStateException("closed already");
        }
        closed = true;
        service.close();
      }
    };
  }

  static BaseRagService leavingAThreadBehind(BaseRagService service) {
    CountDownLatch never = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "mutant");
    thread.setDaemon(true);
    thread.start();
    return service;
  }

  static BaseRagService swallowingInterrupts(BaseRagService service) {
    return new ForwardingService(service) {
      @Override
      public RagEntry index(IndexRequest request) {
        try {
          return service.index(request);
        } finally {
          Thread.interrupted();
        }
      }
    };
  }

  private static RagServiceResult changed(
      RagServiceResult hit, @Nullable String content, @Nullable Integer queryIndex) {
    return new RagServiceResult(
        hit.id(),
        hit.model(),
        hit.collectionName(),
        hit.sourceId(),
        content,
        hit.embeddingSize(),
        hit.metadata(),
        hit.similarity(),
        hit.score(),
        hit.scoreKind(),
        hit.createdAt(),
        hit.updatedAt(),
        queryIndex);
  }
}
