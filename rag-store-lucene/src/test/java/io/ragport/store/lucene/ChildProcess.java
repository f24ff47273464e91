package io.ragport.store.lucene;

import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What runs in a second JVM: keeps an index open, or writes to it until it is killed. */
final class ChildProcess {
  private ChildProcess() {}

  /** Starts it on that folder; its output is to be read from the process. */
  static Process start(String task, Path folder) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            java,
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            ChildProcess.class.getName(),
            task,
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Prints a line when it holds the index, or the number of each batch that is stored. */
  public static void main(String[] arguments) throws IOException {
    try (LuceneVectorStore store = TestStores.onDisk(Path.of(arguments[1]))) {
      CollectionSpec docs = TestStores.collection(store, "docs", 16);
      if (arguments[0].equals("hold")) {
        System.out.println("holding");
        System.out.flush();
        System.in.read();
        return;
      }
      Random random = new Random(1);
      for (int batch = 0; ; batch++) {
        List<VectorRecord> records = new ArrayList<>();
        for (int i = 0; i < 97; i++) {
          records.add(TestStores.entry(batch * 97 + i, TestStores.gaussian(random, 16)));
        }
        store.upsert(docs, records);
        System.out.println(batch);
        System.out.flush();
      }
    }
  }
}
