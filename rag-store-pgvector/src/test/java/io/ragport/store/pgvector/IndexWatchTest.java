package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class IndexWatchTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final int LARGE = IndexWatch.LARGE_WRITE;

  private final IndexWatch watch = new IndexWatch();

  @Test
  void theFirstWriteAsksForALookASecondLater() {
    boolean schedule = watch.wrote(1, 0);

    assertThat(schedule).isTrue();
    assertThat(watch.nanosUntilDue(0)).isEqualTo(SECOND);
  }

  @Test
  void aLargeWritePushesTheDateBack() {
    watch.wrote(LARGE, 0);

    boolean schedule = watch.wrote(LARGE, SECOND / 2);

    assertThat(schedule).isFalse();
    assertThat(watch.nanosUntilDue(SECOND / 2)).isEqualTo(SECOND);
  }

  @Test
  void aSmallWriteDoesNotPushTheDateBack() {
    watch.wrote(LARGE, 0);

    watch.wrote(LARGE - 1, SECOND / 2);

    assertThat(watch.nanosUntilDue(SECOND)).isZero();
  }

  @Test
  void writesWithoutEndPushItBackByFiveMinutesAtMost() {
    for (long now = 0; now < 600 * SECOND; now += SECOND / 2) {
      watch.wrote(LARGE, now);
    }

    assertThat(watch.nanosUntilDue(0)).isEqualTo(300 * SECOND);
  }

  @Test
  void smallWritesToACompleteCollectionAskForNothingForAMinute() {
    watch.isComplete(0);

    assertThat(watch.wrote(LARGE - 1, 59 * SECOND)).isFalse();
    assertThat(watch.wrote(1, 60 * SECOND)).isTrue();
  }

  @Test
  void aLargeWriteAlwaysAsksForALook() {
    watch.isComplete(0);

    assertThat(watch.wrote(LARGE, SECOND)).isTrue();
  }

  @Test
  void aSmallCollectionIsLookedAtOnceItMayBeLarge() {
    watch.isSmall(300, 0);

    assertThat(watch.wrote(299, SECOND)).isFalse();
    assertThat(watch.wrote(1, SECOND)).isTrue();
  }

  @Test
  void aWriteDuringALookAsksForAnother() {
    watch.wrote(LARGE, 0);
    watch.begins();

    assertThat(watch.wrote(1, 2 * SECOND)).isTrue();
  }

  @Test
  void whileOthersBuildAnotherLookIsTakenLater() {
    watch.wrote(LARGE, 0);
    watch.begins();

    boolean schedule = watch.isBusy(SECOND);

    assertThat(schedule).isTrue();
    assertThat(watch.nanosUntilDue(SECOND)).isEqualTo(10 * SECOND);
    assertThat(watch.wrote(1, SECOND)).isFalse();
  }

  @Test
  void aLookThatAWriteAskedForIsEnoughWhileOthersBuild() {
    watch.wrote(LARGE, 0);
    watch.begins();
    watch.wrote(LARGE, SECOND);

    assertThat(watch.isBusy(SECOND)).isFalse();
  }

  @Test
  void aRefusedDropIsRememberedForAMinute() {
    watch.dropWasRefused(0);
    watch.isComplete(SECOND);

    assertThat(watch.dropWasRefusedLately(59 * SECOND)).isTrue();
    assertThat(watch.dropWasRefusedLately(60 * SECOND)).isFalse();
  }

  @Test
  void withoutRightsNothingIsTriedAgain() {
    boolean news = watch.isForbidden();

    assertThat(news).isTrue();
    assertThat(watch.isForbidden()).isFalse();
    assertThat(watch.wrote(LARGE, 0)).isFalse();
  }

  @Test
  void aFailureIsNewsAgainAfterASuccess() {
    assertThat(watch.hasFailed(0)).isTrue();
    assertThat(watch.hasFailed(0)).isFalse();

    watch.isComplete(0);

    assertThat(watch.hasFailed(0)).isTrue();
  }

  @Test
  void afterAFailureSmallWritesAskForNothingForAMinute() {
    watch.hasFailed(0);

    assertThat(watch.wrote(1, 59 * SECOND)).isFalse();
    assertThat(watch.wrote(LARGE, 59 * SECOND)).isTrue();
  }

  @Test
  void theLackOfAVectorIndexIsRememberedForAMinuteOrUntilItIsBuilt() {
    watch.isWithoutVectorIndex(0);

    assertThat(watch.knownWithoutVectorIndex(59 * SECOND)).isTrue();
    assertThat(watch.knownWithoutVectorIndex(60 * SECOND)).isFalse();

    watch.isComplete(0);

    assertThat(watch.knownWithoutVectorIndex(0)).isFalse();
  }
}
