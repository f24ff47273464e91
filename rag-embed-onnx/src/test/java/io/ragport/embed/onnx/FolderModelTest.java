package io.ragport.embed.onnx;

import static io.ragport.api.embedding.EmbeddingPurpose.DOCUMENT;
import static io.ragport.api.embedding.EmbeddingPurpose.QUERY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.EmbeddingException;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderModelTest {
  private static final Offset<Float> EXACT = within(1e-6f);

  @TempDir Path folder;

  @Test
  void aFolderNamesItsModel() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder.resolve("my-model"));

    try (OnnxEmbeddingProvider embedder = open(model, builder -> builder)) {
      assertThat(embedder.modelName()).isEqualTo("onnx/my-model");
      assertThat(embedder.dimension()).isEqualTo(2);
    }
  }

  @Test
  void aModelInAFolderCanHaveAnotherName() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);

    try (OnnxEmbeddingProvider embedder = open(model, builder -> builder.model("compass"))) {
      assertThat(embedder.modelName()).isEqualTo("onnx/compass");
    }
  }

  @Test
  void meanPoolingTakesAllTokensAndNoPadding() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);

    // [CLS] north north [SEP] sums up to (1, 2); the longer text pads it.
    assertThat(vector(model, b -> b.pooling(Pooling.MEAN), "north north", "east east east"))
        .containsExactly(new float[] {0.4472136f, 0.8944272f}, EXACT);
    assertThat(vector(model, b -> b, "north north", "east east east"))
        .containsExactly(new float[] {0.4472136f, 0.8944272f}, EXACT);
  }

  @Test
  void clsPoolingTakesTheFirstToken() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);

    assertThat(vector(model, b -> b.pooling(Pooling.CLS), "north north"))
        .containsExactly(new float[] {1, 0}, EXACT);
  }

  @Test
  void aModelThatPoolsByItselfIsTakenAtItsWord() throws IOException {
    Path model = TinyModel.withTextVectors().writeTo(folder);

    assertThat(vector(model, b -> b, "north"))
        .containsExactly(new float[] {0.7071068f, 0.7071068f}, EXACT);
    assertThat(vector(model, b -> b, "unknown")).containsExactly(new float[] {1, 0}, EXACT);
  }

  @Test
  void poolingThatIsAskedForComesBeforeTheModelsOwn() throws IOException {
    Path model = TinyModel.withTextVectors().writeTo(folder);

    assertThat(vector(model, b -> b.pooling(Pooling.CLS), "north"))
        .containsExactly(new float[] {1, 0}, EXACT);
  }

  @Test
  void batchTokensSaysHowManyTokensRunTogether() throws IOException {
    Path model = TinyModel.withTextVectors().writeTo(folder);

    // This model shows its padding: 2 x 6 tokens, or each text alone.
    assertThat(vector(model, b -> b.batchTokens(12), "east", "east east east east"))
        .containsExactly(new float[] {0.7071068f, 0.7071068f}, EXACT);
    assertThat(vector(model, b -> b.batchTokens(11), "east", "east east east east"))
        .containsExactly(new float[] {1, 0}, EXACT);
  }

  @Test
  void aModelWithDynamicQuantisationRunsOneTextAtATime() throws IOException {
    Path model = TinyModel.withDynamicQuantisation().writeTo(folder);

    assertThat(vector(model, b -> b.batchTokens(512), "east", "east east east east"))
        .containsExactly(new float[] {1, 0}, EXACT);
  }

  @Test
  void tokenTypesAreGivenToAModelThatWantsThem() throws IOException {
    Path model = TinyModel.withTokenVectors().withInput("token_type_ids").writeTo(folder);

    assertThat(vector(model, b -> b, "east")).containsExactly(new float[] {1, 0}, EXACT);
  }

  @Test
  void eachSideOfTheSearchHasItsPrefix() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);
    try (OnnxEmbeddingProvider embedder =
        open(model, b -> b.queryPrefix("north ").documentPrefix("north north "))) {

      float[] query = embedder.embed(List.of("east"), QUERY)[0];
      float[] document = embedder.embed(List.of("east"), DOCUMENT)[0];

      assertThat(query).containsExactly(new float[] {0.8944272f, 0.4472136f}, EXACT);
      assertThat(document).containsExactly(new float[] {0.7071068f, 0.7071068f}, EXACT);
      assertThat(embedder.countTokens(List.of("east"))).hasValue(5);
    }
  }

  @Test
  void aSplitTextIsTheMeanOfItsPartsWeightedByTheirTokens() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);
    String sixNorthOneEast = "north ".repeat(6) + "east";

    try (OnnxEmbeddingProvider embedder =
        open(model, b -> b.maxTokens(8).longText(LongText.SPLIT))) {
      float[] vector = embedder.embed(List.of(sixNorthOneEast), DOCUMENT)[0];

      // 6 x (1, 6) / |(1, 6)| + 1 x (1, 0) = (1.98639, 5.91836)
      assertThat(vector).containsExactly(new float[] {0.3181928f, 0.9480260f}, within(1e-5f));
      assertThat(embedder.countTokens(List.of(sixNorthOneEast))).hasValue(8 + 3);
    }
  }

  @Test
  void aTruncatedTextIsItsStart() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);
    String start = "north ".repeat(6);

    float[] whole = vector(model, b -> b.maxTokens(8), start + "east east east");

    assertThat(whole).containsExactly(vector(model, b -> b.maxTokens(8), start));
  }

  @Test
  void aMissingFolderShowsAtFirstUseOnly() {
    OnnxEmbeddingProvider embedder = open(folder.resolve("nowhere"), b -> b);

    assertThatThrownBy(embedder::dimension)
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(
            "rag.onnx.path: "
                + folder.resolve("nowhere").resolve("tokenizer.json")
                + " is missing (a folder with complete files model.onnx and tokenizer.json)");
  }

  @Test
  void aMissingModelFileIsNamed() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);
    Files.delete(model.resolve("model.onnx"));

    assertThatThrownBy(() -> vector(model, b -> b, "east"))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.onnx.path: " + model.resolve("model.onnx") + " is missing");
  }

  @Test
  void aCorruptModelFileIsNamed() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);
    Files.write(model.resolve("model.onnx"), new byte[] {1, 2, 3});

    assertThatThrownBy(() -> vector(model, b -> b, "east"))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith(
            "rag.onnx.path: " + model.resolve("model.onnx") + " is not a model");
  }

  @Test
  void anEmptyModelFileIsNamed() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);
    Files.write(model.resolve("model.onnx"), new byte[0]);

    assertThatThrownBy(() -> vector(model, b -> b, "east"))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith(
            "rag.onnx.path: " + model.resolve("model.onnx") + " is not a model");
  }

  @Test
  void aCorruptTokenizerIsNamed() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);
    Files.writeString(model.resolve("tokenizer.json"), "{broken");

    assertThatThrownBy(() -> vector(model, b -> b, "east"))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith(
            "rag.onnx.path: " + model.resolve("tokenizer.json") + " is not a tokenizer");
  }

  @Test
  void afterAFailedLoadARepairedFolderWorks() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);
    Files.delete(model.resolve("tokenizer.json"));
    try (OnnxEmbeddingProvider embedder = open(model, b -> b)) {
      assertThatThrownBy(embedder::dimension).isInstanceOf(RagConfigurationException.class);

      Files.writeString(model.resolve("tokenizer.json"), TinyModel.TOKENIZER);

      assertThat(embedder.dimension()).isEqualTo(2);
    }
  }

  @Test
  void aModelWithAnotherKindOfInputIsRefused() throws IOException {
    Path model = TinyModel.withTokenVectors().withInput("pixel_values").writeTo(folder);

    assertThatThrownBy(() -> vector(model, b -> b, "east"))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("wants the input pixel_values");
  }

  @Test
  void aFailingModelIsAnEmbeddingException() throws IOException {
    Path model = TinyModel.withTokenVectors().writeTo(folder);
    // "south" gets an id for which the table has no row.
    Files.writeString(
        model.resolve("tokenizer.json"),
        TinyModel.TOKENIZER.replace("\"east\": 5", "\"east\": 5, \"south\": 6"));

    assertThatThrownBy(() -> vector(model, b -> b, "south"))
        .isInstanceOf(EmbeddingException.class)
        .hasMessageStartingWith(
            "embedder onnx/" + folder.getFileName() + ": the model failed on 3");
  }

  private static float[] vector(
      Path model, UnaryOperator<OnnxOptions.Builder> settings, String... texts) {
    try (OnnxEmbeddingProvider embedder = open(model, settings)) {
      return embedder.embed(List.of(texts), EmbeddingPurpose.DOCUMENT)[0];
    }
  }

  private static OnnxEmbeddingProvider open(
      Path model, UnaryOperator<OnnxOptions.Builder> settings) {
    return OnnxEmbeddingProvider.open(settings.apply(OnnxOptions.builder().path(model)).build());
  }
}
