package io.ragport.store.qdrant;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A search as it is put to the server.
 *
 * @param wanted how many hits it asks for
 * @param exact whether it compares all vectors
 */
record Attempt<S>(S search, int wanted, boolean exact) {
  /**
   * The hits of each search, in order. An index that falls short has not seen all that the
   * conditions let through: such a search is repeated exactly (QRY-2).
   *
   * @param run gives the hits of some of them, in order
   */
  static <S, H> List<List<H>> findAll(
      List<Attempt<S>> attempts, Function<List<Attempt<S>>, List<List<H>>> run) {
    List<List<H>> found = new ArrayList<>(run.apply(attempts));
    List<Integer> tooFew =
        IntStream.range(0, attempts.size())
            .filter(i -> attempts.get(i).isShort(found.get(i)))
            .boxed()
            .toList();
    if (!tooFew.isEmpty()) {
      List<List<H>> all = run.apply(tooFew.stream().map(i -> attempts.get(i).exactly()).toList());
      for (int i = 0; i < all.size(); i++) {
        found.set(tooFew.get(i), all.get(i));
      }
    }
    return found;
  }

  private boolean isShort(List<?> hits) {
    return !exact && hits.size() < wanted;
  }

  private Attempt<S> exactly() {
    return new Attempt<>(search, wanted, true);
  }
}
