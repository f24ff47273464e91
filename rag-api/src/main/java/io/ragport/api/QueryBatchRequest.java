package io.ragport.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Several texts looked for with the same options; valid once built (QRY-9).
 *
 * @param texts in the order the result lists come back; may be empty
 * @param options where to look and what to return
 */
public record QueryBatchRequest(List<String> texts, QueryOptions options) {
  public QueryBatchRequest {
    Objects.requireNonNull(options, "options");
    List<String> copy = new ArrayList<>(texts.size());
    for (String text : texts) {
      copy.add(Arguments.text("texts[" + copy.size() + "]", text));
    }
    texts = List.copyOf(copy);
  }

  /** A query for each text: the 5 nearest in the collection {@code default}. */
  public static Builder builder(List<String> texts) {
    return new Builder(texts);
  }

  /** Leaves the texts out (ERR-2). */
  @Override
  public String toString() {
    return "QueryBatchRequest[" + texts.size() + " texts, " + options + "]";
  }

  /** Collects the parts of a {@link QueryBatchRequest}. Confined to one thread. */
  public static final class Builder extends QueryOptions.Builder<Builder> {
    private final List<String> texts;

    private Builder(List<String> texts) {
      this.texts = texts;
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * The request.
     *
     * @throws IllegalArgumentException if a part breaks its rule
     */
    public QueryBatchRequest build() {
      return new QueryBatchRequest(texts, options());
    }
  }
}
