package io.ragport.benchmarks;

import java.util.Map;
import java.util.UUID;

/**
 * What every contender stores; its metadata holds its number, which tells it apart.
 *
 * @param number 0 for the first of a run
 */
record NumberedDocument(
    int number, UUID id, String text, Map<String, Object> metadata, float[] vector) {
  /** The key of {@link #number} in the metadata. */
  static final String NUMBER = "number";

  /** Where it comes from. */
  String sourceId() {
    return sourceId(number);
  }

  /** Where the document of that number comes from. */
  static String sourceId(int number) {
    return "notes/" + number;
  }

  /** The number in a source id. */
  static int number(String sourceId) {
    return Integer.parseInt(sourceId.substring(sourceId.indexOf('/') + 1));
  }
}
