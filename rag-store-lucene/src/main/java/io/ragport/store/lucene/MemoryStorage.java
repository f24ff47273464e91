package io.ragport.store.lucene;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** Indexes on the heap, gone with their service. */
final class MemoryStorage implements IndexStorage {
  private final ConcurrentMap<String, Directory> directories = new ConcurrentHashMap<>();

  @Override
  public List<String> identifiers() {
    return List.copyOf(directories.keySet());
  }

  @Override
  public boolean exists(String identifier) {
    return directories.containsKey(identifier);
  }

  @Override
  public Directory open(String identifier) {
    return directories.computeIfAbsent(identifier, key -> new ByteBuffersDirectory());
  }

  @Override
  public void remove(String identifier) {
    directories.remove(identifier);
  }
}
