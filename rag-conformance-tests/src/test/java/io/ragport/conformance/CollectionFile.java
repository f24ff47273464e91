package io.ragport.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ragport.api.EntryIds;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.MetadataJson;
import io.ragport.api.store.VectorRecord;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** A collection as a file: what it is in the first line, then a line of JSON for each entry. */
final class CollectionFile {
  private static final String SUFFIX = ".collection";
  private static final ObjectMapper JSON = new ObjectMapper();

  private CollectionFile() {}

  /** What a file held when its attributes were these. */
  record Cached(List<Object> stamp, ReferenceVectorStore.Stored stored) {}

  static boolean isOne(Path file) {
    return file.toString().endsWith(SUFFIX);
  }

  static Path in(Path folder, String identifier) {
    return folder.resolve(identifier + SUFFIX);
  }

  /** The contents, the caller's to change; a file that did not change is not read again. */
  static ReferenceVectorStore.Stored read(Path file, Map<Path, Cached> cache) throws IOException {
    List<Object> stamp = stamp(file);
    Cached cached = cache.get(file);
    if (cached == null || !cached.stamp().equals(stamp)) {
      cached = new Cached(stamp, read(file));
      cache.put(file, cached);
    }
    return new ReferenceVectorStore.Stored(
        cached.stored().spec(), new TreeMap<>(cached.stored().records()));
  }

  /** Puts new contents in the place of the old ones, in one step. */
  static void write(Path file, ReferenceVectorStore.Stored stored) throws IOException {
    Path written = file.resolveSibling(file.getFileName() + ".new");
    try (BufferedWriter lines = Files.newBufferedWriter(written)) {
      lines.write(JSON.writeValueAsString(JSON.valueToTree(stored.spec())));
      for (VectorRecord entry : stored.records().values()) {
        lines.write('\n');
        lines.write(JSON.writeValueAsString(tree(entry)));
      }
    }
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static List<Object> stamp(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return List.of(
        String.valueOf(attributes.fileKey()), attributes.lastModifiedTime(), attributes.size());
  }

  private static ReferenceVectorStore.Stored read(Path file) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      CollectionSpec spec = JSON.readValue(lines.readLine(), CollectionSpec.class);
      SortedMap<UUID, VectorRecord> records = new TreeMap<>(EntryIds.ORDER);
      for (Iterator<String> rest = lines.lines().iterator(); rest.hasNext(); ) {
        VectorRecord entry = entry(JSON.readTree(rest.next()));
        records.put(entry.id(), entry);
      }
      return new ReferenceVectorStore.Stored(spec, records);
    }
  }

  private static ObjectNode tree(VectorRecord entry) {
    ObjectNode tree =
        JSON.createObjectNode()
            .put("id", entry.id().toString())
            .put("sourceId", entry.sourceId())
            .put("content", entry.content())
            .put("metadata", MetadataJson.write(entry.metadata()))
            .put("createdAt", entry.createdAt().toString())
            .put("updatedAt", entry.updatedAt().toString());
    ArrayNode vector = tree.putArray("vector");
    for (float value : entry.vector()) {
      vector.add(value);
    }
    return tree;
  }

  private static VectorRecord entry(JsonNode tree) {
    float[] vector = new float[tree.get("vector").size()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) tree.get("vector").get(i).doubleValue();
    }
    return new VectorRecord(
        UUID.fromString(tree.get("id").textValue()),
        tree.get("sourceId").textValue(),
        tree.get("content").textValue(),
        vector,
        MetadataJson.read(tree.get("metadata").textValue()),
        Instant.parse(tree.get("createdAt").textValue()),
        Instant.parse(tree.get("updatedAt").textValue()));
  }
}
