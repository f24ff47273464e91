package io.ragport.api;

/**
 * A collection as it stands in the store (COL-1, COL-6).
 *
 * @param name its real name
 * @param model the embedding model of its entries
 * @param dimension the length of their embeddings
 * @param normalizer the fingerprint of the normalizer they went through, {@code none} without one
 * @param layoutVersion the version of the backend's storage layout
 * @param count the number of entries
 * @param precision how exactly the embeddings are kept (ENT-4)
 * @param vectorIndex how they are searched, in the backend's words: {@code hnsw}, {@code exact}
 */
public record CollectionInfo(
    String name,
    String model,
    int dimension,
    String normalizer,
    int layoutVersion,
    long count,
    VectorPrecision precision,
    String vectorIndex) {}
