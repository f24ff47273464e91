package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptTest {
  private final List<List<Attempt<String>>> runs = new ArrayList<>();

  @Test
  void whatFindsEnoughIsAskedOnce() {
    List<Attempt<String>> attempts = List.of(new Attempt<>("a", 1, false));

    assertThat(Attempt.findAll(attempts, this::run)).containsExactly(List.of("index"));
    assertThat(runs).containsExactly(attempts);
  }

  @Test
  void anExactSearchIsFinal() {
    List<Attempt<String>> attempts = List.of(new Attempt<>("a", 9, true));

    assertThat(Attempt.findAll(attempts, this::run)).containsExactly(List.of("all", "all"));
    assertThat(runs).containsExactly(attempts);
  }

  @Test
  void onlyWhatFellShortIsSearchedAgainExactlyAndTheOrderStays() {
    List<Attempt<String>> attempts =
        List.of(
            new Attempt<>("a", 2, false),
            new Attempt<>("b", 1, false),
            new Attempt<>("c", 3, false));

    assertThat(Attempt.findAll(attempts, this::run))
        .containsExactly(List.of("all", "all"), List.of("index"), List.of("all", "all"));
    assertThat(runs)
        .containsExactly(
            attempts, List.of(new Attempt<>("a", 2, true), new Attempt<>("c", 3, true)));
  }

  /** An index finds one hit, and a comparison of all vectors two. */
  private List<List<String>> run(List<Attempt<String>> attempts) {
    runs.add(attempts);
    return attempts.stream()
        .map(attempt -> attempt.exact() ? Collections.nCopies(2, "all") : List.of("index"))
        .toList();
  }
}
