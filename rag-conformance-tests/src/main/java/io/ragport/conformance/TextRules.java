package io.ragport.conformance;

import static io.ragport.conformance.Refusals.assertNothingWasDone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.RagServiceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;

/** IDX-6: which texts and source ids there are, and that they come back as they were. */
abstract class TextRules extends Rules {
  private static final int LONGEST_SOURCE_ID = 1024;
  private static final int MEGABYTE = 1 << 20;

  TextRules(Backend backend) {
    super(backend);
  }

  static Stream<Arguments> awkwardTexts() {
    return Stream.of(
        arguments(named("one letter", "x")),
        arguments(named("blanks around", "  two words \n")),
        arguments(named("Windows line ends", "one\r\ntwo\r\n")),
        arguments(named("old Mac line ends", "one\rtwo\r")),
        arguments(named("Unix line ends", "\n\none\ntwo\n")),
        arguments(named("tabs", "\tone\t\ttwo\t")),
        arguments(named("controls", "a\u0001\u0007\u0008\u000b\u000c\u001b[1m\u007f\u0085z")),
        arguments(named("emoji", "\ud83d\ude00 \ud83d\udc69\u200d\ud83d\udcbb \ud83c\udff3\ufe0f")),
        arguments(named("last code point", "\udbff\udfff")),
        arguments(named("noncharacters", "a\ufffe\uffff\ufdd0z")),
        arguments(named("private use", "\ue000\uf8ff")),
        arguments(named("byte order mark", "\ufeffstart")),
        arguments(named("right to left", "\u0634\u0643\u0631\u0627 \u05e9\u05dc\u05d5\u05dd")),
        arguments(named("direction controls", "a\u202eb\u2066c\u2069\u200f")),
        arguments(named("composed", "caf\u00e9 \u1e69")),
        arguments(named("combining marks", "cafe\u0301 s\u0323\u0307 s\u0307\u0323")),
        arguments(named("compatibility forms", "\ufb01 \u2460 \uff21 \u212b")),
        arguments(named("Turkish", "I\u0131\u0130i")),
        arguments(named("sharp s", "Stra\u00dfe STRASSE")),
        arguments(named("CJK", "\u65e5\u672c\u8a9e\ud842\udfb7")),
        arguments(named("zero width", "a\u200bb\u200cc\u2060d\u00ad")),
        arguments(named("line separators", "a\u2028b\u2029c\u00a0d")),
        arguments(named("SQL", "'; DROP TABLE docs; -- \\' $1 ? :name %s")),
        arguments(named("JSON", "{\"a\": [null, \"\\u0000\"]} \\\" \\n")),
        arguments(named("markup", "<a href='x'>&amp;&#0;</a> ]]> ${env} {{x}}")));
  }

  @Rule("IDX-6")
  @ParameterizedTest(name = "{0}")
  @MethodSource("awkwardTexts")
  void anyTextComesBackAsItWas(String text) {
    index(text);

    assertThat(contents(everything(DOCS))).containsExactly(text);
  }

  @Rule("IDX-6")
  @ParameterizedTest(name = "{0}")
  @MethodSource("awkwardTexts")
  void anySourceIdComesBackAsItWasAndSelects(String sourceId) {
    indexAll(
        List.of(
            IndexItem.of("of that source").withSourceId(sourceId),
            IndexItem.of("of another source").withSourceId(sourceId + "2")));

    List<RagServiceResult> found = query(theQuery().sourceIds(List.of(sourceId)));

    assertThat(contents(found)).containsExactly("of that source");
    assertThat(found).extracting(RagServiceResult::sourceId).containsExactly(sourceId);
  }

  @Rule("IDX-6")
  @Test
  void aMegabyteOfTextComesBackAsItWas() {
    String text = "a line of \u00e9\ud83d\ude00 text\r\n".repeat(MEGABYTE / 20 + 1);
    assertThat(text.length()).isGreaterThan(MEGABYTE);

    index(text);

    assertThat(everything(DOCS))
        .singleElement()
        .satisfies(found -> assertThat(text.equals(found.content())).as("equal").isTrue());
  }

