package io.ragport.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The argument checks of the contract, with one wording for each: <em>what: what is wrong with
 * which value (what is allowed)</em>. For requests here and for options of backends. Every check
 * returns its argument or throws {@link IllegalArgumentException}.
 */
public final class Arguments {
  /** The collection that a request without one means (IDX-5). */
  public static final String DEFAULT_COLLECTION = "default";

  /** The source id that an entry without one gets (IDX-5). */
  public static final String DEFAULT_SOURCE_ID = "default";

  /** The largest number of results a query may ask for (QRY-2). */
  public static final int MAX_TOP_K = 10_000;

  private static final int MAX_COLLECTION_NAME = 512;
  private static final int MAX_SOURCE_ID = 1024;
  private static final int SHOWN = 40;

  private Arguments() {}

  /** Any argument that must be there. */
  public static <T> T required(String what, @Nullable T value) {
    if (value == null) {
      throw invalid(what, "null");
    }
    return value;
  }

  /** Text to index or to search with: not blank, no U+0000, no unpaired surrogate (IDX-6). */
  public static String text(String what, @Nullable String text) {
    if (text == null) {
      throw invalid(what, "null (a text that is not blank)");
    }
    if (text.isBlank()) {
      throw invalid(what, "blank (a text with at least one visible character)");
    }
    return characters(what, text);
  }

  /** A collection's name: 1 to 512 characters of any script (COL-1). */
  public static String collectionName(@Nullable String name) {
    return bounded("collectionName", name, MAX_COLLECTION_NAME);
  }

  /** A collection's name, where null means {@code default} (QRY-3). */
  public static String collectionNameOrDefault(@Nullable String name) {
    return name == null ? DEFAULT_COLLECTION : collectionName(name);
  }

  /** A source id: 1 to 1024 characters of any script (IDX-6). */
  public static String sourceId(String what, @Nullable String sourceId) {
    return bounded(what, sourceId, MAX_SOURCE_ID);
  }

  /** Source ids to restrict to; an empty list stays empty (QRY-4). */
  public static List<String> sourceIds(@Nullable Collection<String> sourceIds) {
    if (sourceIds == null) {
      throw invalid("sourceIds", "null (a list, possibly empty)");
    }
    List<String> copy = new ArrayList<>(sourceIds.size());
    int index = 0;
    for (String sourceId : sourceIds) {
      copy.add(sourceId("sourceIds[" + index++ + "]", sourceId));
    }
    return List.copyOf(copy);
  }

  /** Entry ids, none of them null. */
  public static List<UUID> ids(@Nullable Collection<UUID> ids) {
    if (ids == null) {
      throw invalid("ids", "null (a list, possibly empty)");
    }
    int index = 0;
    for (UUID id : ids) {
      if (id == null) {
        throw invalid("ids[" + index + "]", "null");
      }
      index++;
    }
    return List.copyOf(ids);
  }

  /** Refuses an id that appears twice (IDX-4); null stands for "to be minted" and may repeat. */
  static void distinctIds(Iterable<IndexItem> items) {
    Set<UUID> seen = new HashSet<>();
    for (IndexItem item : items) {
      UUID id = item.id();
      if (id != null && !seen.add(id)) {
        throw invalid("items", "id " + id + " appears twice (each id once per batch)");
      }
    }
  }

  /** The key of a metadata value or of a filter: a non-empty string, taken literally (META-3). */
  public static String metadataKey(String what, @Nullable Object key) {
    if (!(key instanceof String string)) {
      throw invalid(what, "key " + shortened(key) + " is not a string");
    }
    if (string.isEmpty()) {
      throw invalid(what, "empty key (1 character or more)");
    }
    return characters(what + " key \"" + shortened(string) + "\"", string);
  }

  /** A vector to search with: finite numbers, not all zero. Returns a copy (IDX-10). */
  public static float[] vector(String what, float @Nullable [] vector) {
    if (vector == null) {
      throw invalid(what, "null (finite numbers, not all zero)");
    }
    boolean zero = true;
    for (int i = 0; i < vector.length; i++) {
      if (!Float.isFinite(vector[i])) {
        throw invalid(what, "component " + i + " is not finite");
      }
      zero &= vector[i] == 0;
    }
    if (zero) {
      throw invalid(what, "all " + vector.length + " components are zero (it has no direction)");
    }
    return vector.clone();
  }

  /** A whole number from {@code min} to {@code max}, both included. */
  public static int inRange(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw invalid(what, value + " is not in " + min + " to " + max);
    }
    return value;
  }

  /** A finite number from {@code min} to {@code max}, both included. */
  public static double inRange(String what, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw invalid(what, value + " is not in " + min + " to " + max);
    }
    return value;
  }

  /** A whole number of at least {@code min}. */
  public static int atLeast(String what, int value, int min) {
    if (value < min) {
      throw invalid(what, value + " is less than " + min);
    }
    return value;
  }

  /** The exception for a wrong argument. */
  public static IllegalArgumentException invalid(String what, String problem) {
    return new IllegalArgumentException(what + ": " + problem);
  }

  /** A value for a message: at most 40 characters of it. */
  public static String shortened(@Nullable Object value) {
    String string = String.valueOf(value);
    if (string.length() <= SHOWN) {
      return string;
    }
    int end = Character.isHighSurrogate(string.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN;
    return string.substring(0, end) + "…";
  }

  /** A string that every store can keep: no U+0000, no unpaired surrogate. */
  public static String characters(String what, String string) {
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == 0) {
        throw invalid(what, "U+0000 at position " + i + " (stores cannot keep it; remove it)");
      }
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == string.length()
            || !Character.isLowSurrogate(string.charAt(i + 1))) {
          throw invalid(what, "unpaired surrogate at position " + i + " (not valid Unicode)");
        }
        i++;
      }
    }
    return string;
  }

  private static String bounded(String what, @Nullable String string, int max) {
    if (string == null) {
      throw invalid(what, "null (1 to " + max + " characters)");
    }
    if (string.isEmpty() || string.length() > max) {
      throw invalid(what, string.length() + " characters (1 to " + max + ")");
    }
    return characters(what, string);
  }
}
