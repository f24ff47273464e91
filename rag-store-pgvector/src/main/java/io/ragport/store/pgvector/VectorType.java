package io.ragport.store.pgvector;

import io.ragport.api.VectorPrecision;
import java.util.Locale;

/** The column type that new collections keep their embeddings in. */
public enum VectorType {
  /** pgvector's {@code vector}: 32 bits a component. */
  VECTOR(VectorPrecision.SINGLE),
  /** pgvector's {@code halfvec}: 16 bits a component; needs pgvector 0.7. */
  HALFVEC(VectorPrecision.HALF);

  private final VectorPrecision precision;

  VectorType(VectorPrecision precision) {
    this.precision = precision;
  }

  /** How exactly embeddings are kept (ENT-4). */
  public VectorPrecision precision() {
    return precision;
  }

  /** The room a component takes. */
  int bytes() {
    return switch (this) {
      case VECTOR -> Float.BYTES;
      case HALFVEC -> Short.BYTES;
    };
  }

  /** The type's name in PostgreSQL, without its schema. */
  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static VectorType of(VectorPrecision precision) {
    return precision == VectorPrecision.HALF ? HALFVEC : VECTOR;
  }
}