  @Rule("IDX-6")
  @Test
  void aMegabyteWithoutAnyBlankComesBackAsItWas() {
    String text = "x".repeat(MEGABYTE);

    index(text);

    assertThat(everything(DOCS))
        .singleElement()
        .satisfies(found -> assertThat(text.equals(found.content())).as("equal").isTrue());
  }

  static Stream<Arguments> longSourceIds() {
    return Stream.of(
        arguments(named("letters", "s".repeat(LONGEST_SOURCE_ID))),
        arguments(named("three bytes each", "\u65e5".repeat(LONGEST_SOURCE_ID))),
        arguments(named("emoji", "\ud83d\ude00".repeat(LONGEST_SOURCE_ID / 2))));
  }

  @Rule("IDX-6")
  @ParameterizedTest(name = "{0}")
  @MethodSource("longSourceIds")
  void aSourceIdOf1024CharactersIsTakenWhole(String sourceId) {
    index("the longest", sourceId);
    index("shorter", sourceId.substring(0, LONGEST_SOURCE_ID - 2));

    List<RagServiceResult> found = query(theQuery().sourceIds(List.of(sourceId)));

    assertThat(found).extracting(RagServiceResult::sourceId).containsExactly(sourceId);
  }

  @Rule("IDX-6")
  @Test
  void sourceIdsThatLookAlikeStayApart() {
    List<String> alike =
        List.of("caf\u00e9", "cafe\u0301", "CAF\u00c9", "cafe", "cafe ", " cafe", "cafe\n", "Cafe");
    indexAll(alike.stream().map(id -> IndexItem.of("of " + id).withSourceId(id)).toList());

    List<String> found = new ArrayList<>();
    alike.forEach(id -> found.addAll(contents(query(theQuery().sourceIds(List.of(id))))));

    assertThat(found).isEqualTo(alike.stream().map(id -> "of " + id).toList());
  }

  @Rule("IDX-6")
  @Test
  void aBlankIsASourceId() {
    index("a text", " ");

    assertThat(everything(DOCS)).extracting(RagServiceResult::sourceId).containsExactly(" ");
  }

  static Stream<Arguments> invalidTexts() {
    return Stream.of(
        arguments(named("empty", "")),
        arguments(named("blank", " ")),
        arguments(named("blank lines", "\t\r\n \u2003")),
        arguments(named("U+0000", "a\u0000b")),
        arguments(named("unpaired high surrogate", "a\ud83d")),
        arguments(named("unpaired low surrogate", "\ude00a")),
        arguments(named("surrogates the wrong way round", "\ude00\ud83d")));
  }

  @Rule("IDX-6")
  @ParameterizedTest(name = "{0}")
  @NullSource
  @MethodSource("invalidTexts")
  @SuppressWarnings("NullAway") // null is one of the invalid texts
  void aTextThatIsNoneIsRefusedBeforeAnyEmbedding(@Nullable String text) {
    assertThatThrownBy(() -> index(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("text: ");
    assertNothingWasDone(this);
  }

  @Rule("IDX-6")
  @ParameterizedTest(name = "{0}")
  @NullSource
  @MethodSource("invalidTexts")
  @SuppressWarnings("NullAway") // null is one of the invalid texts
  void anItemWhoseTextIsNoneIsRefusedBeforeAnyEmbedding(@Nullable String text) {
    assertThatThrownBy(() -> indexAll(List.of(IndexItem.of("valid"), IndexItem.of(text))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("text: ");
    assertNothingWasDone(this);
  }

  static Stream<Arguments> invalidSourceIds() {
    return Stream.of(
        arguments(named("empty", "")),
        arguments(named("1025 characters", "s".repeat(LONGEST_SOURCE_ID + 1))),
        arguments(named("U+0000", "a\u0000b")),
        arguments(named("unpaired high surrogate", "a\ud83d")),
        arguments(named("unpaired low surrogate", "\ude00a")));
  }

  @Rule("IDX-6")
  @ParameterizedTest(name = "{0}")
  @MethodSource("invalidSourceIds")
  void aSourceIdThatIsNoneIsRefusedBeforeAnyEmbedding(String sourceId) {
    assertThatThrownBy(
            () ->
                service.index(
                    IndexRequest.builder("text").collectionName(DOCS).sourceId(sourceId).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("sourceId: ");
    assertNothingWasDone(this);
  }
}
