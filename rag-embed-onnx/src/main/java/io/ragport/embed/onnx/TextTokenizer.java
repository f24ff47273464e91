package io.ragport.embed.onnx;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.ragport.api.RagConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Texts to token ids. Safe for use from many threads, but must not be closed while one of them is
 * inside.
 *
 * <p>A tokenizer.json may cut and pad by itself (that of all-MiniLM-L6-v2 cuts at 128 tokens, half
 * of what the model was made for), so that is switched off, and the cut is made here. Long texts
 * are tokenised piece by piece: the library keeps some 700 bytes per token, and most of a long text
 * often is not needed.
 */
final class TextTokenizer implements AutoCloseable {
  /** Characters tokenised at once; well over a text of 512 tokens. */
  private static final int PIECE = 4096;

  private static final Map<String, String> NEITHER_CUT_NOR_PAD =
      Map.of("truncation", "false", "padding", "false", "addSpecialTokens", "true");

  private final HuggingFaceTokenizer tokenizer;
  private final int[] before;
  private final int[] after;

  private TextTokenizer(HuggingFaceTokenizer tokenizer, int[] before, int[] after) {
    this.tokenizer = tokenizer;
    this.before = before;
    this.after = after;
  }

  /**
   * Loads a tokenizer.
   *
   * @throws RagConfigurationException if its file is missing or is no tokenizer
   */
  static TextTokenizer open(ModelFiles files) {
    NativeLibraries.tokenizers();
    try (InputStream json = files.openTokenizer()) {
      HuggingFaceTokenizer tokenizer = HuggingFaceTokenizer.newInstance(json, NEITHER_CUT_NOR_PAD);
      Encoding sample = tokenizer.encode("a");
      long[] special = sample.getSpecialTokenMask();
      int first = 0;
      while (first < special.length && special[first] == 1) {
        first++;
      }
      int last = special.length;
      while (last > first && special[last - 1] == 1) {
        last--;
      }
      int[] ids = toInts(sample.getIds());
      return new TextTokenizer(
          tokenizer, Arrays.copyOf(ids, first), Arrays.copyOfRange(ids, last, ids.length));
    } catch (IOException e) {
      throw files.unreadable(files.tokenizerName(), e);
    } catch (RagConfigurationException e) {
      throw e;
    } catch (RuntimeException e) {
      throw files.unusable(files.tokenizerName(), "is not a tokenizer", e);
    }
  }

  /** How many tokens, such as {@code [CLS]} and {@code [SEP]}, stand around every text. */
  int specialTokens() {
    return before.length + after.length;
  }

  /**
   * The text as sequences for the model, special tokens included: one that holds what fits, or with
   * {@link LongText#SPLIT} as many as it takes.
   *
   * @param maxTokens the most tokens in a sequence; more than {@link #specialTokens}
   */
  List<int[]> sequences(String text, int maxTokens, LongText longText) {
    int room = maxTokens - specialTokens();
    int[] ids =
        switch (longText) {
          case TRUNCATE -> ids(text, room);
          case SPLIT -> ids(text, Integer.MAX_VALUE);
        };
    List<int[]> sequences = new ArrayList<>();
    int start = 0;
    do {
      int end = Math.min(ids.length, start + room);
      sequences.add(sequence(ids, start, end));
      start = end;
    } while (start < ids.length);
    return sequences;
  }

  private int[] sequence(int[] ids, int start, int end) {
    int[] sequence = new int[specialTokens() + end - start];
    System.arraycopy(before, 0, sequence, 0, before.length);
    System.arraycopy(ids, start, sequence, before.length, end - start);
    System.arraycopy(after, 0, sequence, sequence.length - after.length, after.length);
    return sequence;
  }

  /** The text's own tokens, the first {@code limit} of them. */
  private int[] ids(String text, int limit) {
    int[] ids = new int[0];
    int start = 0;
    while (start < text.length() && ids.length < limit) {
      int end = pieceEnd(text, start);
      int[] more = toInts(tokenizer.encode(text.substring(start, end), false, false).getIds());
      int count = Math.min(more.length, limit - ids.length);
      int[] joined = Arrays.copyOf(ids, ids.length + count);
      System.arraycopy(more, 0, joined, ids.length, count);
      ids = joined;
      start = end;
    }
    return ids;
  }

  /**
   * Where the piece that starts here ends: before white space, where no tokenizer joins two tokens,
   * or if there is none, between two characters.
   */
  static int pieceEnd(String text, int start) {
    if (text.length() - start <= PIECE) {
      return text.length();
    }
    for (int end = start + PIECE; end > start + 1; end--) {
      if (Character.isWhitespace(text.charAt(end))) {
        return end;
      }
    }
    int end = start + PIECE;
    return Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
  }

  private static int[] toInts(long[] ids) {
    return Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
