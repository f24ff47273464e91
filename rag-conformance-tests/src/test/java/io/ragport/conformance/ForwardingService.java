package io.ragport.conformance;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.CollectionInfo;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.StoredEntry;
import io.ragport.api.embedding.Normalizer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Passes every call on; a mutant overrides one. */
class ForwardingService implements BaseRagService {
  final BaseRagService service;

  ForwardingService(BaseRagService service) {
    this.service = service;
  }

  @Override
  public String backendName() {
    return service.backendName();
  }

  @Override
  public Set<Capability> capabilities() {
    return service.capabilities();
  }

  @Override
  public void check() {
    service.check();
  }

  @Override
  public void close() {
    service.close();
  }

  @Override
  public RagEntry index(IndexRequest request) {
    return service.index(request);
  }

  @Override
  public List<RagEntry> indexBatch(IndexBatchRequest request) {
    return service.indexBatch(request);
  }

  @Override
  public List<RagServiceResult> query(QueryRequest request) {
    return service.query(request);
  }

  @Override
  public List<List<RagServiceResult>> queryBatch(QueryBatchRequest request) {
    return service.queryBatch(request);
  }

  @Override
  public void delete(UUID id, @Nullable String collectionName) {
    service.delete(id, collectionName);
  }

  @Override
  public void deleteBySourceId(String collectionName, Collection<String> sourceIds) {
    service.deleteBySourceId(collectionName, sourceIds);
  }

  @Override
  public long countEntries(String collectionName) {
    return service.countEntries(collectionName);
  }

  @Override
  public Stream<StoredEntry> iterEntries(String collectionName, int batchSize) {
    return service.iterEntries(collectionName, batchSize);
  }

  @Override
  public void deleteByMetadata(String collectionName, Map<String, ?> match) {
    service.deleteByMetadata(collectionName, match);
  }

  @Override
  public List<RagEntry> replace(ReplaceRequest request) {
    return service.replace(request);
  }

  @Override
  public List<StoredEntry> getEntries(String collectionName, Collection<UUID> ids) {
    return service.getEntries(collectionName, ids);
  }

  @Override
  public List<CollectionInfo> listCollections() {
    return service.listCollections();
  }

  @Override
  public CollectionInfo createCollection(
      String collectionName, int dimension, @Nullable String model) {
    return service.createCollection(collectionName, dimension, model);
  }

  @Override
  public void dropCollection(String collectionName) {
    service.dropCollection(collectionName);
  }

  @Override
  public double[][] computeSimilarityMatrix(
      List<String> texts, List<String> sourceIds, SimilarityMethod method, String collectionName) {
    return service.computeSimilarityMatrix(texts, sourceIds, method, collectionName);
  }

  @Override
  public Normalizer learnNormalizer(@Nullable String collectionName) {
    return service.learnNormalizer(collectionName);
  }

  @Override
  public void deleteMany(Collection<UUID> ids, @Nullable String collectionName) {
    service.deleteMany(ids, collectionName);
  }
}
