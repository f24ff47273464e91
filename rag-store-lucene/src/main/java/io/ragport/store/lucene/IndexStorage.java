package io.ragport.store.lucene;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.store.Directory;

/** Where indexes are kept, one directory each, named by the identifier of their collection. */
interface IndexStorage {
  /** Every directory there, also ones that are not Ragport's. */
  List<String> identifiers() throws IOException;

  /** Whether that directory is there. */
  boolean exists(String identifier) throws IOException;

  /** Opens a directory, made if it is not there. */
  Directory open(String identifier) throws IOException;

  /** Removes a closed directory's index, and the directory if nothing else is in it (COL-8). */
  void remove(String identifier) throws IOException;
}
