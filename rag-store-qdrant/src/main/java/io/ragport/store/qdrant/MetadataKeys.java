package io.ragport.store.qdrant;

/** Metadata keys as names in the payload that any filter can name (FLT-7, FLT-8). */
final class MetadataKeys {
  private static final char ESCAPE = '-';
  private static final int HEX_DIGITS = 4;

  private MetadataKeys() {}

  /** Injective: letters of ASCII, digits and {@code _} stay, others become {@code -} and hex. */
  static String encode(String key) {
    StringBuilder name = new StringBuilder(key.length());
    for (int i = 0; i < key.length(); i++) {
      char character = key.charAt(i);
      if (isPlain(character)) {
        name.append(character);
      } else {
        String hex = Integer.toHexString(character);
        name.append(ESCAPE).append("0".repeat(HEX_DIGITS - hex.length())).append(hex);
      }
    }
    return name.toString();
  }

  /** The key again. */
  static String decode(String name) {
    StringBuilder key = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char character = name.charAt(i);
      if (character == ESCAPE) {
        key.append((char) Integer.parseInt(name, i + 1, i + 1 + HEX_DIGITS, 16));
        i += HEX_DIGITS;
      } else {
        key.append(character);
      }
    }
    return key.toString();
  }

  /** The path of a key's scalar in the payload. */
  static String path(String key) {
    return Fields.SCALARS + "." + encode(key);
  }

  private static boolean isPlain(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9')
        || character == '_';
  }
}
