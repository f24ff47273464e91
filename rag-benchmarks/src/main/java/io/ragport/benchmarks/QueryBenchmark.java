package io.ragport.benchmarks;

import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does one top-10 query by vector cost through the whole service on the embedded store, with
 * and without a filter? Run {@code QueryBenchmark}; see {@code docs/BENCHMARKS.md}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class QueryBenchmark {
  private static final int DIMENSION = 384;
  private static final int QUERIES = 256;

  /** Entries in the collection. */
  @Param({"10000"})
  public int entries;

  /** Whether only 5 % of them may be found. */
  @Param({"false", "true"})
  public boolean filtered;

  private Embedded embedded;
  private float[][] queries;
  private int next;

  /** For JMH. */
  @SuppressWarnings("NullAway.Init") // JMH calls setUp first
  public QueryBenchmark() {}

  /** Fills the store. */
  @Setup(Level.Trial)
  public void setUp() throws IOException {
    Clusters clusters = new Clusters(200, DIMENSION, 42);
    embedded = Embedded.open(new NumberedVectors(clusters.next(entries)));
    queries = clusters.next(QUERIES);
    embedded.indexNumbers(entries);
  }

  /** Removes it. */
  @TearDown(Level.Trial)
  public void tearDown() throws IOException {
    embedded.close();
  }

  /** One query. */
  @Benchmark
  public List<RagServiceResult> query() {
    QueryRequest.Builder request =
        QueryRequest.builder(queries[next++ % QUERIES])
            .collectionName(Embedded.COLLECTION)
            .topK(10);
    if (filtered) {
      request.match(Map.of("group", 7));
    }
    return embedded.service().query(request.build());
  }
}
