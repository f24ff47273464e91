package io.ragport.api.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Makes identifiers that any store accepts from collection names in any script (COL-1). */
public final class CollectionIdentifiers {
  private static final int SLUG_LENGTH = 32;

  private CollectionIdentifiers() {}

  /**
   * A readable part and a hash of the exact name: at most 49 characters of {@code [a-z0-9_]},
   * starting and ending with a letter or digit; the same on every machine, different for different
   * names.
   */
  public static String of(String collectionName) {
    String slug =
        collectionName
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "_")
            .replaceAll("^_|_$", "");
    String readable = slug.substring(0, Math.min(SLUG_LENGTH, slug.length()));
    String hash = hash(collectionName);
    return readable.isEmpty() ? hash : readable + "_" + hash;
  }

  private static String hash(String name) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
