package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataKeysTest {
  @Test
  void ordinaryKeysStayAsTheyAre() {
    assertThat(MetadataKeys.encode("Page_7")).isEqualTo("Page_7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.b",
        "-",
        "a-002eb",
        "\"quoted\"",
        "it's",
        "a[0]",
        "a[]",
        "$where",
        "#",
        " ",
        "a\nb",
        "\\",
        "ключ",
        "é",
        "e\u0301",
        "\uD83D\uDE00",
        "\uFFFF",
        "content",
        "meta.x"
      })
  void everyKeyComesBack(String key) {
    String name = MetadataKeys.encode(key);

    assertThat(MetadataKeys.decode(name)).isEqualTo(key);
    assertThat(name).matches("[A-Za-z0-9_-]+");
  }

  @Test
  void randomKeysComeBack() {
    Random random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      StringBuilder key = new StringBuilder();
      random.ints(1 + random.nextInt(8), 1, 0xD800).forEach(key::appendCodePoint);

      assertThat(MetadataKeys.decode(MetadataKeys.encode(key.toString())))
          .isEqualTo(key.toString());
    }
  }

  @Test
  void keysThatLookLikeTheNamesOfOthersHaveNamesOfTheirOwn() {
    assertThat(List.of("a.b", "a-002eb", "a-b", "a_b"))
        .extracting(MetadataKeys::encode)
        .doesNotHaveDuplicates();
  }

  @Test
  void aPathIsThatOfTheScalar() {
    assertThat(MetadataKeys.path("a.b")).isEqualTo("meta.a-002eb");
  }
}
