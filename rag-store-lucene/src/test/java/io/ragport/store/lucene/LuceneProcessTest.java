package io.ragport.store.lucene;

import static io.ragport.store.lucene.TestStores.allIds;
import static io.ragport.store.lucene.TestStores.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.store.CollectionSpec;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes on one folder, and one that is killed. */
class LuceneProcessTest {
  @TempDir Path folder;

  @Test
  void aSecondProcessIsToldThatTheIndexIsInUse() throws Exception {
    Process holder = ChildProcess.start("hold", folder);
    try (BufferedReader output = output(holder);
        LuceneVectorStore store = TestStores.onDisk(folder)) {
      assertThat(output.readLine()).isEqualTo("holding");

      assertThatThrownBy(() -> store.findCollection("docs"))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("another process")
          .hasMessageContaining(folder.toString());

      holder.getOutputStream().close();
      assertThat(holder.waitFor()).isZero();
      assertThat(store.findCollection("docs")).isPresent();
    } finally {
      holder.destroyForcibly();
    }
  }

  @Test
  void aKilledProcessLosesNothingItAcknowledgedAndLeavesAWholeIndex() throws Exception {
    int stored = 0;
    Process writer = ChildProcess.start("write", folder);
    try (BufferedReader output = output(writer)) {
      while (stored < 60) {
        stored = Integer.parseInt(output.readLine()) + 1;
      }
      // Unlike the process, its handle leaves the output readable.
      writer.toHandle().destroyForcibly();
      writer.waitFor();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        stored = line.isEmpty() ? stored : Integer.parseInt(line) + 1;
      }
    } finally {
      writer.destroyForcibly();
    }

    try (LuceneVectorStore store = TestStores.onDisk(folder)) {
      CollectionSpec docs = store.findCollection("docs").orElseThrow();
      long count = store.count(docs);
      assertThat(count)
          .isGreaterThanOrEqualTo(stored * 97L)
          .isLessThanOrEqualTo((stored + 1) * 97L);
      assertThat(count % 97).isZero();
      assertThat(allIds(store, docs))
          .hasSize((int) count)
          .startsWith(id(0))
          .doesNotHaveDuplicates();
      store.upsert(
          docs, List.of(TestStores.entry(1_000_000, TestStores.gaussian(new Random(2), 16))));
      assertThat(store.count(docs)).isEqualTo(count + 1);
    }
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
