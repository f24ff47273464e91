package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.store.CollectionSpec;
import io.ragport.testing.TestSearch;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which collections are searched exactly at once. */
class SmallCollectionsTest {
  private static final QdrantCollection COLLECTION =
      new QdrantCollection(
          CollectionSpec.toCreate("c", "model", 2, null).storedAs("ragport_c", 1),
          "1",
          Optional.empty());

  private final SmallCollections small = new SmallCollections();

  @Test
  void oneWithFewerEntriesThanAskedForIsSmall() {
    small.learn(COLLECTION, search().build(), 4);

    assertThat(small.contains(COLLECTION)).isTrue();
  }

  @Test
  void oneThatHasAsManyIsNotSmallAnyMore() {
    small.learn(COLLECTION, search().build(), 4);
    small.learn(COLLECTION, search().sourceIds("a").build(), 5);

    assertThat(small.contains(COLLECTION)).isFalse();
  }

  @Test
  void oneThatIsToldToHaveGrownIsNotSmallAnyMore() {
    small.learn(COLLECTION, search().build(), 4);
    small.forget(COLLECTION);

    assertThat(small.contains(COLLECTION)).isFalse();
  }

  @Test
  void fewHitsUnderConditionsTellNothing() {
    small.learn(COLLECTION, search().sourceIds("a").build(), 4);

    assertThat(small.contains(COLLECTION)).isFalse();
  }

  @Test
  void fewHitsByKeywordTellNothing() {
    small.learn(COLLECTION, new TestSearch(COLLECTION.spec(), null, "a").build(), 4);

    assertThat(small.contains(COLLECTION)).isFalse();
  }

  @Test
  void fewerThanMillionsAreNotFew() {
    small.learn(COLLECTION, search().topK(Integer.MAX_VALUE).build(), 1_000_000);

    assertThat(small.contains(COLLECTION)).isFalse();
  }

  private static TestSearch search() {
    return new TestSearch(COLLECTION.spec(), new float[] {1, 0}, null);
  }
}
