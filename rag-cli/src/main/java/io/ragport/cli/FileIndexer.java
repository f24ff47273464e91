package io.ragport.cli;

import io.ragport.api.AuthenticationException;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.StoredEntry;
import io.ragport.core.chunk.RecursiveChunker;
import io.ragport.core.chunk.TextChunk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Puts one file's passages into a collection, in place of the ones it had (REP-3). A file whose
 * checksum is the stored one is left alone. Safe for use from many threads.
 *
 * <p>The id of a passage follows from its file and number, so the checksum of a file is found by
 * asking for its first passage.
 */
final class FileIndexer {
  private final BaseRagService service;
  private final String collection;
  private final RecursiveChunker chunker;
  private final long maxBytes;
  private final IndexReport report;

  FileIndexer(
      BaseRagService service,
      String collection,
      RecursiveChunker chunker,
      long maxBytes,
      IndexReport report) {
    this.service = service;
    this.collection = collection;
    this.chunker = chunker;
    this.maxBytes = maxBytes;
    this.report = report;
  }

  /**
   * Indexes a file; whatever is wrong with it goes to the report.
   *
   * @throws RuntimeException if the service cannot work at all
   */
  void index(Path file) {
    try {
      byte[] bytes = read(file);
      if (bytes.length == 0) {
        forget(file);
        report.skipped(file, "empty");
      } else if (TextReader.isBinary(bytes)) {
        forget(file);
        report.skipped(file, "binary");
      } else {
        index(file, bytes);
      }
    } catch (UnusableFileException e) {
      report.failed(file, Main.oneLine(e));
    } catch (IOException e) {
      report.failed(file, FileWalk.reason(e));
    } catch (BackendUnavailableException
        | AuthenticationException
        | RagConfigurationException
        | CollectionMismatchException e) {
      throw e; // the next file would fail the same way
    } catch (RuntimeException e) {
      report.failed(file, Main.oneLine(e));
    }
  }

  private byte[] read(Path file) throws IOException, UnusableFileException {
    long size = Files.size(file);
    if (size > maxBytes) {
      throw new UnusableFileException(
          "too large: "
              + megabytes(size)
              + " MB (limit "
              + megabytes(maxBytes)
              + " MB, see --max-file-size)");
    }
    return Files.readAllBytes(file);
  }

  private void index(Path file, byte[] bytes) throws UnusableFileException {
    String checksum = checksum(bytes);
    if (checksum.equals(storedChecksum(file))) {
      report.unchanged();
      return;
    }
    SourceText text = TextReader.read(file, bytes);
    List<TextChunk> chunks = chunker.chunk(text.text());
    if (chunks.isEmpty()) {
      forget(file);
      report.skipped(file, "no text");
      return;
    }
    store(file, chunks.stream().map(chunk -> item(file, checksum, text, chunk)).toList());
    report.indexed(chunks.size());
  }

  private void store(Path file, List<IndexItem> items) {
    String source = Paths.sourceId(file);
    if (service.supports(Capability.REPLACE)) {
      service.replace(ReplaceRequest.builder(collection).sourceId(source).addAll(items).build());
    } else {
      service.deleteBySourceId(collection, source);
      service.indexBatch(
          IndexBatchRequest.builder().collectionName(collection).addAll(items).build());
    }
  }

  private void forget(Path file) {
    service.deleteBySourceId(collection, Paths.sourceId(file));
  }

  private @Nullable String storedChecksum(Path file) {
    if (!service.supports(Capability.GET_ENTRIES)) {
      return null;
    }
    List<StoredEntry> first = service.getEntries(collection, List.of(chunkId(file, 0)));
    return first.isEmpty() ? null : (String) first.get(0).metadata().get("checksum");
  }

  private IndexItem item(Path file, String checksum, SourceText text, TextChunk chunk) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("path", Paths.sourceId(file));
    metadata.put("file", file.getFileName().toString());
    metadata.put("extension", TextReader.extension(file));
    if (!text.title().isBlank()) {
      metadata.put("title", text.title());
    }
    metadata.put("chunk", chunk.index());
    metadata.put("startLine", text.lineAt(chunk.start()));
    metadata.put("endLine", text.lineAt(chunk.end() - 1));
    metadata.put("checksum", checksum);
    return new IndexItem(
        chunk.content(),
        new LinkedHashMap<>(metadata),
        Paths.sourceId(file),
        chunkId(file, chunk.index()));
  }

  private static UUID chunkId(Path file, int index) {
    String name = Paths.sourceId(file) + "\n" + index;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /** Of the bytes and of how they are cut, so that another chunk size indexes anew. */
  private String checksum(byte[] bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes);
      String cut = chunker.chunkSize() + "/" + chunker.overlap();
      digest.update(cut.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static long megabytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
