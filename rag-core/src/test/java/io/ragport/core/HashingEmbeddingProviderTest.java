package io.ragport.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.ProviderConfig;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HashingEmbeddingProviderTest {
  private final HashingEmbeddingProvider hashing = new HashingEmbeddingProvider();

  @Test
  void theModelIsNamedAfterItsDimension() {
    assertThat(hashing.modelName()).isEqualTo("hashing/256");
    assertThat(hashing.dimension()).isEqualTo(256);
    assertThat(new HashingEmbeddingProvider(8).modelName()).isEqualTo("hashing/8");
  }

  @Test
  void aDimensionOutsideTheRangeIsRefused() {
    assertThatThrownBy(() -> new HashingEmbeddingProvider(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("dimension: 0 is not in 1 to 65536");
  }

  /** Pinned: vectors that are stored must mean the same in every later version. */
  @Test
  void theVectorsNeverChange() {
    float[][] vectors =
        new HashingEmbeddingProvider(8)
            .embed(List.of("Over the lazy, lazy dog.", "🙂"), EmbeddingPurpose.DOCUMENT);

    assertThat(Arrays.deepToString(vectors))
        .isEqualTo(
            "[[-0.37796447, 0.0, 0.0, 0.37796447, 0.0, 0.37796447, 0.0, -0.75592893],"
                + " [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]]");
  }

  @Test
  void everyVectorHasUnitLengthAndNoTextTheZeroVector() {
    Random random = new Random(7);
    for (int dimension : new int[] {1, 2, 3, 8, 256}) {
      HashingEmbeddingProvider provider = new HashingEmbeddingProvider(dimension);
      for (int round = 0; round < 300; round++) {
        StringBuilder text = new StringBuilder("x");
        random.ints(random.nextInt(12), 32, 0x3000).forEach(text::appendCodePoint);
        String drawn = text.substring(random.nextInt(2));
        float[] vector = provider.embed(List.of(drawn), EmbeddingPurpose.QUERY)[0];

        double squares = 0;
        for (float component : vector) {
          squares += component * component;
        }
        assertThat(vector).hasSize(dimension);
        assertThat(squares).as(drawn).isCloseTo(1, within(1e-6));
      }
    }
  }

  @Test
  void wordsThatCancelOutStillHaveADirection() {
    HashingEmbeddingProvider one = new HashingEmbeddingProvider(1);
    String positive = null;
    String negative = null;
    for (int i = 0; positive == null || negative == null; i++) {
      boolean up = one.embed(List.of("w" + i), EmbeddingPurpose.DOCUMENT)[0][0] > 0;
      positive = up ? "w" + i : positive;
      negative = up ? negative : "w" + i;
    }

    float[][] vectors = one.embed(List.of(positive + " " + negative), EmbeddingPurpose.DOCUMENT);

    assertThat(Math.abs(vectors[0][0])).isEqualTo(1f);
  }

  @ParameterizedTest
  @CsvSource({
    "Hello WORLD, hello world",
    "'hello, world!', hello world",
    "'  world   hello ', hello world",
    "ΑΒΓ ÄÖÜ, αβγ äöü",
    "cafe\u0301, café",
    "TITLE, title",
    "東京, 京 東"
  })
  void caseOrderPunctuationAndCompositionDoNotMatter(String one, String other) {
    assertThat(similarity(one, other)).isCloseTo(1, within(1e-6));
  }

  @Test
  void textsAreAsSimilarAsTheWordsTheyShare() {
    assertThat(similarity("red green blue", "red green yellow"))
        .isGreaterThan(similarity("red green blue", "red black white"))
        .isGreaterThan(0.5);
    assertThat(similarity("alpha beta", "gamma delta")).isLessThan(0.5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"!!!", "🙂", "\u0301", "—"})
  void aTextWithoutWordsIsHashedAsAWhole(String text) {
    assertThat(similarity(text, text)).isCloseTo(1, within(1e-6));
  }

  @Test
  void theDefaultLocaleChangesNothing() {
    float[][] before = hashing.embed(List.of("TITLE INDEX"), EmbeddingPurpose.DOCUMENT);
    Locale locale = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));

      assertThat(hashing.embed(List.of("TITLE INDEX"), EmbeddingPurpose.DOCUMENT))
          .isDeepEqualTo(before);
    } finally {
      Locale.setDefault(locale);
    }
  }

  @Test
  void bothPurposesGiveTheSameVector() {
    assertThat(hashing.embed(List.of("a b"), EmbeddingPurpose.QUERY))
        .isDeepEqualTo(hashing.embed(List.of("a b"), EmbeddingPurpose.DOCUMENT));
  }

  @Test
  void theFactoryIsDiscoveredAndConfigured() {
    EmbeddingProviderFactory factory = EmbeddingProviders.discover().require("hashing");

    assertThat(create(factory, Map.of()).modelName()).isEqualTo("hashing/256");
    assertThat(create(factory, Map.of("dimension", 12)).dimension()).isEqualTo(12);
    assertThat(factory.artifact()).contains("io.ragport:rag-core");
  }

  @ParameterizedTest
  @CsvSource({
    "hashing/256, true",
    "hashing/1, true",
    "hashing/0, false",
    "hashing/65537, false",
    "hashing/+8, false",
    "hashing/08, false",
    "hashing/, false",
    "hashing/x, false",
    "onnx/256, false"
  })
  void theFactoryKnowsItsOwnModels(String model, boolean known) {
    assertThat(
            new HashingEmbeddingProviderFactory()
                .createFor(model)
                .map(EmbeddingProvider::modelName))
        .isEqualTo(known ? Optional.of(model) : Optional.empty());
  }

  @Test
  void theMockGivesZerosOfOneLength() {
    assertThat(new MockEmbeddingProvider().dimension()).isEqualTo(384);
    assertThat(new MockEmbeddingProvider(3).embed(List.of("a", "b"), EmbeddingPurpose.QUERY))
        .isDeepEqualTo(new float[2][3]);
    assertThat(new MockEmbeddingProvider(3).modelName()).isEqualTo("mock/3");
    assertThatThrownBy(() -> new MockEmbeddingProvider(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static EmbeddingProvider create(EmbeddingProviderFactory factory, Map<String, ?> raw) {
    return factory.create(ProviderConfig.of("rag.hashing", factory.options(), raw));
  }

  private double similarity(String one, String other) {
    float[][] vectors = hashing.embed(List.of(one, other), EmbeddingPurpose.DOCUMENT);
    double product = 0;
    for (int i = 0; i < vectors[0].length; i++) {
      product += vectors[0][i] * vectors[1][i];
    }
    return product;
  }
}
