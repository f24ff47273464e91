package io.ragport.store.pgvector;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Short names for long texts: the same in every process. */
final class Hashes {
  private Hashes() {}

  /** 64 bits that differ for different sequences of texts, in practice. */
  static long of(String... texts) {
    MessageDigest digest = sha256();
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      // With its length, so that no two sequences run together to the same bytes.
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }
    return ByteBuffer.wrap(digest.digest()).getLong();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
