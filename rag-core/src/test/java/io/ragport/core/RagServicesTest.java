package io.ragport.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BaseRagService;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.EmbeddingListener;
import io.ragport.api.embedding.EmbeddingModels;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.spi.ConfigOption;
import io.ragport.core.config.RagConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RagServicesTest {
  private final FakeBackend backend = new FakeBackend("lucene");
  private final FakeEmbedderFactory embedder = new FakeEmbedderFactory("onnx");
  private final FakeEmbedderFactory other = new FakeEmbedderFactory("other");

  @Test
  void aServiceIsOpenedAsConfiguredAndTheModelIsMadeButNotAsked() {
    RagConfig config =
        RagConfig.builder()
            .set("rag.lucene.path", "there")
            .set("rag.onnx.model", "large")
            .normalizer(Normalizer.L2)
            .build();

    BaseRagService service = builder(config).open();

    assertThat(service.backendName()).isEqualTo("lucene");
    assertThat(backend.config().section()).isEqualTo("rag.lucene");
    assertThat(backend.config().get(FakeBackend.PATH)).isEqualTo("there");
    assertThat(backend.embedding().normalizer()).isEqualTo(Normalizer.L2);
    assertThat(backend.embedding().listener()).isNull();
    assertThat(backend.embedding().models().defaultModel()).contains("onnx/large");
    assertThat(embedder.made()).hasSize(1);
    assertThat(embedder.made().get(0).calls()).isEmpty();
  }

  @Test
  void listenerAndNormalizerFromCodeReachTheService() {
    EmbeddingListener listener = stats -> {};
    Normalizer normalizer = Normalizer.fromMap(Map.of("l1", true));

    builder(RagConfig.builder().normalizer(Normalizer.L2).build())
        .listener(listener)
        .normalizer(normalizer)
        .open();

    assertThat(backend.embedding().listener()).isSameAs(listener);
    assertThat(backend.embedding().normalizer()).isEqualTo(normalizer);
  }

  @Test
  void aWrongBackendOrEmbedderNameFailsBeforeAnythingIsMade() {
    assertThatThrownBy(() -> builder(RagConfig.builder().backend("lucen").build()).open())
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage("rag.backend: no backend named \"lucen\" (did you mean lucene? found: lucene)");
    assertThatThrownBy(() -> builder(RagConfig.builder().embedder("onyx").build()).open())
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(
            "rag.embedder: no embedder named \"onyx\" (did you mean onnx? found: onnx, other)");
    assertThat(embedder.made()).isEmpty();
    assertThat(backend.isOpened()).isFalse();
  }

  @Test
  void everySectionIsCheckedBeforeAnythingIsMade() {
    RagConfig config = RagConfig.builder().set("rag.other.modle", "x").build();

    assertThatThrownBy(() -> builder(config).open())
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage("rag.other.modle: unknown setting (did you mean model? known: model), in code");
    assertThat(embedder.made()).isEmpty();
  }

  @Test
  void theSectionOfAWellKnownBackendThatIsNotThereIsNoError() {
    RagConfig config =
        RagConfig.builder()
            .set("rag.qdrant.url", "x")
            .environment(Map.of("RAG_PGVECTOR_URL", "x"))
            .build();

    assertThat(builder(config).open()).isNotNull();
    assertThatThrownBy(() -> builder(RagConfig.builder().set("rag.qdrnt.url", "x").build()).open())
        .hasMessageStartingWith("rag.qdrnt: unknown section");
  }

  @Test
  void anInjectedEmbedderServesEveryModelAndStaysTheCallers() {
    FakeEmbedder injected = new FakeEmbedder("mine");
    RagConfig config = RagConfig.builder().embedder("not-there").build();

    BaseRagService service = builder(config).embedder(injected).open();

    EmbeddingModels models = backend.embedding().models();
    assertThat(models.defaultModel()).contains("mine");
    assertThat(models.forModel("another")).isSameAs(injected);
    service.close();
    assertThat(injected.closings()).isZero();
  }

  @Test
  void theModelThatACollectionRecordsIsMadeOnceAndClosedWithTheService() {
    BaseRagService service = builder(RagConfig.builder().build()).open();
    EmbeddingModels models = backend.embedding().models();

    EmbeddingProvider recorded = models.forModel("other/x");

    assertThat(recorded.modelName()).isEqualTo("other/x");
    assertThat(models.forModel("other/x")).isSameAs(recorded);
    assertThat(models.forModel("onnx/base")).isSameAs(embedder.made().get(0));
    assertThat(models.forModel("onnx/small").modelName()).isEqualTo("onnx/small");
    service.close();
    service.close();
    assertThat(embedder.made()).hasSize(2).allMatch(made -> made.closings() == 1);
    assertThat(other.made()).hasSize(1).allMatch(made -> made.closings() == 1);
    assertThatThrownBy(() -> models.forModel("onnx/base"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aModelThatNobodyKnowsSaysWhatWasFoundAndWhatToAdd() {
    RagServices.builder(RagConfig.builder().embedder("other").build())
        .backends(RagBackends.of(backend))
        .embedders(EmbeddingProviders.of(other))
        .open();

    assertThatThrownBy(() -> backend.embedding().models().forModel("openai/ada"))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(
            "rag.embedder: no embedder found knows the model \"openai/ada\", which the collection"
                + " records (add the embedder that made it, or give one from code; the default model"
                + " is other/base; found: other; for onnx add io.ragport:rag-embed-onnx)");
  }

  @Test
  void aModelThatTwoOthersKnowIsAmbiguousUnlessOneIsSelected() {
    FakeEmbedderFactory twin = new FakeEmbedderFactory("twin", "other");
    EmbeddingProviders all = EmbeddingProviders.of(embedder, other, twin);
    builder(RagConfig.builder().build()).embedders(all).open();
    EmbeddingModels unselected = backend.embedding().models();
    builder(RagConfig.builder().embedder("twin").build()).embedders(all).open();
    EmbeddingModels selected = backend.embedding().models();

    assertThatThrownBy(() -> unselected.forModel("other/x"))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("several embedders know the model \"other/x\": other, twin");
    assertThat(other.made()).allMatch(made -> made.closings() == 1);
    selected.forModel("other/x");
    assertThat(twin.made()).anyMatch(made -> made.closings() == 0);
  }

  @Test
  void anEmbedderThatFailsHidesNoOtherAndIsToldWhereNoneKnowsTheModel() {
    FakeEmbedderFactory broken =
        new FakeEmbedderFactory("broken").failing(new LinkageError("boom"));
    builder(RagConfig.builder().build())
        .embedders(EmbeddingProviders.of(embedder, broken, other))
        .open();
    EmbeddingModels models = backend.embedding().models();

    assertThat(models.forModel("other/x").modelName()).isEqualTo("other/x");
    assertThatThrownBy(() -> models.forModel("broken/x"))
        .isInstanceOf(RagConfigurationException.class)
        .satisfies(
            e ->
                assertThat(e.getSuppressed()[0])
                    .hasMessageStartingWith(
                        "rag.embedder: broken cannot be opened: java.lang.LinkageError: boom ("));
  }

  @Test
  void aConfiguredCacheWrapsEveryEmbedder() {
    BaseRagService service = builder(RagConfig.builder().cacheSize(7).build()).open();
    EmbeddingModels models = backend.embedding().models();
    builder(RagConfig.builder().set("rag.cache.megabytes", 1).build())
        .embedder(new FakeEmbedder("mine"))
        .open();

    assertThat(models.forModel("onnx/base")).isInstanceOf(CachingEmbeddingProvider.class);
    assertThat(models.forModel("other/x")).isInstanceOf(CachingEmbeddingProvider.class);
    assertThat(backend.embedding().models().forModel("any"))
        .isInstanceOf(CachingEmbeddingProvider.class);
    service.close();
    assertThat(other.made().get(0).closings()).isEqualTo(1);
  }

  @Test
  void aBackendThatFailsToOpenLeavesNoEmbedderOpen() {
    IllegalStateException failure = new IllegalStateException("no");
    backend.failing(failure);

    assertThatThrownBy(() -> builder(RagConfig.builder().build()).open()).isSameAs(failure);
    assertThat(embedder.made().get(0).closings()).isEqualTo(1);
  }

  @Test
  void aDriverThatIsNotThereIsAConfigurationErrorNamingTheBackendsClassAndJar() {
    backend.failing(new NoClassDefFoundError("org/Driver"));

    assertThatThrownBy(() -> builder(RagConfig.builder().build()).open())
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(
            "rag.backend: lucene cannot be opened: java.lang.NoClassDefFoundError: org/Driver ("
                + FakeBackend.class.getName()
                + " in "
                + PluginJar.place(FakeBackend.class)
                + ")")
        .hasCauseInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void aBackendAndAnEmbedderOfOneNameShareASection() {
    FakeBackend both = new FakeBackend("both");
    RagConfig config =
        RagConfig.builder()
            .backend("both")
            .embedder("both")
            .set("rag.both.path", "p")
            .set("rag.both.model", "m")
            .build();

    builder(config)
        .backends(RagBackends.of(both))
        .embedders(EmbeddingProviders.of(new FakeEmbedderFactory("both")))
        .open();

    assertThat(both.config().get(FakeBackend.PATH)).isEqualTo("p");
    assertThat(both.embedding().models().defaultModel()).contains("both/m");
  }

  @Test
  void aSharedSectionWithAnOptionOfBothIsAnError() {
    FakeBackend both = new FakeBackend("onnx", ConfigOption.flag("model", ""));

    assertThatThrownBy(
            () ->
                builder(RagConfig.builder().backend("onnx").build())
                    .backends(RagBackends.of(both))
                    .open())
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith(
            "rag.onnx.model: a setting of the backend and of the embedder onnx");
  }

  @Test
  void withoutABackendOnThePathTheDefaultNamesItsArtifact() {
    assertThatThrownBy(
            () -> RagServices.open(RagConfig.builder().build(), new HashingEmbeddingProvider()))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(
            "rag.backend: no backend named \"lucene\" (add io.ragport:rag-store-lucene to the class"
                + " path; found: none)");
  }

  private RagServices.Builder builder(RagConfig config) {
    return RagServices.builder(config)
        .backends(RagBackends.of(backend))
        .embedders(EmbeddingProviders.of(embedder, other));
  }
}
