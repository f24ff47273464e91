package io.ragport.api.store;

import io.ragport.api.Arguments;
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
 */
public record CollectionSpec(
    String name,
    String model,
    int dimension,
    String normalizer,
    String identifier,
    int layoutVersion) {
  public CollectionSpec {
    Arguments.collectionName(name);
    Objects.requireNonNull(model, "model");
    Arguments.atLeast("dimension", dimension, 1);
    Objects.requireNonNull(normalizer, "normalizer");
    Objects.requireNonNull(identifier, "identifier");
  }

  /** A collection to be created. */
  public static CollectionSpec toCreate(
      String name, String model, int dimension, @Nullable Normalizer normalizer) {
    return new CollectionSpec(name, model, dimension, Normalizer.fingerprint(normalizer), "", 0);
  }

  /** The same as it stands in the store. */
  public CollectionSpec storedAs(String newIdentifier, int newLayoutVersion) {
    return new CollectionSpec(name, model, dimension, normalizer, newIdentifier, newLayoutVersion);
  }
}
