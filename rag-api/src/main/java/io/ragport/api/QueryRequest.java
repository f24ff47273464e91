package io.ragport.api;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One query; valid once built.
 *
 * <p>A vector query takes a text or a vector (QRY-12), a keyword query a text, a hybrid query a
 * text and, if its embedding is known already, a vector.
 *
 * @param text what to look for, as for indexing (QRY-11); null in a vector query by vector
 * @param vector what to look for, finite and not all zero; copied in and out; null to embed the
 *     text
 * @param options where to look and what to return
 */
public record QueryRequest(@Nullable String text, float @Nullable [] vector, QueryOptions options) {
  public QueryRequest {
    Objects.requireNonNull(options, "options");
    if (text != null) {
      Arguments.text("text", text);
    }
    vector = vector == null ? null : Arguments.vector("vector", vector);
    switch (options.mode()) {
      case VECTOR -> {
        if ((text == null) == (vector == null)) {
          throw Arguments.invalid("query", "a vector query takes either a text or a vector");
        }
      }
      case KEYWORD -> {
        if (text == null || vector != null) {
          throw Arguments.invalid("query", "a keyword query takes a text and no vector");
        }
      }
      case HYBRID -> {
        if (text == null) {
          throw Arguments.invalid("query", "a hybrid query takes a text");
        }
      }
    }
  }

  /** A query for that text: the 5 nearest in the collection {@code default}. */
  public static Builder builder(String text) {
    return new Builder(Arguments.text("text", text), null);
  }

  /** A query by vector (QRY-12). */
  public static Builder builder(float[] vector) {
    return new Builder(null, Arguments.vector("vector", vector));
  }

  /** A copy of the vector, or null. */
  @Override
  public float @Nullable [] vector() {
    return vector == null ? null : vector.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof QueryRequest that
        && Objects.equals(text, that.text)
        && Arrays.equals(vector, that.vector)
        && options.equals(that.options);
  }

  @Override
  public int hashCode() {
    return Objects.hash(text, Arrays.hashCode(vector), options);
  }

  /** Leaves text and vector out (ERR-2). */
  @Override
  public String toString() {
    return "QueryRequest[" + (vector == null ? "by text" : "by vector") + ", " + options + "]";
  }

  /** Collects the parts of a {@link QueryRequest}. Confined to one thread. */
  public static final class Builder extends QueryOptions.Builder<Builder> {
    private final @Nullable String text;
    private float @Nullable [] vector;

    private Builder(@Nullable String text, float @Nullable [] vector) {
      this.text = text;
      this.vector = vector;
    }

    /** The text's embedding where it is known already; for hybrid queries. */
    public Builder vector(float[] vector) {
      this.vector = vector;
      return this;
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
    public QueryRequest build() {
      return new QueryRequest(text, vector, options());
    }
  }
}
