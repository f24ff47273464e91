package io.ragport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What contenders must find, so that their times mean something. */
final class Answers {
  // 30 pass the filter, and of those the nearest ten are similar, for Spring AI leaves out whatever
  // has a negative similarity.
  private static final int SIZE = 600;
  private static final int TOP_K = 10;

  private Answers() {}

  /** Loads a few documents and checks that the nearest ones are found, in order. */
  static <S> void assertFindsTheNearest(
      Contender.Opener<S> opener, S server, @Nullable Condition condition) {
    DocumentStream documents = new DocumentStream();
    List<float[]> vectors = documents.next(SIZE).stream().map(NumberedDocument::vector).toList();
    float[][] queries = documents.queries(5);
    Nearest truth = new Nearest(vectors, queries, TOP_K, condition);

    try (Contender contender = opener.open(server)) {
      Load.of(contender, SIZE);

      for (int i = 0; i < queries.length; i++) {
        assertThat(contender.query(queries[i], TOP_K, condition)).isEqualTo(truth.of(i));
      }
    }
  }
}
