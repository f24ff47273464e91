package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long to wait before a repetition, and how often to repeat (ERR-3). */
class RetriesTest {
  private final List<Duration> pauses = new ArrayList<>();

  @Test
  void eachPauseIsTwiceTheLast() throws InterruptedException {
    Retries retries = new Retries(3, pauses::add, () -> 0);

    for (int failures = 1; failures <= 3; failures++) {
      assertThat(retries.pause(failures)).isTrue();
    }

    assertThat(pauses)
        .containsExactly(Duration.ofMillis(10), Duration.ofMillis(20), Duration.ofMillis(40));
  }

  @Test
  void aPauseIsUpToTwiceAsLongByChance() throws InterruptedException {
    assertThat(new Retries(1, pauses::add, () -> 0.5).pause(1)).isTrue();

    assertThat(pauses).containsExactly(Duration.ofMillis(15));
  }

  @Test
  void afterEnoughFailuresThereIsNoPause() throws InterruptedException {
    assertThat(new Retries(2, pauses::add, () -> 0).pause(3)).isFalse();
    assertThat(Retries.upTo(0).pause(1)).isFalse();

    assertThat(pauses).isEmpty();
  }

  @Test
  void anInterruptEndsThePause() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> Retries.upTo(10).pause(10)).isInstanceOf(InterruptedException.class);

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
