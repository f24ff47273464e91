package io.ragport.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LineIndexTest {
  @Test
  void linesCountFromOneAndTheirBreakBelongsToThem() {
    LineIndex lines = LineIndex.of("ab\ncd\n");

    assertThat(lines.lineAt(0)).isEqualTo(1);
    assertThat(lines.lineAt(2)).isEqualTo(1);
    assertThat(lines.lineAt(3)).isEqualTo(2);
    assertThat(lines.lineAt(6)).isEqualTo(3);
    assertThat(lines.lines()).isEqualTo(3);
  }

  @Test
  void eachKindOfLineBreakEndsALine() {
    LineIndex lines = LineIndex.of("a\r\nb\rc\nd");

    assertThat(lines.lineAt(1)).isEqualTo(1);
    assertThat(lines.lineAt(2)).isEqualTo(1);
    assertThat(lines.lineAt(3)).isEqualTo(2);
    assertThat(lines.lineAt(5)).isEqualTo(3);
    assertThat(lines.lineAt(7)).isEqualTo(4);
  }

  @Test
  void theEmptyTextHasOneLine() {
    assertThat(LineIndex.of("").lines()).isEqualTo(1);
    assertThat(LineIndex.of("").lineAt(0)).isEqualTo(1);
  }

  @Test
  void anOffsetOutsideTheTextIsRefused() {
    LineIndex lines = LineIndex.of("abc");

    assertThatThrownBy(() -> lines.lineAt(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("offset: 4 is not in 0 to 3");
    assertThatThrownBy(() -> lines.lineAt(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void manyLinesAreFoundFast() {
    LineIndex lines = LineIndex.of("x\n".repeat(1_000_000));

    assertThat(lines.lineAt(1_999_999)).isEqualTo(1_000_000);
    assertThat(lines.lines()).isEqualTo(1_000_001);
  }
}
