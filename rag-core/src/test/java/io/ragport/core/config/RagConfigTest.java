package io.ragport.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CFG-1 to CFG-4 with the options of an imaginary backend. */
class RagConfigTest {
  private enum Mode {
    FAST,
    VERY_SAFE
  }

  private static final ConfigOption<String> URL =
      ConfigOption.string("url", "where it is").withDefault("http://localhost");
  private static final ConfigOption<String> PASSWORD = ConfigOption.secret("password", "its key");
  private static final ConfigOption<Integer> PORT =
      ConfigOption.integer("port", "its port", 1, 65535);
  private static final ConfigOption<Duration> TIMEOUT =
      ConfigOption.duration(
          "connectTimeout", "patience", Duration.ofMillis(1), Duration.ofMinutes(1));
  private static final ConfigOption<Boolean> TLS = ConfigOption.flag("tls", "encrypted");
  private static final ConfigOption<Double> RATIO = ConfigOption.number("ratio", "a share", 0, 1);
  private static final ConfigOption<Mode> MODE = ConfigOption.choice("mode", "how", Mode.class);
  private static final ConfigOption<List<String>> HOSTS =
      ConfigOption.list("hosts", "more of them");
  private static final ConfigOption<Path> FOLDER = ConfigOption.path("folder", "where files are");
  private static final List<ConfigOption<?>> OPTIONS =
      List.of(URL, PASSWORD, PORT, TIMEOUT, TLS, RATIO, MODE, HOSTS, FOLDER);
  private static final Map<String, List<ConfigOption<?>>> SECTIONS =
      Map.of("store", OPTIONS, "my-store", List.of(URL));

  @TempDir Path folder;

  // CFG-1: one file, three formats, precedence

  @Test
  void withoutAnythingTheDefaultsHold() {
    RagConfig config = RagConfig.builder().build();

    assertThat(config.backend()).isEqualTo("lucene");
    assertThat(config.embedder()).isEqualTo("onnx");
    assertThat(config.collection()).isEmpty();
    assertThat(config.normalizer()).isEmpty();
    assertThat(config.cacheSize()).isEmpty();
    assertThat(config.cacheMegabytes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "rag.yaml, '', '# none', '---', 'rag:', 'null'",
    "rag.json, '{}', '{\"rag\": {}}', ' null ', '{\"rag\": null}', ''",
    "rag.properties, '', '# nothing', '! nothing', '', ''"
  })
  void aFileThatSetsNothingLeavesTheDefaults(
      String name, String first, String second, String third, String fourth, String fifth)
      throws IOException {
    for (String text : List.of(first, second, third, fourth, fifth)) {
      assertThat(load(name, text).backend()).as(text).isEqualTo("lucene");
    }
  }

  private static final String YAML =
      """
      # a comment
      rag:
        backend: store
        embedder: hashing
        collection: "Käsebrot №1"
        cache: {size: 50}
        normalizer:
          l2: true
          center: true
          center_vector: [0.1, -2, 3e-5]
        store:
          url: http://example.org:8080
          password: 007
          port: 6334
          connectTimeout: 2s
          tls: true
          ratio: 0.10
          mode: very-safe
          hosts: [one, two]
          folder: data/index
      """;

  private static final String FLAT_YAML =
      """
      rag.backend: store
      rag.embedder: hashing
      rag.collection: "Käsebrot №1"
      rag.cache.size: 50
      rag.normalizer: {l2: true, center: true, center_vector: ["0.1", "-2", "3e-5"]}
      rag.store.url: http://example.org:8080
      rag:
        store.password: 007
        store: {port: 6334, connectTimeout: PT2S, tls: true, ratio: 0.10, mode: VERY-SAFE}
      rag.store.hosts:
        - one
        - two
      rag.store.folder: data/index
      """;

