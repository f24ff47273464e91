package io.ragport.core.chunk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TextChunkTest {
  @Test
  void offsetsThatDoNotFitTheContentAreRefused() {
    assertThatThrownBy(() -> new TextChunk("abc", 0, 2, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("end: 4 for 3 characters from 2");
    assertThatThrownBy(() -> new TextChunk("abc", -1, 0, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
