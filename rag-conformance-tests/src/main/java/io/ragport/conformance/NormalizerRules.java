package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagException;
import io.ragport.api.embedding.Normalizer;
import io.ragport.core.config.NormalizerYaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** NRM: what normalizers do, how they are written and how one is learned. */
abstract class NormalizerRules extends Rules {
  private static final float CLOSE = 1e-6f;

  NormalizerRules(Backend backend) {
    super(backend);
  }

  // NRM-1

  @SuppressWarnings("NullAway") // no centre: on Java 17 it cannot see that an array is nullable
  static Stream<Arguments> transformations() {
    double[] centre = {1, -1};
    return Stream.of(
        arguments(named("nothing", Normalizer.scaling(false, false)), vector(3, 4), vector(3, 4)),
        arguments(named("L1", Normalizer.scaling(true, false)), vector(-1, 3), vector(-.25f, .75f)),
        arguments(named("L2", Normalizer.scaling(false, true)), vector(3, -4), vector(.6f, -.8f)),
        arguments(
            named("L1, then L2", Normalizer.scaling(true, true)), vector(3, 4), vector(.6f, .8f)),
        arguments(named("centre", Normalizer.centredOn(centre)), vector(4, 3), vector(3, 4)),
        arguments(
            named("centre, then L1", new Normalizer(true, false, true, centre)),
            vector(2, 2),
            vector(.25f, .75f)),
        arguments(
            named("centre, then L2", new Normalizer(false, true, true, centre)),
            vector(4, 3),
            vector(.6f, .8f)),
        arguments(
            named("all", new Normalizer(true, true, true, centre)), vector(4, 3), vector(.6f, .8f)),
        arguments(
            named("a centre that is off", new Normalizer(false, false, false, centre)),
            vector(3, 4),
            vector(3, 4)),
        arguments(
            named("centring without a centre", new Normalizer(false, false, true, null)),
            vector(3, 4),
            vector(3, 4)));
  }

  @Rule("NRM-1")
  @ParameterizedTest(name = "{0}")
  @MethodSource("transformations")
  void transformingCentresThenScales(Normalizer normalizer, float[] vector, float[] wanted) {
    float[] given = vector.clone();

    float[] transformed = normalizer.transform(given);

    assertThat(transformed).containsExactly(wanted, within(CLOSE));
    assertThat(given).as("the vector given").containsExactly(vector);
  }

  @Rule("NRM-1")
  @Test
  void zeroRowsStayZeroAndTheShapeStays() {
    float[][] vectors = {{0, 0, 0}, {3, 0, 4}, {0, 0, 0}};

    float[][] transformed = Normalizer.scaling(true, true).transform(vectors);

    assertThat(transformed.length).as("rows").isEqualTo(3);
    assertThat(transformed[0]).as("row 0").containsExactly(0, 0, 0);
    assertThat(transformed[1]).as("row 1").containsExactly(vector(.6f, 0, .8f), within(CLOSE));
    assertThat(transformed[2]).as("row 2").containsExactly(0, 0, 0);
  }

  @Rule("NRM-1")
  @Test
  void noRowsGiveNone() {
    assertThat(Normalizer.L2.transform(new float[0][]).length).isZero();
  }

  @Rule("NRM-1")
  @Test
  void aRowAtTheCentreBecomesZero() {
    Normalizer normalizer = new Normalizer(true, true, true, new double[] {1, 2});

    assertThat(normalizer.transform(vector(1, 2))).containsExactly(0, 0);
  }

  @Rule("NRM-1")
  @Test
  void numbersThatNeedADoubleAreNotLost() {
    Normalizer nearOne = Normalizer.centredOn(new double[] {1 - 1e-12, 0});

    assertThat(Normalizer.L2.transform(vector(3e30f, 4e30f)))
        .as("squares beyond a float")
        .containsExactly(vector(.6f, .8f), within(CLOSE));
    assertThat(Normalizer.L2.transform(vector(3e-30f, 4e-30f)))
        .as("squares below a float")
        .containsExactly(vector(.6f, .8f), within(CLOSE));
    assertThat(nearOne.transform(vector(1, 0))[0])
        .as("a difference below a float's precision")
        .isCloseTo(1e-12f, within(1e-15f));
  }

