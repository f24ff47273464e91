package io.ragport.store.lucene;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NoLockFactory;

/**
 * Indexes in folders of a root folder.
 *
 * @param root exists
 */
record FolderStorage(Path root) implements IndexStorage {
  @Override
  public List<String> identifiers() throws IOException {
    try (Stream<Path> folders = Files.list(root)) {
      return folders
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .toList();
    }
  }

  @Override
  public boolean exists(String identifier) {
    return Files.isDirectory(root.resolve(identifier));
  }

  @Override
  public Directory open(String identifier) throws IOException {
    // Mapped files stay readable when a reading thread is interrupted. Lucene's lock per index is
    // not needed below the lock of the root, and is one more file that an interrupt would close.
    return new MMapDirectory(root.resolve(identifier), NoLockFactory.INSTANCE);
  }

  /** The list of segments goes first: without it, whatever is left by a crash is no index. */
  @Override
  public void remove(String identifier) throws IOException {
    Path folder = root.resolve(identifier);
    List<Path> files;
    try (Stream<Path> entries = Files.list(folder)) {
      files = entries.filter(FolderStorage::isOfIndex).toList();
    } catch (NoSuchFileException e) {
      return;
    }
    for (Path file : files) {
      if (file.getFileName().toString().startsWith(IndexFileNames.SEGMENTS)) {
        Files.deleteIfExists(file);
      }
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // Somebody keeps a file of their own there.
      return;
    }
  }

  private static boolean isOfIndex(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(IndexFileNames.SEGMENTS)
        || name.startsWith(IndexFileNames.PENDING_SEGMENTS)
        || IndexFileNames.CODEC_FILE_PATTERN.matcher(name).matches();
  }
}