  private static final String JSON =
      """
      {"rag": {
        "backend": "store", "embedder": "hashing", "collection": "Käsebrot №1",
        "cache": {"size": 50},
        "normalizer": {"l2": true, "center": true, "center_vector": [0.1, -2, 3e-5]},
        "store": {
          "url": "http://example.org:8080", "password": "007", "port": 6334,
          "connectTimeout": "2000ms", "tls": true, "ratio": 0.10, "mode": "very-safe",
          "hosts": ["one", "two"], "folder": "data/index"}}}
      """;

  private static final String PROPERTIES =
      """
      # a comment
      rag.backend = store
      rag.embedder=hashing
      rag.collection: Käsebrot \\u21161
      rag.cache.size 50
      rag.normalizer.l2=true
      rag.normalizer.center=true
      rag.normalizer.center_vector=0.1,-2,\\
          3e-5
      rag.store.url=http://example.org:8080
      rag.store.password=007
      rag.store.port=6334
      rag.store.connectTimeout=2s
      rag.store.tls=true
      rag.store.ratio=0.10
      rag.store.mode=very-safe
      rag.store.hosts=one, two
      rag.store.folder=data/index
      """;

  @Test
  void yamlJsonAndPropertiesMeanTheSame() throws IOException {
    assertIsTheExample(load("rag.yaml", YAML));
    assertIsTheExample(load("flat.YML", FLAT_YAML));
    assertIsTheExample(load("rag.json", JSON));
    assertIsTheExample(load("rag.properties", PROPERTIES));
  }

  private static void assertIsTheExample(RagConfig config) {
    assertThat(config.backend()).isEqualTo("store");
    assertThat(config.embedder()).isEqualTo("hashing");
    assertThat(config.collection()).contains("Käsebrot №1");
    assertThat(config.cacheSize()).hasValue(50);
    assertThat(config.normalizer())
        .contains(new Normalizer(false, true, true, new double[] {0.1, -2, 3e-5}));
    config.check(SECTIONS, Set.of());
    ProviderConfig store = config.section("store", OPTIONS);
    assertThat(store.get(URL)).isEqualTo("http://example.org:8080");
    assertThat(store.get(PASSWORD)).isEqualTo("007");
    assertThat(store.get(PORT)).isEqualTo(6334);
    assertThat(store.get(TIMEOUT)).isEqualTo(Duration.ofSeconds(2));
    assertThat(store.get(TLS)).isTrue();
    assertThat(store.get(RATIO)).isEqualTo(0.1);
    assertThat(store.get(MODE)).isEqualTo(Mode.VERY_SAFE);
    assertThat(store.get(HOSTS)).containsExactly("one", "two");
    assertThat(store.get(FOLDER)).isEqualTo(Path.of("data/index"));
  }

  @Test
  void codeBeatsTheEnvironmentWhichBeatsTheFileWhichBeatsTheDefault() throws IOException {
    Path file =
        write("rag.yaml", "rag: {backend: b-file, store: {url: u-file, port: 1, tls: false}}");
    Map<String, String> environment =
        Map.of("RAG_BACKEND", "b-env", "RAG_STORE_URL", "u-env", "RAG_STORE_PORT", "2");

    RagConfig config =
        RagConfig.builder()
            .file(file)
            .environment(environment)
            .set("rag.store.url", "u-code")
            .embedder("e-code")
            .build();

    ProviderConfig store = config.section("store", OPTIONS);
    assertThat(config.embedder()).isEqualTo("e-code");
    assertThat(config.backend()).isEqualTo("b-env");
    assertThat(store.get(URL)).isEqualTo("u-code");
    assertThat(store.get(PORT)).isEqualTo(2);
    assertThat(store.get(TLS)).isFalse();
    assertThat(RagConfig.load(file, Map.of()).backend()).isEqualTo("b-file");
  }

