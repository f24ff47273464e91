package io.ragport.core.chunk;

import io.ragport.api.Arguments;

/**
 * A piece of a text: {@code source.substring(start, end)} is {@code content}.
 *
 * @param content not blank; no white space at either end
 * @param index its place among the chunks of the text, from 0
 * @param start offset of its first character in the text, in UTF-16 units
 * @param end offset after its last character
 */
public record TextChunk(String content, int index, int start, int end) {
  public TextChunk {
    Arguments.atLeast("index", index, 0);
    Arguments.atLeast("start", start, 0);
    if (end - start != content.length()) {
      throw Arguments.invalid(
          "end", end + " for " + content.length() + " characters from " + start);
    }
  }
}
