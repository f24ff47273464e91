package io.ragport.testing;

import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Entries with defaults. */
public final class TestEntries {
  /** When entries were written. */
  public static final Instant NOW = Instant.parse("2026-05-04T03:02:01.123456Z");

  /** A minute after that. */
  public static final Instant LATER = NOW.plusSeconds(60);

  private TestEntries() {}

  /** A new collection of the model {@code model}. */
  public static CollectionSpec collection(VectorStore store, String name, int dimension) {
    return store.createCollection(CollectionSpec.toCreate(name, "model", dimension, null));
  }

  /** The id of that number; ids are in the order of their numbers. */
  public static UUID id(int number) {
    return new UUID(0, number);
  }

  /** An entry of the source {@code source}, without metadata. */
  public static VectorRecord entry(int number) {
    return entry(number, "source", Map.of());
  }

  /** An entry with three dimensions. */
  public static VectorRecord entry(
      int number, String source, Map<String, @Nullable Object> metadata) {
    return new VectorRecord(
        id(number), source, "text " + number, new float[] {number, 1, 2}, metadata, NOW, NOW);
  }

  /** The same entry with another text, written later. */
  public static VectorRecord changed(VectorRecord old, String content) {
    return new VectorRecord(
        old.id(), old.sourceId(), content, old.vector(), old.metadata(), old.createdAt(), LATER);
  }

  /** The same entry with another vector. */
  public static VectorRecord withVector(VectorRecord old, float[] vector) {
    return new VectorRecord(
        old.id(),
        old.sourceId(),
        old.content(),
        vector,
        old.metadata(),
        old.createdAt(),
        old.updatedAt());
  }

  /** Entries number {@code first} to {@code last − 1}. */
  public static List<VectorRecord> entries(int first, int last) {
    return IntStream.range(first, last).mapToObj(TestEntries::entry).toList();
  }

  /** Entries with random vectors of that length. */
  public static List<VectorRecord> entries(int first, int last, int dimension) {
    Random random = new Random(first);
    return entries(first, last).stream()
        .map(entry -> withVector(entry, vector(random, dimension)))
        .toList();
  }

  /** A random vector. */
  public static float[] vector(Random random, int dimension) {
    float[] vector = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    return vector;
  }

  /** Every entry, in the order of ids. */
  public static List<VectorRecord> all(VectorStore store, CollectionSpec collection) {
    return store.scan(VectorScan.of(collection, Integer.MAX_VALUE));
  }
}
