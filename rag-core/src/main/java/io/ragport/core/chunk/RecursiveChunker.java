package io.ragport.core.chunk;

import io.ragport.api.Arguments;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Chunks of whole paragraphs where they fit, else of lines, sentences, clauses, words and, if a
 * word is too long as well, of grapheme clusters. Immutable; safe for use from many threads.
 *
 * <p>A paragraph is cut into lines only if it is longer than a chunk, and so on; the pieces are
 * then packed into chunks, as many as fit. Each chunk but the first repeats the end of the one
 * before it, up to {@code overlap} characters, from the start of a sentence or else of a word; less
 * where the next piece would not fit otherwise. Chunks have no white space at their ends. Takes
 * time in proportion to the text and the chunks.
 */
public final class RecursiveChunker implements Chunker {
  private static final int DEFAULT_CHUNK_SIZE = 1000;
  private static final int DEFAULT_OVERLAP = 200;

  private final int chunkSize;
  private final int overlap;

  private RecursiveChunker(int chunkSize, int overlap) {
    this.chunkSize = Arguments.atLeast("chunkSize", chunkSize, 1);
    this.overlap = Arguments.inRange("overlap", overlap, 0, chunkSize - 1);
  }

  /** Chunks of up to 1,000 characters that overlap by up to 200. */
  public static RecursiveChunker ofDefaults() {
    return of(DEFAULT_CHUNK_SIZE, DEFAULT_OVERLAP);
  }

  /**
   * Chunks of other sizes.
   *
   * @param chunkSize the most characters of a chunk, in UTF-16 units, 1 or more; only a single
   *     grapheme cluster longer than that makes a longer chunk
   * @param overlap the most characters that two chunks share, 0 to {@code chunkSize - 1}
   */
  public static RecursiveChunker of(int chunkSize, int overlap) {
    return new RecursiveChunker(chunkSize, overlap);
  }

  /** The most characters of a chunk. */
  public int chunkSize() {
    return chunkSize;
  }

  /** The most characters that two chunks share. */
  public int overlap() {
    return overlap;
  }

  @Override
  public List<TextChunk> chunk(String text) {
    Breaks breaks = new Breaks(text);
    BitSet cuts = new BitSet(text.length() + 1);
    int start = firstVisible(breaks, text.length());
    addCuts(breaks, start, text.length(), Breaks.PARAGRAPH, cuts);
    return pack(text, breaks, cuts, start);
  }

  /** Marks the ends of the pieces between two offsets, cutting no finer than the size needs. */
  private void addCuts(Breaks breaks, int start, int end, byte level, BitSet cuts) {
    int pieceStart = start;
    for (int i = start + 1; i <= end; i++) {
      if (i == end || breaks.level(i) <= level) {
        boolean fits = breaks.trimmedEnd(pieceStart, i) - pieceStart <= chunkSize;
        if (!fits && level < Breaks.GRAPHEME) {
          addCuts(breaks, pieceStart, i, (byte) (level + 1), cuts);
        }
        cuts.set(i);
        pieceStart = i;
      }
    }
  }

  private List<TextChunk> pack(String text, Breaks breaks, BitSet cuts, int firstStart) {
    List<TextChunk> chunks = new ArrayList<>();
    int start = firstStart;
    while (start < text.length()) {
      int end = lastCutThatFits(breaks, cuts, start);
      int trimmed = breaks.trimmedEnd(start, end);
      chunks.add(new TextChunk(text.substring(start, trimmed), chunks.size(), start, trimmed));
      start = end == text.length() ? end : nextStart(breaks, cuts, start, end, trimmed);
    }
    return chunks;
  }

  private static int firstVisible(Breaks breaks, int length) {
    int start = 0;
    while (start < length && breaks.isBlank(start)) {
      start++;
    }
    return start;
  }

  /** The end of the last piece that fits into a chunk from {@code start}; the first in any case. */
  private int lastCutThatFits(Breaks breaks, BitSet cuts, int start) {
    int limit = (int) Math.min(cuts.length() - 1L, (long) start + chunkSize);
    int last = cuts.previousSetBit(limit);
    int next = cuts.nextSetBit(Math.max(last, start) + 1);
    boolean nextFits = next >= 0 && breaks.trimmedEnd(start, next) - start <= chunkSize;
    return last <= start || nextFits ? next : last;
  }

  /** Where the next chunk starts, such that the piece after {@code end} fits into it. */
  private int nextStart(Breaks breaks, BitSet cuts, int start, int end, int trimmed) {
    int pieceEnd = breaks.trimmedEnd(end, cuts.nextSetBit(end + 1));
    int earliest = Math.max(start + 1, Math.max(trimmed - overlap, pieceEnd - chunkSize));
    if (earliest >= end) {
      return end;
    }
    int found = firstBreak(breaks, earliest, end, Breaks.SENTENCE);
    if (found == end) {
      found = firstBreak(breaks, earliest, end, Breaks.WORD);
    }
    // A chunk that ends inside a word may go on inside it; no other starts in the middle of one.
    if (found == end && breaks.level(end) == Breaks.GRAPHEME) {
      found = firstBreak(breaks, earliest, end, Breaks.GRAPHEME);
    }
    return found;
  }

  /** The first place of that level or better; {@code end} if there is none before it. */
  private static int firstBreak(Breaks breaks, int start, int end, byte level) {
    int found = start;
    while (found < end && breaks.level(found) > level) {
      found++;
    }
    return found;
  }
}
