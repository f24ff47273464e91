package io.ragport.embed.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OnnxOptionsTest {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  @Test
  void withoutSettingsTheDefaultModelReads256Tokens() {
    OnnxOptions options = from(Map.of());

    assertThat(options)
        .isEqualTo(OnnxOptions.defaults())
        .isEqualTo(
            new OnnxOptions(
                "all-MiniLM-L6-v2", null, null, 256, "", "", LongText.TRUNCATE, PROCESSORS, 512));
  }

  @Test
  void everySettingArrives() {
    OnnxOptions options =
        from(
            Map.of(
                "path", "models/bge",
                "name", "bge-small-en-v1.5",
                "pooling", "cls",
                "maxTokens", 300,
                "queryPrefix", "Represent this sentence: ",
                "documentPrefix", "passage: ",
                "longText", "split",
                "threads", 3,
                "batchTokens", 1024));

    assertThat(options)
        .isEqualTo(
            new OnnxOptions(
                "bge-small-en-v1.5",
                Path.of("models/bge"),
                Pooling.CLS,
                300,
                "Represent this sentence: ",
                "passage: ",
                LongText.SPLIT,
                3,
                1024));
  }

  @Test
  void aKnownModelIsSelectedByName() {
    OnnxOptions options = from(Map.of("model", "all-MiniLM-L6-v2-q", "maxTokens", 128));

    assertThat(options)
        .isEqualTo(OnnxOptions.builder().model("all-MiniLM-L6-v2-q").maxTokens(128).build());
  }

  @Test
  void aFolderGivesItsNameAnd512Tokens() {
    OnnxOptions options = from(Map.of("path", "models/e5-small-v2/"));

    assertThat(options.model()).isEqualTo("e5-small-v2");
    assertThat(options.maxTokens()).isEqualTo(512);
    assertThat(options.pooling()).isNull();
  }

  @Test
  void aFolderWithoutANameNeedsOne() {
    assertThatThrownBy(() -> from(Map.of("path", "/")))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage("rag.onnx.name: not set (/ has no name to record)");
  }

  @Test
  void anUnknownModelIsAnsweredWithTheClosestAndAll() {
    assertThatThrownBy(() -> from(Map.of("model", "all-minilm-l6-v3")))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(
            "rag.onnx.model: no model named \"all-minilm-l6-v3\" (did you mean all-MiniLM-L6-v2?"
                + " known: all-MiniLM-L6-v2, all-MiniLM-L6-v2-q; any other comes from a folder, set"
                + " as rag.onnx.path)");
    assertThatThrownBy(() -> from(Map.of("model", "bge-m3")))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.onnx.model: no model named \"bge-m3\" (known: all-MiniLM");
  }

  @Test
  void modelAndPathContradictEachOther() {
    assertThatThrownBy(() -> from(Map.of("model", "all-MiniLM-L6-v2", "path", "models/bge")))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(
            "rag.onnx.model: set together with rag.onnx.path (one of them; name is what is"
                + " recorded)");
  }

  @Test
  void poolingAndNameOfAKnownModelAreNotASetting() {
    assertThatThrownBy(() -> from(Map.of("pooling", "cls")))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(
            "rag.onnx.pooling: set without rag.onnx.path (it is for the model in a folder)");
    assertThatThrownBy(() -> from(Map.of("name", "mine")))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.onnx.name: set without rag.onnx.path");
  }

  @Test
  void aKnownModelCannotReadMoreThanItsPositions() {
    assertThat(from(Map.of("maxTokens", 512)).maxTokens()).isEqualTo(512);
    assertThatThrownBy(() -> from(Map.of("maxTokens", 513)))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage("rag.onnx.maxTokens: 513 is more than all-MiniLM-L6-v2 can read (8 to 512)");
  }

  @Test
  void numbersOutOfRangeAreRefusedInCodeToo() {
    assertThatThrownBy(() -> OnnxOptions.builder().maxTokens(7).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxTokens: 7 is not in 8 to 8192");
    assertThatThrownBy(() -> OnnxOptions.builder().threads(0).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("threads: 0 is not in 1 to 1024");
    assertThatThrownBy(() -> OnnxOptions.builder().batchTokens(0).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("batchTokens: 0 is not in 1 to 65536");
    assertThatThrownBy(() -> OnnxOptions.builder().path(Path.of("x")).model(" ").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("model: blank (a name)");
  }

  @Test
  void everyOptionIsExplained() {
    assertThat(OnnxOptions.ALL)
        .extracting(ConfigOption::name)
        .containsExactly(
            "model",
            "path",
            "name",
            "pooling",
            "maxTokens",
            "queryPrefix",
            "documentPrefix",
            "longText",
            "threads",
            "batchTokens");
    assertThat(OnnxOptions.ALL).allMatch(option -> option.description().endsWith("."));
  }

  private static OnnxOptions from(Map<String, ?> settings) {
    return OnnxOptions.from(ProviderConfig.of("rag.onnx", OnnxOptions.ALL, settings));
  }
}