  @Test
  void everySettingCanComeFromTheEnvironment() {
    Map<String, String> environment =
        Map.ofEntries(
            Map.entry("RAG_BACKEND", "store"),
            Map.entry("RAG_EMBEDDER", "hashing"),
            Map.entry("RAG_COLLECTION", "Käsebrot №1"),
            Map.entry("RAG_CACHE_SIZE", "50"),
            Map.entry("RAG_NORMALIZER_L2", "true"),
            Map.entry("RAG_NORMALIZER_CENTER", "true"),
            Map.entry("RAG_NORMALIZER_CENTER_VECTOR", "0.1,-2,3e-5"),
            Map.entry("RAG_STORE_URL", "http://example.org:8080"),
            Map.entry("RAG_STORE_PASSWORD", "007"),
            Map.entry("RAG_STORE_PORT", "6334"),
            Map.entry("RAG_STORE_CONNECT_TIMEOUT", "2s"),
            Map.entry("RAG_STORE_TLS", "true"),
            Map.entry("RAG_STORE_RATIO", "0.10"),
            Map.entry("RAG_STORE_MODE", "very-safe"),
            Map.entry("RAG_STORE_HOSTS", "one,two"),
            Map.entry("RAG_STORE_FOLDER", "data/index"),
            Map.entry("PATH", "/bin"));

    assertIsTheExample(RagConfig.builder().environment(environment).build());
  }

