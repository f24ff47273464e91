package io.ragport.api.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.ragport.api.testing.RecordingEmbedding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits, settings, and the embedder that serves every model (EMB-6). */
class EmbeddingValuesTest {
  private final RecordingEmbedding embedding = new RecordingEmbedding();

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void limitsStartAtOne(int limit) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EmbeddingLimits(limit, 1))
        .withMessage("maxTexts: " + limit + " is less than 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EmbeddingLimits(1, limit))
        .withMessage("maxCharacters: " + limit + " is less than 1");
  }

  @Test
  void anEmbedderThatSaysNothingTakesAnythingAndCountsNoTokens() {
    EmbeddingProvider plain = new PlainEmbedding();

    assertThat(plain.limits()).isEqualTo(EmbeddingLimits.NONE);
    assertThat(plain.countTokens(List.of("a"))).isEmpty();
  }

  @Test
  void anInjectedEmbedderServesEveryModel() {
    EmbeddingModels models = EmbeddingModels.servedBy(embedding);

    assertThat(models.defaultModel()).contains("model-a");
    assertThat(models.forModel("model-a")).isSameAs(embedding);
    assertThat(models.forModel("another")).isSameAs(embedding);
  }

  @Test
  void anInjectedEmbedderIsNotClosed() {
    EmbeddingModels.servedBy(embedding).close();

    assertThat(embedding.isClosed()).isFalse();
  }

  @SuppressWarnings("NullAway") // null on purpose
  @Test
  void settingsNeedModels() {
    assertThatNullPointerException()
        .isThrownBy(() -> new EmbeddingSettings(null, null, null))
        .withMessage("models");
    assertThatNullPointerException()
        .isThrownBy(() -> EmbeddingSettings.of(null))
        .withMessage("provider");
  }

  @Test
  void settingsAreCopiedWithOneChange() {
    EmbeddingListener listener = stats -> {};

    EmbeddingSettings settings =
        EmbeddingSettings.of(embedding).withNormalizer(Normalizer.L2).withListener(listener);

    assertThat(settings.normalizer()).isEqualTo(Normalizer.L2);
    assertThat(settings.listener()).isSameAs(listener);
    assertThat(settings.withNormalizer(null).listener()).isSameAs(listener);
  }

  private static final class PlainEmbedding implements EmbeddingProvider {
    @Override
    public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
      return new float[texts.size()][1];
    }

    @Override
    public int dimension() {
      return 1;
    }

    @Override
    public String modelName() {
      return "plain";
    }
  }
}
