package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexItem;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.StoredEntry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** REP-6 and REP-7: replacing as one step. */
@Needs({Capability.REPLACE, Capability.ATOMIC_REPLACE})
abstract class AtomicReplaceRules extends Rules {
  private static final int ENTRIES = 4;

  AtomicReplaceRules(Backend backend) {
    super(backend);
  }

  @Rule("REP-6")
  @Test
  void replacesAtOnceLeaveTheEntriesOfOneWinner() {
    service.replace(generation("first"));

    AtOnce.run(
        16,
        thread -> {
          for (int round = 0; round < 4; round++) {
            service.replace(generation("thread " + thread + " round " + round));
          }
        });

    List<String> left = contents(everything(DOCS));
    assertThat(left).hasSize(ENTRIES).doesNotHaveDuplicates();
    assertThat(generations(left)).as("generations left").hasSize(1);
  }

  @Rule("REP-6")
  @Test
  void servicesThatReplaceAtOnceLeaveTheEntriesOfOneWinner() {
    service.replace(generation("first"));
    List<BaseRagService> services = IntStream.range(0, 4).mapToObj(i -> open()).toList();

    AtOnce.run(
        services.size(),
        thread -> {
          for (int round = 0; round < 10; round++) {
            services.get(thread).replace(generation("thread " + thread + " round " + round));
          }
        });

    List<String> left = contents(everything(DOCS));
    assertThat(left).hasSize(ENTRIES).doesNotHaveDuplicates();
    assertThat(generations(left)).as("generations left").hasSize(1);
  }

  @Rule("REP-7")
  @Test
  void queriesSeeTheOldOrTheNewEntries() {
    BaseRagService other = open();

    assertReadersSeeOneGeneration(
        look -> contents((look % 2 == 0 ? service : other).query(theQuery().topK(100).build())));
  }

  /** All entries are in one page, and so seen at one moment. */
  @Rule("REP-7")
  @Needs({Capability.ATOMIC_REPLACE, Capability.ITER_ENTRIES})
  @Test
  void aPageOfEntriesHasTheOldOrTheNewOnes() {
    assertReadersSeeOneGeneration(
        look -> {
          try (Stream<StoredEntry> entries = service.iterEntries(DOCS, 100)) {
            return entries.map(StoredEntry::content).toList();
          }
        });
  }

  /** Reads again and again while the entries are replaced a hundred times. */
  private void assertReadersSeeOneGeneration(IntFunction<List<String>> reader) {
    service.replace(generation("0"));
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger looks = new AtomicInteger();

    AtOnce.run(
        2,
        thread -> {
          if (thread == 0) {
            try {
              replaceHundredTimes();
            } finally {
              done.set(true);
            }
          } else {
            while (!done.get()) {
              List<String> seen = reader.apply(looks.getAndIncrement());
              assertThat(seen).as("entries seen").hasSize(ENTRIES);
              assertThat(generations(seen)).as("generations seen").hasSize(1);
            }
          }
        });

    assertThat(looks).as("looks at the collection meanwhile").hasPositiveValue();
    assertThat(generations(contents(everything(DOCS)))).containsExactly("100");
  }

  private void replaceHundredTimes() {
    for (int generation = 1; generation <= 100; generation++) {
      service.replace(generation(String.valueOf(generation)));
    }
  }

  private static ReplaceRequest generation(String name) {
    return ReplaceRequest.builder(DOCS)
        .sourceId("s")
        .addAll(IntStream.range(0, ENTRIES).mapToObj(i -> IndexItem.of(i + " of " + name)).toList())
        .build();
  }

  private static Set<String> generations(List<String> contents) {
    Set<String> generations = new TreeSet<>();
    contents.forEach(text -> generations.add(text.substring(text.indexOf(" of ") + 4)));
    return generations;
  }
}
