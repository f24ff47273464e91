package com.example.files;

import io.ragport.api.EntryIds;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.MetadataJson;
import io.ragport.api.store.VectorRecord;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What a file holds: the layout, a version that every write makes anew, the collection, its
 * entries. Immutable.
 *
 * @param entries by id
 */
record CollectionFile(UUID version, CollectionSpec spec, NavigableMap<UUID, VectorRecord> entries) {
  static final int LAYOUT = 1;
  private static final String SUFFIX = ".collection";

  static Path in(Path folder, String identifier) {
    return folder.resolve(identifier + SUFFIX);
  }

  static boolean isOne(Path file) {
    return file.toString().endsWith(SUFFIX);
  }

  /**
   * The file as it is now; empty if it is missing.
   *
   * @param known what it held before, or null; given back if nobody has written since
   */
  static Optional<CollectionFile> read(Path file, CollectionFile known) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readInt() != LAYOUT) {
        throw new IOException("written by another version of this backend");
      }
      UUID version = readId(in);
      if (known != null && known.version().equals(version)) {
        return Optional.of(known);
      }
      CollectionSpec spec =
          new CollectionSpec(
              readText(in), readText(in), in.readInt(), readText(in), readText(in), LAYOUT);
      NavigableMap<UUID, VectorRecord> entries = new TreeMap<>(EntryIds.ORDER);
      for (int left = in.readInt(); left > 0; left--) {
        VectorRecord entry = readEntry(in, spec.dimension());
        entries.put(entry.id(), entry);
      }
      return Optional.of(
          new CollectionFile(version, spec, Collections.unmodifiableNavigableMap(entries)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Puts new contents into the place of the old ones, in one step that survives a crash. */
  static void write(Path file, CollectionSpec spec, Map<UUID, VectorRecord> entries)
      throws IOException {
    Path written = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel =
            FileChannel.open(
                written,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)))) {
      out.writeInt(LAYOUT);
      writeId(out, UUID.randomUUID());
      writeText(out, spec.name());
      writeText(out, spec.model());
      out.writeInt(spec.dimension());
      writeText(out, spec.normalizer());
      writeText(out, spec.identifier());
      out.writeInt(entries.size());
      for (VectorRecord entry : entries.values()) {
        writeEntry(out, entry);
      }
      out.flush();
      channel.force(true);
    }
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void writeEntry(DataOutputStream out, VectorRecord entry) throws IOException {
    writeId(out, entry.id());
    writeText(out, entry.sourceId());
    writeText(out, entry.content());
    ByteBuffer vector = ByteBuffer.allocate(Float.BYTES * entry.vector().length);
    vector.asFloatBuffer().put(entry.vector());
    out.write(vector.array());
    writeText(out, MetadataJson.write(entry.metadata()));
    out.writeLong(ChronoUnit.MICROS.between(Instant.EPOCH, entry.createdAt()));
    out.writeLong(ChronoUnit.MICROS.between(Instant.EPOCH, entry.updatedAt()));
  }

  private static VectorRecord readEntry(DataInputStream in, int dimension) throws IOException {
    UUID id = readId(in);
    String sourceId = readText(in);
    String content = readText(in);
    float[] vector = new float[dimension];
    ByteBuffer.wrap(in.readNBytes(Float.BYTES * dimension)).asFloatBuffer().get(vector);
    return new VectorRecord(
        id,
        sourceId,
        content,
        vector,
        MetadataJson.read(readText(in)),
        Instant.EPOCH.plus(in.readLong(), ChronoUnit.MICROS),
        Instant.EPOCH.plus(in.readLong(), ChronoUnit.MICROS));
  }

  private static void writeId(DataOutputStream out, UUID id) throws IOException {
    out.writeLong(id.getMostSignificantBits());
    out.writeLong(id.getLeastSignificantBits());
  }

  private static UUID readId(DataInputStream in) throws IOException {
    return new UUID(in.readLong(), in.readLong());
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8); // writeUTF ends at 65,535 bytes
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }
}
