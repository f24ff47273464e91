package io.ragport.api.store;

import io.ragport.api.Arguments;
import io.ragport.api.VectorPrecision;
import io.ragport.api.embedding.Normalizer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a store records of a collection (COL-1).
 *
 * @param name its real name
 * @param model the embedding model of its entries
 * @param dimension the length of their embeddings, 1 or more
 * @param normalizer the fingerprint of the normalizer they went through, {@code none} without one
 * @param identifier what the store itself calls it: a table, a folder, a server's id; empty in a
 *     collection still to be created
 * @param layoutVersion the version of the backend's storage layout; 0 in one still to be created
 * @param precision how exactly the store keeps the embeddings (ENT-4)
 * @param vectorIndex how the store searches them, in its own words: {@code hnsw}, {@code exact}
 */
public record CollectionSpec(
    String name,
    String model,
    int dimension,
    String normalizer,
    String identifier,
    int layoutVersion,
    VectorPrecision precision,
    String vectorIndex) {
  public CollectionSpec {
    Arguments.collectionName(name);
    Objects.requireNonNull(model, "model");
    Arguments.atLeast("dimension", dimension, 1);
    Objects.requireNonNull(normalizer, "normalizer");
    Objects.requireNonNull(identifier, "identifier");
    Objects.requireNonNull(precision, "precision");
    Objects.requireNonNull(vectorIndex, "vectorIndex");
  }

  /** A collection with embeddings kept in single precision and searched exactly. */
  public CollectionSpec(
      String name,
      String model,
      int dimension,
      String normalizer,
      String identifier,
      int layoutVersion) {
    this(
        name,
        model,
        dimension,
        normalizer,
        identifier,
        layoutVersion,
        VectorPrecision.SINGLE,
        "exact");
  }

  /** A collection to be created. */
  public static CollectionSpec toCreate(
      String name, String model, int dimension, @Nullable Normalizer normalizer) {
    return new CollectionSpec(name, model, dimension, Normalizer.fingerprint(normalizer), "", 0);
  }

  /** The same as it stands in the store. */
  public CollectionSpec storedAs(String newIdentifier, int newLayoutVersion) {
    return new CollectionSpec(
        name,
        model,
        dimension,
        normalizer,
        newIdentifier,
        newLayoutVersion,
        precision,
        vectorIndex);
  }

  /** The same with embeddings kept and searched so. */
  public CollectionSpec withVectors(VectorPrecision newPrecision, String newVectorIndex) {
    return new CollectionSpec(
        name,
        model,
        dimension,
        normalizer,
        identifier,
        layoutVersion,
        newPrecision,
        newVectorIndex);
  }
}
