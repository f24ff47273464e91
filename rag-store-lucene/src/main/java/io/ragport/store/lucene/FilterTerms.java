package io.ragport.store.lucene;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Metadata as terms of one field: <em>key, 0, kind, value</em>, so that any number of user keys
 * costs no Lucene field, and the order of terms is the order of values (FLT-6). Keys hold no U+0000
 * (META-4), so none is the beginning of another.
 *
 * <p>Numbers become the greatest double not above them, in an order-preserving form, and the rest:
 * exact for every 64-bit integer and every finite double, equal for equal values (FLT-4). Strings
 * are UTF-8, whose byte order is that of code points. Those longer than {@value #CHUNK} bytes are
 * cut into several terms, because Lucene takes at most 32,766 bytes; a chunk with more to come ends
 * in a zero byte, which keeps it behind the same chunk without more.
 */
final class FilterTerms {
  static final byte EXISTS = 'e';
  static final byte BOOLEAN = 'b';
  static final byte NUMBER = 'n';
  static final byte STRING = 's';

  private static final byte LATER_CHUNK = 't';
  private static final int CHUNK = 8_192;
  private static final int LONGEST_KEY = 1_024;

  private FilterTerms() {}

  /** Every term of an entry's metadata. */
  static List<BytesRef> of(Map<String, @Nullable Object> metadata) {
    List<BytesRef> terms = new ArrayList<>(2 * metadata.size());
    metadata.forEach(
        (key, value) -> {
          terms.add(exists(key));
          if (value instanceof String || value instanceof Boolean || value instanceof Number) {
            terms.addAll(of(key, value));
          }
        });
    return terms;
  }

  /** The term of every entry that has the key. */
  static BytesRef exists(String key) {
    return term(key, EXISTS, new byte[0]);
  }

  /** The terms that together say that the key has exactly this value; mostly one. */
  static List<BytesRef> of(String key, Object scalar) {
    if (scalar instanceof Boolean flag) {
      return List.of(term(key, BOOLEAN, new byte[] {(byte) (flag ? 1 : 0)}));
    }
    if (scalar instanceof Number number) {
      return List.of(term(key, NUMBER, number(number)));
    }
    byte[] bytes = scalar.toString().getBytes(StandardCharsets.UTF_8);
    List<BytesRef> terms = new ArrayList<>(1 + bytes.length / CHUNK);
    for (int from = 0; from == 0 || from < bytes.length; from += CHUNK) {
      int to = Math.min(bytes.length, from + CHUNK);
      boolean more = to < bytes.length;
      ByteBuffer chunk = ByteBuffer.allocate(to - from + (more ? 1 : 0));
      chunk.put(bytes, from, to - from);
      terms.add(term(key, chunkKind(from / CHUNK), chunk.array()));
    }
    return terms;
  }

  /** What all terms of a string's chunk at that position begin with. */
  static BytesRef chunkPrefix(String key, int position) {
    return term(key, chunkKind(position), new byte[0]);
  }

  /** What all terms of numbers begin with. */
  static BytesRef numberPrefix(String key) {
    return term(key, new byte[] {NUMBER}, new byte[0]);
  }

  private static byte[] chunkKind(int position) {
    return position == 0
        ? new byte[] {STRING}
        : new byte[] {
          LATER_CHUNK, (byte) (position >>> 16), (byte) (position >>> 8), (byte) position
        };
  }

  private static BytesRef term(String key, byte kind, byte[] value) {
    return term(key, new byte[] {kind}, value);
  }

  private static BytesRef term(String key, byte[] kind, byte[] value) {
    byte[] name = key.getBytes(StandardCharsets.UTF_8);
    if (name.length > LONGEST_KEY) {
      name = hashed(name);
    }
    ByteBuffer bytes = ByteBuffer.allocate(name.length + 1 + kind.length + value.length);
    bytes.put(name).put((byte) 0).put(kind).put(value);
    return new BytesRef(bytes.array());
  }

  /** Begins with a zero byte, which no key does. */
  private static byte[] hashed(byte[] name) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(name);
      return ByteBuffer.allocate(1 + digest.length).put((byte) 0).put(digest).array();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static byte[] number(Number number) {
    double floor = number.doubleValue() + 0.0; // -0.0 becomes 0.0
    long rest = 0;
    if (number instanceof Long whole) {
      // 2^63 as a double is above every long, though the cast back would give Long.MAX_VALUE.
      if (floor >= 0x1p63 || (long) floor > whole) {
        floor = Math.nextDown(floor);
      }
      rest = whole - (long) floor;
    }
    long bits = Double.doubleToLongBits(floor);
    long sortable = bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
    // Neighbouring doubles below 2^63 are at most 1,024 apart, so that the rest fits 16 bits.
    return ByteBuffer.allocate(Long.BYTES + Short.BYTES)
        .putLong(sortable)
        .putShort((short) rest)
        .array();
  }
}
