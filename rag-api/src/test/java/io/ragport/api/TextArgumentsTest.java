package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts to index and to look for (IDX-6, QRY-11). */
@SuppressWarnings("NullAway") // null on purpose
class TextArgumentsTest {
  @ParameterizedTest
  @MethodSource("everyEntranceWithEveryBadText")
  void aBadTextIsRefused(Consumer<@Nullable String> entrance, @Nullable String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> entrance.accept(text))
        .withMessageStartingWith("text")
        .withMessageNotContaining("secret");
  }

  static Stream<Arguments> everyEntranceWithEveryBadText() {
    return entrances().flatMap(entrance -> badTexts().map(text -> arguments(entrance, text)));
  }

  private static Stream<Named<@Nullable String>> badTexts() {
    return Stream.of(
        named("null", null),
        named("empty", ""),
        named("a space", " "),
        named("white space", "\t\n\r \u2003"),
        named("U+0000", "secret\u0000secret"),
        named("U+0000 alone", "\u0000"),
        named("high surrogate at the end", "secret\ud83d"),
        named("high surrogate before a letter", "\ud83dsecret"),
        named("low surrogate first", "\ude00secret"),
        named("surrogates swapped", "secret \ude00\ud83d"),
        named("two high surrogates", "secret \ud83d\ud83d\ude00"));
  }

  private static Stream<Named<Consumer<@Nullable String>>> entrances() {
    return Stream.of(
        named("IndexRequest", text -> IndexRequest.builder(text).build()),
        named("IndexItem", text -> IndexItem.of(text)),
        named("IndexItem with metadata", text -> IndexItem.of(text, Map.of())),
        named(
            "IndexBatchRequest",
            text ->
                IndexBatchRequest.ofTexts(
                        Arrays.asList("fine", text), List.of(Map.of(), Map.of()), null)
                    .build()),
        named(
            "ReplaceRequest",
            text ->
                ReplaceRequest.builder("c")
                    .sourceId("s")
                    .texts(Arrays.asList(text), List.of(Map.of()), null)
                    .build()),
        named("QueryRequest", text -> QueryRequest.builder(text).build()),
        named(
            "QueryBatchRequest",
            text -> QueryBatchRequest.builder(Arrays.asList("fine", text)).build()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        " padded ",
        "emoji \ud83d\ude00 and \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
        "\u0645\u0631\u062d\u0628\u0627",
        "e\u0301 is not \u00e9",
        "\u00a0",
        "\ufeff",
        "\uffff",
        "line\nline\ttab\u0001control",
        "'; DROP TABLE x; -- {\"$gt\": 1} %s"
      })
  void anyOtherTextIsTakenAsItIs(String text) {
    IndexRequest request = IndexRequest.builder(text).build();

    assertThat(request.item().text()).isEqualTo(text);
  }

  @Test
  void aTextOfOneMegabyteIsTaken() {
    String text = "abcdefgh".repeat(128 * 1024);

    assertThatCode(() -> IndexRequest.builder(text).build()).doesNotThrowAnyException();
  }

  @Test
  void aBatchOfTextsNamesTheOneThatIsWrong() {
    List<String> texts = List.of("fine", "fine", " ");

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> IndexBatchRequest.ofTexts(texts, List.of(Map.of(), Map.of(), Map.of()), null))
        .withMessage("texts[2]: blank (a text with at least one visible character)");
  }

  @Test
  void aBatchOfQueriesNamesTheOneThatIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryBatchRequest.builder(List.of("fine", "a\u0000")).build())
        .withMessage("texts[1]: U+0000 at position 1 (stores cannot keep it; remove it)");
  }
}
