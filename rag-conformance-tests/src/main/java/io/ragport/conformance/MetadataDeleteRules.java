package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ragport.api.Capability;
import io.ragport.api.IndexItem;
import io.ragport.api.RagServiceResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** DEL-4: deleting by metadata. */
@Needs(Capability.DELETE_BY_METADATA)
abstract class MetadataDeleteRules extends Rules {
  MetadataDeleteRules(Backend backend) {
    super(backend);
  }

  @BeforeEach
  void indexAwkwardMetadata() {
    Map<String, @Nullable Object> nullValue = new LinkedHashMap<>();
    nullValue.put("k", null);
    indexAll(
        List.of(
            IndexItem.of("string", Map.of("k", "x", "lang", "en")),
            IndexItem.of("string of another", Map.of("k", "x", "lang", "de")),
            IndexItem.of("one", Map.of("k", 1)),
            IndexItem.of("one as double", Map.of("k", 1.0)),
            IndexItem.of("one as text", Map.of("k", "1")),
            IndexItem.of("half", Map.of("k", 0.5)),
            IndexItem.of("zero", Map.of("k", 0)),
            IndexItem.of("true", Map.of("k", true)),
            IndexItem.of("false", Map.of("k", false)),
            IndexItem.of("null", nullValue),
            IndexItem.of("list", Map.of("k", List.of("x", 1, false))),
            IndexItem.of("object", Map.of("k", Map.of("k", "x"))),
            IndexItem.of("nothing", Map.of())));
  }

  static List<Arguments> matches() {
    return List.of(
        Arguments.of(Map.of("k", "x"), List.of("string", "string of another")),
        Arguments.of(Map.of("k", "x", "lang", "en"), List.of("string")),
        Arguments.of(Map.of("k", 0), List.of("zero")),
        Arguments.of(Map.of("k", 0.5), List.of("half")),
        Arguments.of(Map.of("k", 1), List.of("one", "one as double")),
        Arguments.of(Map.of("k", 1.0), List.of("one", "one as double")),
        Arguments.of(Map.of("k", false), List.of("false")),
        Arguments.of(Map.of("k", true), List.of("true")),
        Arguments.of(Map.of("k", "1"), List.of("one as text")),
        Arguments.of(Map.of("k", "x", "lang", "fr"), List.of()));
  }

  @Rule("DEL-4")
  @ParameterizedTest
  @MethodSource("matches")
  void exactlyWhatAQueryWouldFindIsDeleted(Map<String, Object> match, List<String> expected) {
    List<String> left = contents(everything(DOCS));
    left.removeAll(expected);

    service.deleteByMetadata(DOCS, match);

    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrderElementsOf(left);
  }

  @Rule("DEL-4")
  @Test
  void keysAndValuesAreTakenLiterally() {
    List<RagServiceResult> before = everything(DOCS);

    for (String hostile :
        List.of("%", "_", "*", "' OR '1'='1", "\" OR \"\"=\"", "\\", "$ne", "{\"$ne\": null}")) {
      service.deleteByMetadata(DOCS, Map.of("k", hostile));
      service.deleteByMetadata(DOCS, Map.of(hostile, "x"));
    }

    assertThat(everything(DOCS)).isEqualTo(before);
  }

  @Rule("DEL-4")
  @Test
  void otherCollectionsKeepTheirEntries() {
    service.deleteByMetadata("unknown", Map.of("k", "x"));

    assertThat(everything(DOCS)).hasSize(13);
  }

  @Rule("DEL-4")
  @SuppressWarnings("NullAway") // null is one of the matches that are refused
  @Test
  void noMatchIsRefusedAndNeverMeansAll() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> service.deleteByMetadata(DOCS, null))
        .withMessageContaining("match");
    assertThat(everything(DOCS)).hasSize(13);
  }

  @Rule("DEL-4")
  @SuppressWarnings("unchecked") // a key that is no string can only come in unchecked
  @Test
  void aWrongMatchIsRefusedAndNothingDeleted() {
    List<Map<String, ?>> wrong = new ArrayList<>();
    wrong.add(Map.of());
    wrong.add(Map.of("", "x"));
    wrong.add((Map<String, ?>) (Map<?, ?>) Map.of(1, "x"));
    wrong.add((Map<String, ?>) (Map<?, ?>) Collections.singletonMap(null, "x"));
    wrong.add(Collections.singletonMap("k", null));
    wrong.add(Map.of("k", List.of("x")));
    wrong.add(Map.of("k", List.of()));
    wrong.add(Map.of("k", Map.of("k", "x")));
    wrong.add(Map.of("k", Double.NaN));
    wrong.add(Map.of("k", "a\0b"));

    for (Map<String, ?> match : wrong) {
      assertThatIllegalArgumentException()
          .as("match " + match)
          .isThrownBy(() -> service.deleteByMetadata(DOCS, match))
          .withMessageContaining("match");
    }
    assertThat(everything(DOCS)).hasSize(13);
  }
}
