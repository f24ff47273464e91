package io.ragport.core.config;

import io.ragport.api.RagConfigurationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A text with settings and what to call it in messages.
 *
 * @param name the file, as the caller named it
 */
record Source(String name, String text) {
  /** More than any sensible configuration, and what the YAML parser takes. */
  private static final int MAX_BYTES = 3 * 1024 * 1024;

  /**
   * Reads a file, which must be UTF-8.
   *
   * @throws RagConfigurationException if it cannot be read, is too large, or is not UTF-8
   */
  static Source read(Path file) {
    String name = file.toString();
    byte[] bytes;
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new RagConfigurationException(name, "more than " + MAX_BYTES + " bytes (too large)");
      }
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new RagConfigurationException(name, "no such file", e);
    } catch (IOException e) {
      throw new RagConfigurationException(name, "cannot be read: " + e, e);
    }
    return new Source(name, decode(name, bytes));
  }

  /** The place of a line, for messages. */
  String line(int line) {
    return name + " line " + line;
  }

  /** The failure of reading this text at a line. */
  RagConfigurationException failure(int line, String problem) {
    return new RagConfigurationException(line(line), problem);
  }

  private static String decode(String name, byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      int line = 1;
      for (int i = 0; i < in.position(); i++) {
        line += bytes[i] == '\n' ? 1 : 0;
      }
      throw new RagConfigurationException(
          name + " line " + line, "not UTF-8 (save the file in that encoding)");
    }
    String text = out.flip().toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