  @Test
  void theWordsOfAnOptionMayBeRunTogetherInTheEnvironment() {
    RagConfig config = withEnvironment(Map.of("RAG_STORE_CONNECTTIMEOUT", "3s"));

    assertThat(config.section("store", OPTIONS).get(TIMEOUT)).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void aHyphenInASectionIsAnUnderscoreInTheEnvironment() {
    RagConfig config = withEnvironment(Map.of("RAG_MY_STORE_URL", "x"));

    config.check(SECTIONS, Set.of());
    assertThat(config.section("my-store", List.of(URL)).get(URL)).isEqualTo("x");
  }

  @Test
  void bothSpellingsOfAVariableAtOnceAreAnError() {
    RagConfig config =
        withEnvironment(
            Map.of("RAG_STORE_CONNECTTIMEOUT", "3s", "RAG_STORE_CONNECT_TIMEOUT", "4s"));

    assertFails(() -> config.check(SECTIONS, Set.of()))
        .hasMessage(
            "rag.store.connectTimeout: set twice, by environment variables"
                + " RAG_STORE_CONNECT_TIMEOUT and RAG_STORE_CONNECTTIMEOUT");
  }

  @Test
  void aVariableThatCouldMeanTwoSettingsIsAnError() {
    RagConfig config = withEnvironment(Map.of("RAG_A_B_URL", "x"));
    Map<String, List<ConfigOption<?>>> sections =
        Map.of("a-b", List.of(URL), "a", List.of(ConfigOption.string("bUrl", "another")));

    assertFails(() -> config.check(sections, Set.of()))
        .hasMessageStartingWith("RAG_A_B_URL: environment variable that could set rag.a");
  }

  @Test
  void codeTakesTypedValues() {
    RagConfig config =
        RagConfig.builder()
            .backend("store")
            .collection("c")
            .cacheSize(3)
            .normalizer(Normalizer.L2)
            .set("rag.store.connectTimeout", Duration.ofMillis(1500))
            .set("rag.store.mode", Mode.VERY_SAFE)
            .set("rag.store.hosts", List.of("a", 2))
            .set("rag.store.folder", Path.of("x/y"))
            .set("rag.store.tls", true)
            .set("rag.store.ratio", 0.25)
            .build();

    ProviderConfig store = config.section("store", OPTIONS);
    assertThat(config.collection()).contains("c");
    assertThat(config.cacheSize()).hasValue(3);
    assertThat(config.normalizer()).contains(Normalizer.L2);
    assertThat(store.get(TIMEOUT)).isEqualTo(Duration.ofMillis(1500));
    assertThat(store.get(MODE)).isEqualTo(Mode.VERY_SAFE);
    assertThat(store.get(HOSTS)).containsExactly("a", "2");
    assertThat(store.get(FOLDER)).isEqualTo(Path.of("x/y"));
    assertThat(store.get(TLS)).isTrue();
    assertThat(store.get(RATIO)).isEqualTo(0.25);
  }

  @Test
  void aBuilderRefusesValuesOfOtherTypesASettingTwiceAndASecondFile() {
    RagConfig.Builder builder =
        RagConfig.builder().set("rag.store.url", "x").file(Path.of("a.yaml"));

    assertThatThrownBy(() -> builder.set("rag.store.port", new Object()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("rag.store.port: java.lang.Object (a string, number,");
    assertFails(() -> builder.set("rag.store.url", "y"))
        .hasMessage("rag.store.url: set twice, in code and code");
    assertThatThrownBy(() -> builder.file(Path.of("b.yaml")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aBuilderMakesANewConfigurationEachTime() {
    RagConfig.Builder builder = RagConfig.builder().set("rag.store.url", "x");
    RagConfig first = builder.build();

    builder.set("rag.store.port", 5);

    assertThat(first.section("store", OPTIONS).find(PORT)).isEmpty();
    assertThat(builder.build().section("store", OPTIONS).find(PORT)).contains(5);
  }

  @Test
  void aNormalizerFromCodeReplacesTheOneOfTheFile() throws IOException {
    Path file =
        write("rag.yaml", "rag: {normalizer: {center: true, center_vector: [1, 2], l1: true}}");

    RagConfig config = RagConfig.builder().file(file).normalizer(Normalizer.L2).build();

    assertThat(config.normalizer()).contains(Normalizer.L2);
  }

  // CFG-2: placeholders

  @ParameterizedTest
  @CsvSource({
    "${HOST}, db",
    "http://${HOST}:${PORT:-80}/x, http://db:80/x",
    "${HOST}${HOST}, dbdb",
    "${EMPTY:-fallback}, fallback",
    "${MISSING:-a:-b}, a:-b",
    "$${HOST}, ${HOST}",
    "a$b, a$b",
    "${TRICKY}, ${HOST}$1\\"
  })
  void placeholdersAreReplacedFromTheEnvironment(String written, String meant) throws IOException {
    Path file = write("rag.properties", "rag.store.url=" + written);
    Map<String, String> environment = Map.of("HOST", "db", "EMPTY", "", "TRICKY", "${HOST}$1\\");

    RagConfig config = RagConfig.load(file, environment);

    assertThat(config.section("store", OPTIONS).get(URL)).isEqualTo(meant);
  }

  @Test
  void placeholdersWorkInListsAndBecomeNumbers() throws IOException {
    Path file = write("rag.yaml", "rag: {store: {hosts: ['${A}', b], port: '${P:-17}'}}");

    ProviderConfig store = RagConfig.load(file, Map.of("A", "a")).section("store", OPTIONS);

    assertThat(store.get(HOSTS)).containsExactly("a", "b");
    assertThat(store.get(PORT)).isEqualTo(17);
  }

  @Test
  void anUnsetNameWithoutDefaultNamesTheKeyAndTheLine() throws IOException {
    Path file = write("rag.yaml", "rag:\n  store:\n    password: ${PG_PASSWORD}\n");

    assertFails(() -> RagConfig.load(file, Map.of()))
        .hasMessage(
            "rag.store.password: environment variable PG_PASSWORD is not set (set it, or write"
                + " ${PG_PASSWORD:-default}), in "
                + file
                + " line 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"${", "${}", "${a.b}", "${1A}", "${A", "x${A:default}"})
  void whatLooksLikeAPlaceholderAndIsNoneIsAnError(String written) throws IOException {
    Path file = write("rag.properties", "rag.store.url=" + written);

    assertFails(() -> RagConfig.load(file, Map.of("A", "a")))
        .hasMessageStartingWith("rag.store.url: \"${\" starts no placeholder");
  }

  @Test
  void valuesFromCodeAndEnvironmentAreLiteral() {
    RagConfig config =
        RagConfig.builder()
            .environment(Map.of("RAG_STORE_URL", "${A}"))
            .set("rag.store.password", "${B}")
            .build();

    ProviderConfig store = config.section("store", OPTIONS);
    assertThat(store.get(URL)).isEqualTo("${A}");
    assertThat(store.get(PASSWORD)).isEqualTo("${B}");
  }

  // CFG-3: nothing is ignored

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rag: {backnd: x}|rag.backnd: unknown setting (did you mean backend? known: backend,"
            + " collection, embedder; those of a plugin are in its section, such as"
            + " rag.lucene.path), in FILE line 1",
        "lucene: {path: x}|lucene.path: unknown setting (the name of each starts with rag.), in FILE"
            + " line 1",
        "rag: {cache: {sizes: 5}}|rag.cache.sizes: unknown setting (did you mean size? known: size,"
            + " megabytes), in FILE line 1",
        "rag: {cache: {size: 0}}|rag.cache.size: \"0\" is not valid (a whole number from 1 to"
            + " 100000000), in FILE line 1",
        "rag: {cache: 5}|rag.cache: one value where a section is expected, such as rag.cache.…, in"
            + " FILE line 1",
        "rag: {cache: {size: 5, megabytes: 5}}|rag.cache: both size and megabytes are set (one of"
            + " them)",
        "rag: {backend: {name: x}}|rag.backend: a section where one value is expected, in FILE line"
            + " 1",
        "rag: {backend: [a]}|rag.backend: \"[a]\" is not valid (a string that is not empty), in FILE"
            + " line 1",
        "rag: {backend: }|rag.backend: no value (give one, or remove the key), in FILE line 1",
        "rag: {backend: ''}|rag.backend: \"\" is not valid (a string that is not empty), in FILE line"
            + " 1",
        "rag: {collection: \"a\\0b\"}|rag.collection: collectionName: U+0000 at position 1 (stores"
            + " cannot keep it; remove it)",
        "rag: {normalizer: {l2: maybe}}|rag.normalizer.l2: \"maybe\" is not valid (true or false), in"
            + " FILE line 1",
        "rag: {normalizer: {center_vector: [1, x]}}|rag.normalizer.center_vector: component 1 is not"
            + " a finite number",
        "rag: {normalizer: {center: true}}|rag.normalizer.center: true without center_vector (which"
            + " it subtracts)",
        "rag: {store: {hosts: [a, [b]]}}|rag.store.hosts: element 1 of the list is not a plain"
            + " value, in FILE line 1",
        "rag: {store: {hosts: [a, null]}}|rag.store.hosts: element 1 of the list is not a plain"
            + " value, in FILE line 1",
        "rag: {store: {url: }}|rag.store.url: no value (give one, or remove the key), in FILE line 1",
        "rag: {store: {url: {}}}|rag.store.url: no value (give one, or remove the key), in FILE line"
            + " 1",
        "rag.: x|rag.: unknown setting (the name of each starts with rag.), in FILE line 1",
        "rag: x|rag: unknown setting (the name of each starts with rag.), in FILE line 1"
      })
  void aWrongFileIsRefusedWithKeyAndLine(String yaml, String message) throws IOException {
    Path file = write("rag.yaml", yaml);

    assertFails(() -> RagConfig.load(file, Map.of()))
        .hasMessage(message.replace("FILE", file.toString()));
  }

  @Test
  void aWrongValueNamesKeyLineAndRangeInEveryFormat() throws IOException {
    Path yaml = write("rag.yaml", "rag:\n  store:\n\n    port: 70000\n");
    Path json = write("rag.json", "{\"rag\":\n{\"store\":\n{\n\"port\": 70000}}}");
    Path properties =
        write(
            "rag.properties",
            "a\\\n=1\n".replace("a", "rag.store.tls").replace("1", "true")
                + "# x\nrag.store.port=70000");

    for (Path file : List.of(yaml, json, properties)) {
      assertFails(() -> RagConfig.load(file, Map.of()).section("store", OPTIONS))
          .hasMessage(
              "rag.store.port: \"70000\" is not valid (a whole number from 1 to 65535), in "
                  + file
                  + " line 4");
    }
  }

  @Test
  void anUnknownKeyNamesTheClosestOne() throws IOException {
    Path file = write("rag.yaml", "rag:\n  store:\n    conectTimeout: 1s\n");
    RagConfig config = RagConfig.load(file, Map.of());

    assertFails(() -> config.check(SECTIONS, Set.of()))
        .hasMessageStartingWith(
            "rag.store.conectTimeout: unknown setting (did you mean connectTimeout? known: url,")
        .hasMessageEndingWith(", in " + file + " line 3")
        .extracting(e -> ((RagConfigurationException) e).key())
        .isEqualTo("rag.store.conectTimeout");
  }

  @Test
  void aSectionThatIsNotSelectedIsCheckedAsWell() throws IOException {
    Path file = write("rag.yaml", "rag: {backend: other, store: {port: x}}");
    RagConfig config = RagConfig.load(file, Map.of());

    assertFails(() -> config.check(SECTIONS, Set.of())).hasMessageStartingWith("rag.store.port: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rag:\n  stor: {url: x}\n", "rag:\n  stor: {}\n", "rag:\n  stor:\n"})
  void aSectionOfNobodyIsAnErrorEvenIfItIsEmpty(String yaml) throws IOException {
    Path file = write("rag.yaml", yaml);
    RagConfig config = RagConfig.load(file, Map.of());

    assertFails(() -> config.check(SECTIONS, Set.of("qdrant")))
        .hasMessage(
            "rag.stor: unknown section (did you mean store? known: cache, my-store, normalizer,"
                + " store), in "
                + file
                + " line 2");
  }

  @Test
  void aSectionOfNobodyFromCodeIsAnError() {
    RagConfig config = RagConfig.builder().set("rag.stor.url", "x").build();

    assertFails(() -> config.check(SECTIONS, Set.of()))
        .hasMessageStartingWith("rag.stor: unknown section")
        .hasMessageEndingWith(", in code");
  }

  @Test
  void theSectionOfAWellKnownPluginThatIsNotThereIsLetThrough() throws IOException {
    Path file = write("rag.yaml", "rag: {qdrant: {anything: x}}");
    RagConfig config = RagConfig.load(file, Map.of("RAG_QDRANT_URL", "x"));

    config.check(SECTIONS, Set.of("qdrant"));

    assertThat(config.toString()).contains("rag.qdrant.anything");
  }

  @Test
  void aVariableThatSetsNothingIsAnErrorWithTheClosestName() {
    RagConfig config = withEnvironment(Map.of("RAG_STORE_URI", "x"));

    assertFails(() -> config.check(SECTIONS, Set.of()))
        .hasMessage(
            "RAG_STORE_URI: environment variable that is no setting (did you mean RAG_STORE_URL?"
                + " names that start with RAG_ are for settings: unset it)");
  }

  @Test
  void variablesOfTheLauncherAndTheSuiteAreLeftAlone() {
    RagConfig config =
        withEnvironment(
            Map.of(
                "RAG_CLASSPATH", "x",
                "RAG_JAVA_OPTS", "x",
                "RAG_CONFORMANCE_REQUIRE", "x",
                "RAG_TEST_PG", "x",
                "rag_store_uri", "x",
                "FRAGMENT", "x"));

    config.check(SECTIONS, Set.of());

    assertThat(config.backend()).isEqualTo("lucene");
  }

  @Test
  void aWrongValueFromTheEnvironmentNamesTheVariable() {
    RagConfig config = withEnvironment(Map.of("RAG_STORE_PORT", ""));

    assertFails(() -> config.check(SECTIONS, Set.of()))
        .hasMessage(
            "rag.store.port: \"\" is not valid (a whole number from 1 to 65535), in environment"
                + " variable RAG_STORE_PORT");
  }

  @ParameterizedTest
  @CsvSource({
    "rag.yaml, 'rag:\n  store:\n    url: a\n    url: b\n', 'line 3 and line 4'",
    "rag.json, '{\"rag\": {\"store\":\n{\"url\": \"a\",\n\"url\": \"b\"}}}', 'line 2 and line 3'",
    "rag.properties, 'rag.store.url=a\nrag.store.url=b', 'line 1 and line 2'"
  })
  void aKeyThatIsThereTwiceIsAnErrorWithBothLines(String name, String text, String lines)
      throws IOException {
    Path file = write(name, text);

    assertFails(() -> RagConfig.load(file, Map.of()))
        .hasMessage("rag.store.url: set twice, in " + file + " " + lines);
  }

  @Test
  void theSameKeyNestedAndWithDotsIsThereTwice() throws IOException {
    Path file = write("rag.yaml", "rag.store.url: a\nrag:\n  store: {url: b}\n");

    assertFails(() -> RagConfig.load(file, Map.of()))
        .hasMessage("rag.store.url: set twice, in " + file + " line 1 and " + file + " line 3");
  }

  @ParameterizedTest
  @CsvSource({
    "rag.yaml, 'rag:\n  store: [a', 'line 2: not valid YAML ('",
    "rag.yaml, 'rag:\n\tstore: a', 'line 2: not valid YAML ('",
    "rag.yaml, 'rag: {backend: a}\n---\nrag: {backend: b}', 'line 3: more than one document (one is expected)'",
    "rag.yaml, '- a\n- b', 'line 1: a map of settings is expected'",
    "rag.yaml, 'just text', 'line 1: a map of settings is expected'",
    "rag.json, '{\"rag\":\n', 'line 2: not valid JSON ('",
    "rag.json, '{\"rag\": {}} {}', 'line 1: more than one document (one is expected)'",
    "rag.json, '{\"rag\": {// no\n}}', 'line 1: not valid JSON ('",
    "rag.properties, 'rag.backend=\\u00g0', 'line 1: not a valid setting ('"
  })
  void aMalformedFileNamesTheLine(String name, String text, String problem) throws IOException {
    Path file = write(name, text);

    assertFails(() -> RagConfig.load(file, Map.of())).hasMessageStartingWith(file + " " + problem);
  }

  @Test
  void aFileMustBeThereAndOfAKnownKind() throws IOException {
    Path missing = folder.resolve("missing.yaml");

    assertFails(() -> RagConfig.load(missing, Map.of())).hasMessage(missing + ": no such file");
    assertFails(() -> load("rag.toml", ""))
        .hasMessageEndingWith(
            "rag.toml: not a kind of file that is known (.yaml, .yml, .json, .properties)");
    assertFails(() -> RagConfig.load(Files.createDirectory(folder.resolve("d.yaml")), Map.of()))
        .hasMessageContaining("d.yaml: cannot be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rag.yaml", "rag.json", "rag.properties"})
  void aFileThatIsNotUtf8IsAnErrorWithTheLine(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, "# one\n# two\nrag.collection: Käse".getBytes(StandardCharsets.ISO_8859_1));

    assertFails(() -> RagConfig.load(file, Map.of()))
        .hasMessage(file + " line 3: not UTF-8 (save the file in that encoding)");
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstKey() throws IOException {
    assertThat(load("rag.properties", "\uFEFFrag.backend=a").backend()).isEqualTo("a");
    assertThat(load("rag.json", "\uFEFF{\"rag\": {\"backend\": \"a\"}}").backend()).isEqualTo("a");
    assertThat(load("rag.yaml", "\uFEFFrag: {backend: a}").backend()).isEqualTo("a");
  }

  // A hostile file does no harm

  @Test
  void aBombOfAliasesIsRefusedAtTheFirst() throws IOException {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 30; i++) {
      String alias = "*a" + (i - 1);
      bomb.append("a" + i + ": &a" + i + " [" + String.join(", ", alias, alias, alias) + "]\n");
    }

    assertFails(() -> load("rag.yaml", bomb.toString()))
        .hasMessageEndingWith(
            "rag.yaml line 2: aliases (*name) are not supported (write the value out)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rag: {backend: !!java.net.URL [http://localhost]}",
        "rag: !!javax.script.ScriptEngineManager {}",
        "rag: {store: {hosts: [!custom a]}}",
        "!!set {rag: x}"
      })
  void tagsAreRefused(String yaml) {
    assertFails(() -> load("rag.yaml", yaml))
        .hasMessageEndingWith("rag.yaml line 1: tags (!name) are not supported (leave it out)");
  }

  @Test
  void deepNestingAndHugeFilesAreRefused() {
    assertFails(() -> load("rag.yaml", "[".repeat(100_000))).hasMessageContaining("rag.yaml");
    assertFails(() -> load("rag.json", "{\"a\":".repeat(100_000)))
        .hasMessageContaining("not valid JSON");
    assertFails(() -> load("rag.yaml", "#".repeat(4_000_000))).hasMessageContaining("too large");
  }

  // CFG-4: secrets

  @ParameterizedTest
  @CsvSource({
    "rag.yaml, 'rag:\n  store:\n    password: hunter2\n   port: [hunter2'",
    "rag.yaml, 'rag:\n  store:\n    password: \"hunter2'",
    "rag.yaml, 'rag:\n  store:\n    password: @hunter2'",
    "rag.json, '{\"rag\": {\"store\": {\"password\": hunter2}}}'",
    "rag.json, '{\"rag\": {\"store\": {\"password\": \"hunter2}}}'",
    "rag.json, '{\"rag\": {\"store\": {\"password\": \"hunter2\" \"hunter2\"}}}'",
    "rag.properties, 'rag.store.password=hunter2\\u00g0'"
  })
  void aMalformedFileShowsNoneOfItsValues(String name, String text) {
    assertFails(() -> load(name, text))
        .satisfies(e -> assertThat(stackOf(e)).doesNotContain("hunter2"));
  }

  @Test
  void secretsShowNeitherInMessagesNorInToString() throws IOException {
    RagConfig good = load("rag.yaml", "rag: {store: {password: hunter2}}");
    RagConfig bad = load("bad.yaml", "rag: {store: {password: [hunter2]}}");

    assertThat(good.toString())
        .isEqualTo("RagConfig[backend=lucene, embedder=onnx, set: [rag.store.password]]");
    assertThat(good.section("store", OPTIONS).toString()).isEqualTo("rag.store{password=***}");
    assertFails(() -> bad.check(SECTIONS, Set.of()))
        .hasMessageStartingWith("rag.store.password: the value is not valid")
        .satisfies(e -> assertThat(stackOf(e)).doesNotContain("hunter2"));
  }

  @Test
  void theDefaultLocaleChangesNothing() throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      List<ConfigOption<?>> options = List.of(ConfigOption.integer("indexSize", "i", 1, 9));
      RagConfig config =
          RagConfig.load(
              write("RAG.INI.YAML", "rag: {inside: {indexSize: 1}}"),
              Map.of("RAG_INSIDE_INDEX_SIZE", "2"));

      config.check(Map.of("inside", options), Set.of());

      assertThat(config.section("inside", options).toString()).isEqualTo("rag.inside{indexSize=2}");
    } finally {
      Locale.setDefault(before);
    }
  }

  private RagConfig load(String name, String text) throws IOException {
    return RagConfig.load(write(name, text), Map.of());
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static RagConfig withEnvironment(Map<String, String> environment) {
    return RagConfig.builder().environment(environment).build();
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertFails(
      ThrowingCallable call) {
    return assertThatThrownBy(call).isInstanceOf(RagConfigurationException.class);
  }

  private static String stackOf(Throwable thrown) {
    StringBuilder text = new StringBuilder(thrown.toString());
    for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
      text.append(cause).append(Arrays.toString(cause.getSuppressed()));
    }
    return text.toString();
  }
}
