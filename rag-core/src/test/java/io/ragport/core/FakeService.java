package io.ragport.core;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.embedding.EmbeddingSettings;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A service that only closes. */
record FakeService(String backendName, EmbeddingSettings embedding) implements BaseRagService {
  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public void check() {}

  @Override
  public void close() {
    embedding.models().close();
  }

  @Override
  public RagEntry index(IndexRequest request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<RagEntry> indexBatch(IndexBatchRequest request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<RagServiceResult> query(QueryRequest request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<List<RagServiceResult>> queryBatch(QueryBatchRequest request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void delete(UUID id, @Nullable String collectionName) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void deleteBySourceId(String collectionName, Collection<String> sourceIds) {
    throw new UnsupportedOperationException();
  }
}