  @Rule("NRM-1")
  @Test
  void aCentreOfAnotherLengthIsRefused() {
    Normalizer normalizer = Normalizer.centredOn(new double[] {1, 2, 3});

    assertThatThrownBy(() -> normalizer.transform(vector(1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("center_vector: 3 ")
        .hasMessageContaining("2");
  }

  @SuppressWarnings("NullAway") // as above
  static Stream<Normalizer> normalizers() {
    double[] extremes = {
      0, -0.0, 1 / 3.0, -1e300, 1e-300, Double.MIN_VALUE, Double.MAX_VALUE, 1e15, 1
    };
    return Stream.of(
        Normalizer.L2,
        Normalizer.scaling(true, false),
        Normalizer.scaling(false, false),
        Normalizer.centredOn(extremes),
        new Normalizer(true, true, true, new double[] {0.1}),
        new Normalizer(true, true, false, extremes),
        new Normalizer(false, false, true, null));
  }

  @Rule("NRM-1")
  @ParameterizedTest
  @MethodSource("normalizers")
  void aNormalizerRoundTripsThroughYaml(Normalizer normalizer) {
    String yaml = NormalizerYaml.write(normalizer);

    assertThat(NormalizerYaml.read(yaml)).isEqualTo(normalizer);
    assertThat(yaml)
        .containsPattern("(?m)^l1: " + normalizer.l1())
        .containsPattern("(?m)^l2: " + normalizer.l2())
        .containsPattern("(?m)^center: " + normalizer.center());
    assertThat(yaml.contains("center_vector:"))
        .as("has the key center_vector")
        .isEqualTo(normalizer.centerVector() != null);
  }

  @Rule("NRM-1")
  @Test
  void yamlOfAnyLayoutIsRead() {
    Normalizer read =
        NormalizerYaml.read("center_vector: [1, -2.5e-3]\ncenter: true\nl2: true\nl1: false\n");

    assertThat(read).isEqualTo(new Normalizer(false, true, true, new double[] {1, -0.0025}));
  }

  // NRM-2

  @Rule("NRM-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void theMeanOfTheVectorsIsLearnedAndCentringIsOn() {
    double[] mean = indexTexts(DOCS, 25);

    Normalizer learned = service.learnNormalizer(DOCS);

    assertThat(learned.center()).as("centring").isTrue();
    assertThat(Objects.requireNonNull(learned.centerVector(), "centre"))
        .containsExactly(mean, within(1e-6));
  }

  @Rule("NRM-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void everyEntryOfALargeCollectionCounts() {
    double[] mean = indexTexts(DOCS, 1_234);

    Normalizer learned = service.learnNormalizer(DOCS);

    assertThat(Objects.requireNonNull(learned.centerVector(), "centre"))
        .containsExactly(mean, within(1e-6));
  }

  @Rule("NRM-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void withoutANameTheDefaultCollectionIsLearnedFrom() {
    double[] mean = indexTexts("default", 3);
    index("in another collection");

    Normalizer learned = service.learnNormalizer(null);

    assertThat(Objects.requireNonNull(learned.centerVector(), "centre"))
        .containsExactly(mean, within(1e-6));
  }

  @Rule("NRM-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void nothingIsLearnedFromAMissingCollection() {
    assertThatThrownBy(() -> service.learnNormalizer("missing"))
        .isInstanceOf(RagException.class)
        .hasMessageContaining("missing");
  }

  @Rule("NRM-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void nothingIsLearnedFromAnEmptyCollection() {
    UUID id = index("a text").id();
    service.delete(id, DOCS);

    assertThatThrownBy(() -> service.learnNormalizer(DOCS))
        .isInstanceOf(RagException.class)
        .hasMessageContaining(DOCS);
  }

  @Rule("NRM-2")
  @Needs(means = Means.STORE)
  @Test
  void aBackendThatCannotReadVectorsReturnsTheDefault() {
    index("a text");
    BaseRagService blind =
        openOver(store -> new FailingStore(store).without(Capability.ITER_ENTRIES));

    assertThat(blind.learnNormalizer(DOCS)).isEqualTo(Normalizer.L2);
  }

  @Rule("NRM-2")
  @Test
  void whatIsLearnedCentresExactlyWhereVectorsCanBeRead() {
    index("a text");

    Normalizer learned = service.learnNormalizer(DOCS);

    assertThat(learned.center()).as("centring").isEqualTo(declares(Capability.ITER_ENTRIES));
    assertThat(learned.equals(Normalizer.L2))
        .as("the default")
        .isEqualTo(!declares(Capability.ITER_ENTRIES));
  }

  @Rule("NRM-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void whatIsLearnedTakesEffectWhenTheTextsAreIndexedAnew() {
    embedding.vector("east", 3, 1, 0, 0, 0, 0, 0, 0);
    embedding.vector("west", 3, -1, 0, 0, 0, 0, 0, 0);
    index("east");
    index("west");
    Normalizer learned = service.learnNormalizer(DOCS);
    BaseRagService centring =
        keep(configured(Map.of()).embedder(embedding).normalizer(learned).open());
    centring.index(IndexRequest.builder("east").collectionName("anew").build());

    double similarity =
        centring.query(QueryRequest.builder("west").collectionName("anew").build()).get(0).score();

    assertThat(similarity).as("0.8 without centring").isCloseTo(-1, within(1e-4));
  }

  /** Indexes that many texts; the mean of their vectors. */
  private double[] indexTexts(String collectionName, int count) {
    List<IndexItem> items = new ArrayList<>();
    double[] mean = new double[RecordingEmbedding.DIMENSION];
    for (int i = 0; i < count; i++) {
      items.add(IndexItem.of("text " + i));
      float[] vector = embedding.vectorOf("text " + i);
      for (int j = 0; j < mean.length; j++) {
        mean[j] += (double) vector[j] / count;
      }
    }
    service.indexBatch(
        IndexBatchRequest.builder().collectionName(collectionName).addAll(items).build());
    return mean;
  }

  private static float[] vector(float... components) {
    return components;
  }
}
