package io.ragport.api.embedding;

import io.ragport.api.Arguments;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shifts and scales vectors: centre, then L1, then L2, each if enabled (NRM-1). Immutable.
 *
 * <p>Centring subtracts the mean of a corpus, so that cosine tells its texts apart better; scaling
 * alone leaves cosine as it is.
 *
 * @param l1 divide by the sum of absolute values; a zero vector stays zero
 * @param l2 divide by the Euclidean length; a zero vector stays zero
 * @param center subtract {@code centerVector}; without one nothing is subtracted
 * @param centerVector as long as the vectors; null for none; copied in and out
 */
public record Normalizer(boolean l1, boolean l2, boolean center, double @Nullable [] centerVector) {
  /** Scales to unit Euclidean length. */
  public static final Normalizer L2 = scaling(false, true);

  /** The fingerprint of a collection whose vectors went through no normalizer. */
  public static final String NO_FINGERPRINT = "none";

  private static final List<String> KEYS = List.of("l1", "l2", "center", "center_vector");

  public Normalizer {
    if (centerVector != null) {
      centerVector = centerVector.clone();
      for (int i = 0; i < centerVector.length; i++) {
        if (!Double.isFinite(centerVector[i])) {
          throw Arguments.invalid("center_vector", "component " + i + " is not finite");
        }
      }
    }
  }

  /** One that scales only. */
  public static Normalizer scaling(boolean l1, boolean l2) {
    return new Normalizer(l1, l2, false, null);
  }

  /** One that subtracts this vector only. */
  public static Normalizer centredOn(double[] centerVector) {
    return new Normalizer(false, false, true, centerVector);
  }

  /**
   * One that subtracts the mean of these vectors.
   *
   * @param vectors all of one length
   * @return empty if there are none
   */
  public static Optional<Normalizer> centredOnMeanOf(Stream<float[]> vectors) {
    Mean mean = new Mean();
    vectors.forEachOrdered(mean::add);
    return mean.count == 0 ? Optional.empty() : Optional.of(centredOn(mean.value()));
  }

  /** The transformed vector; the given one is not changed. Computed in double. */
  public float[] transform(float[] vector) {
    double[] values = new double[vector.length];
    for (int i = 0; i < vector.length; i++) {
      values[i] = vector[i];
    }
    transformInPlace(values);
    float[] result = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = (float) values[i];
    }
    return result;
  }

  /** The transformed vectors, in order. */
  public float[][] transform(float[][] vectors) {
    return Arrays.stream(vectors).map(this::transform).toArray(float[][]::new);
  }

  /**
   * What a collection records of it (COL-1): equal for equal normalizers, and {@code none} for one
   * that changes nothing.
   */
  public String fingerprint() {
    List<String> steps = new ArrayList<>();
    if (center && centerVector != null) {
      steps.add("center-" + digest(centerVector));
    }
    if (l1) {
      steps.add("l1");
    }
    if (l2) {
      steps.add("l2");
    }
    return steps.isEmpty() ? NO_FINGERPRINT : String.join("+", steps);
  }

  /** The fingerprint of a normalizer that may be absent. */
  public static String fingerprint(@Nullable Normalizer normalizer) {
    return normalizer == null ? NO_FINGERPRINT : normalizer.fingerprint();
  }

  /** A plain map with the keys {@code l1}, {@code l2}, {@code center}, {@code center_vector}. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("l1", l1);
    map.put("l2", l2);
    map.put("center", center);
    if (centerVector != null) {
      map.put("center_vector", Arrays.stream(centerVector).boxed().toList());
    }
    return map;
  }

  /**
   * The inverse of {@link #toMap()}; missing flags are false.
   *
   * @throws IllegalArgumentException for another key or a value of the wrong type
   */
  public static Normalizer fromMap(Map<String, ?> map) {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = entry.getKey(); // a file's parser may hand over anything
      if (key == null || !KEYS.contains(key)) {
        throw Arguments.invalid(
            "normalizer", "unknown key \"" + Arguments.shortened(key) + "\" (one of " + KEYS + ")");
      }
    }
    return new Normalizer(
        flag(map, "l1"), flag(map, "l2"), flag(map, "center"), numbers(map.get("center_vector")));
  }

  /** A copy of the centre, or null. */
  @Override
  public double @Nullable [] centerVector() {
    return centerVector == null ? null : centerVector.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Normalizer that
        && l1 == that.l1
        && l2 == that.l2
        && center == that.center
        && Arrays.equals(centerVector, that.centerVector);
  }

  @Override
  public int hashCode() {
    return Objects.hash(l1, l2, center, Arrays.hashCode(centerVector));
  }

  @Override
  public String toString() {
    return "Normalizer[" + fingerprint() + "]";
  }

  private void transformInPlace(double[] values) {
    if (center && centerVector != null) {
      if (centerVector.length != values.length) {
        throw Arguments.invalid(
            "center_vector",
            centerVector.length + " components for vectors of " + values.length + " (the same)");
      }
      for (int i = 0; i < values.length; i++) {
        values[i] -= centerVector[i];
      }
    }
    if (l1) {
      divide(values, Arrays.stream(values).map(Math::abs).sum());
    }
    if (l2) {
      divide(values, Math.sqrt(Arrays.stream(values).map(value -> value * value).sum()));
    }
  }

  private static void divide(double[] values, double norm) {
    if (norm > 0) {
      for (int i = 0; i < values.length; i++) {
        values[i] /= norm;
      }
    }
  }

  private static String digest(double[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Double.BYTES);
    bytes.asDoubleBuffer().put(values);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.array());
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static boolean flag(Map<String, ?> map, String key) {
    Object value = map.get(key);
    if (value == null) {
      return false;
    }
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw Arguments.invalid("normalizer." + key, Arguments.shortened(value) + " (true or false)");
  }

  private static double @Nullable [] numbers(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (!(value instanceof List<?> list)) {
      throw Arguments.invalid("normalizer.center_vector", "not a list of numbers");
    }
    double[] numbers = new double[list.size()];
    for (int i = 0; i < numbers.length; i++) {
      if (!(list.get(i) instanceof Number number)) {
        throw Arguments.invalid("normalizer.center_vector", "component " + i + " is not a number");
      }
      numbers[i] = number.doubleValue();
    }
    return numbers;
  }

  /** The running mean of vectors of one length. */
  private static final class Mean {
    private double @Nullable [] sum;
    private long count;

    void add(float[] vector) {
      double[] total = sum == null ? new double[vector.length] : sum;
      for (int i = 0; i < vector.length; i++) {
        total[i] += vector[i];
      }
      sum = total;
      count++;
    }

    double[] value() {
      double[] total = Objects.requireNonNull(sum, "sum");
      return Arrays.stream(total).map(value -> value / count).toArray();
    }
  }
}
