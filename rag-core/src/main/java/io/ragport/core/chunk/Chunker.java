package io.ragport.core.chunk;

import java.util.List;

/** Cuts a text into pieces that are embedded one by one. Safe for use from many threads. */
public interface Chunker {
  /**
   * The chunks of a text, in order. Every visible character is in one chunk or, where chunks
   * overlap, in more.
   *
   * @return empty for a text that is empty or blank
   */
  List<TextChunk> chunk(String text);
}
