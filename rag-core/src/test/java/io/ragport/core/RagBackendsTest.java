package io.ragport.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.RagBackendProvider;
import io.ragport.core.config.RagConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPI-1 to SPI-5 with jars made for each case. */
class RagBackendsTest {
  @TempDir Path folder;

  private final List<URLClassLoader> loaders = new ArrayList<>();

  @AfterEach
  void closeLoaders() throws IOException {
    for (URLClassLoader loader : loaders) {
      loader.close();
    }
  }

  // SPI-1: found by name

  @Test
  void backendsAreFoundByNameAndListedInItsOrder() {
    RagBackends backends =
        discover(
            jar("b").backend("b.Beta", "beta").build(),
            jar("a").backend("a.Zeta", "zeta").backend("a.Alpha", "alpha").build());

    assertThat(names(backends)).containsExactly("alpha", "beta", "zeta");
    assertThat(backends.problems()).isEmpty();
    assertThat(backends.require("beta").getClass().getName()).isEqualTo("b.Beta");
    assertThat(backends.find("zeta")).isPresent();
    assertThat(backends.find("gamma")).isEmpty();
  }

  @Test
  void aShadedJarWithMergedServicesFilesWorks() {
    Path shaded =
        jar("shaded")
            .backend("a.One", "one")
            .provides("# merged", "", "  b.Two  # the second")
            .source("b.Two", PluginJar.backendSource("b.Two", "two", ""))
            .build();

    assertThat(names(discover(shaded))).containsExactly("one", "two");
  }

  @Test
  void aShadedJarWhoseServicesFilesWereNotMergedHasOneBackendAndTheMessageNamesIt() {
    Path shaded =
        jar("shaded")
            .backend("a.One", "one")
            .source("b.Two", PluginJar.backendSource("b.Two", "two", ""))
            .build();

    assertFails(() -> discover(shaded).require("two"))
        .hasMessage("rag.backend: no backend named \"two\" (found: one)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "PgVector",
        "pg vector",
        "lucene ",
        "1st",
        "-x",
        "größe",
        "a_b",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      })
  void aNameOutsideThePatternIsAProblem(String name) {
    RagBackends backends =
        discover(jar("bad").backend("x.Bad", name).backend("x.Good", "good").build());

    assertThat(names(backends)).containsExactly("good");
    assertThat(backends.problems())
        .singleElement()
        .hasToString(
            "x.Bad in "
                + folder.resolve("bad.jar")
                + ": its name \""
                + name
                + "\" is not [a-z][a-z0-9-]{0,62}");
  }

  @Test
  void aNameOf63CharactersIsFine() {
    assertThat(discover(jar("long").backend("x.Long", "a".repeat(63)).build()).problems())
        .isEmpty();
  }

  @Test
  void aNameThatIsASettingOfRagItselfIsAProblem() {
    assertThat(discover(jar("own").backend("x.Own", "cache").build()).problems())
        .singleElement()
        .hasToString(
            "x.Own in "
                + folder.resolve("own.jar")
                + ": its name \"cache\" is a setting of rag itself");
  }

  // SPI-2: a broken provider hides no other

  @Test
  void aMissingClassIsAProblemWithItsJarAndHidesNoOther() {
    Path broken = jar("broken").provides("x.Missing").backend("x.Present", "present").build();
    Path sound = jar("sound").backend("y.Sound", "sound").build();

    RagBackends backends = discover(broken, sound);

    assertThat(names(backends)).containsExactly("present", "sound");
    ProviderProblem problem = backends.problems().get(0);
    assertThat(backends.problems()).hasSize(1);
    assertThat(problem.className()).isEqualTo("x.Missing");
    assertThat(problem.origin()).isEqualTo(broken.toString());
    assertThat(problem.reason()).isEqualTo("java.lang.ClassNotFoundException: x.Missing");
    assertThat(problem.cause()).isInstanceOf(ClassNotFoundException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "public Broken() { throw new IllegalStateException(\"boom\"); }|cannot be constructed:"
            + " java.lang.IllegalStateException: boom",
        "public Broken() { throw new Error(\"boom\"); }|cannot be constructed: java.lang.Error: boom",
        "public Broken() { new Broken(); }|cannot be constructed:"
            + " java.lang.StackOverflowError",
        "static int x = Integer.parseInt(\"x\");|cannot be constructed:"
            + " java.lang.NumberFormatException: For input string: \"x\"",
        "Broken() {}|cannot be constructed: no public constructor without parameters",
        "public Broken(int i) {}|cannot be constructed: no public constructor"
            + " without parameters"
      })
  void whatCannotBeConstructedIsAProblem(String members, String reason) {
    String source = PluginJar.backendSource("x.Broken", "broken", members);

    assertBroken(jar("broken").source("x.Broken", source).provides("x.Broken"), reason);
  }

  @Test
  void anAbstractClassIsAProblem() {
    String source =
        PluginJar.backendSource("x.Broken", "broken", "")
            .replace("public class", "public abstract class");

    assertBroken(
        jar("broken").source("x.Broken", source).provides("x.Broken"),
        "cannot be constructed: java.lang.InstantiationException");
  }

  @Test
  void aClassThatIsNoBackendIsAProblem() {
    assertBroken(
        jar("broken").source("x.Broken", "package x; public class Broken {}").provides("x.Broken"),
        "x.Broken not a subtype");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "public String name() { throw new RuntimeException(\"boom\"); }|java.lang.RuntimeException:"
            + " boom",
        "public String name() { return null; }|its name \"null\" is not [a-z][a-z0-9-]{0,62}",
        "public Set<Capability> capabilities() { throw new RuntimeException(\"boom\"); }|"
            + "java.lang.RuntimeException: boom",
        "public Set<Capability> capabilities() { return null; }|java.lang.NullPointerException",
        "public Set<Capability> capabilities() { throw new NoClassDefFoundError(\"org/Driver\"); }|"
            + "java.lang.NoClassDefFoundError: org/Driver",
        "public List<ConfigOption<?>> options() { throw new AssertionError(\"boom\"); }|"
            + "java.lang.AssertionError: boom",
        "public List<ConfigOption<?>> options() { return null; }|java.lang.NullPointerException",
        "public List<ConfigOption<?>> options() { return List.of(ConfigOption.flag(\"a\", \"\"),"
            + " ConfigOption.flag(\"a\", \"\")); }|it has two options named a",
        "public Optional<String> artifact() { return null; }|java.lang.NullPointerException"
      })
  void whatCannotDescribeItselfIsAProblem(String member, String reason) {
    String name = member.replaceAll("^public \\S+ (\\w+)\\(.*", "$1");
    String source = PluginJar.backendSource("x.Broken", "broken", "");
    String without = source.replaceAll("(?m)^  public \\S+ " + name + "\\(\\).*$", "");
    int end = without.lastIndexOf('}');

    assertBroken(
        jar("broken")
            .source("x.Broken", without.substring(0, end) + member + "}")
            .provides("x.Broken"),
        reason);
  }

  @Test
  void backendsWhoseSuperclassIsMissingAreProblemsEach() {
    PluginJar broken =
        jar("broken").onlyToCompile("x.Base", PluginJar.backendSource("x.Base", "base", ""));
    for (String name : List.of("One", "Two", "Three")) {
      broken
          .source("x." + name, "package x; public class " + name + " extends Base {}")
          .provides("x." + name);
    }

    RagBackends backends =
        discover(broken.build(), jar("sound").backend("y.Sound", "sound").build());

    assertThat(names(backends)).containsExactly("sound");
    assertThat(backends.problems())
        .extracting(ProviderProblem::className, ProviderProblem::reason)
        .containsExactly(
            tuple("x.One", "java.lang.NoClassDefFoundError: x/Base"),
            tuple("x.Three", "java.lang.NoClassDefFoundError: x/Base"),
            tuple("x.Two", "java.lang.NoClassDefFoundError: x/Base"));
  }

  @Test
  void aBackendForANewerJavaIsAProblem() {
    PluginJar broken = jar("broken").backend("x.Broken", "broken").classVersion(99);

    RagBackends backends =
        discover(broken.build(), jar("sound").backend("y.Sound", "sound").build());

    assertThat(names(backends)).containsExactly("sound");
    assertThat(backends.problems())
        .singleElement()
        .extracting(ProviderProblem::reason)
        .asString()
        .contains("UnsupportedClassVersionError", "class file version 99");
  }

  @Test
  void aBackendForAnOlderSpiIsAProblem() {
    String older =
        """
        package io.ragport.api.spi;
        public interface RagBackendProvider { String name(); }
        """;
    String backend =
        """
        package x;
        public class Broken implements io.ragport.api.spi.RagBackendProvider {
          public String name() { return "broken"; }
        }
        """;

    assertBroken(
        jar("broken")
            .onlyToCompile("io.ragport.api.spi.RagBackendProvider", older)
            .source("x.Broken", backend)
            .provides("x.Broken"),
        "AbstractMethodError",
        "is it built for another version of rag-api?");
  }

  @Test
  void aBackendForANewerSpiIsAProblem() {
    String newer =
        """
        package io.ragport.api.spi;
        public class ConfigOption<T> {
          public static ConfigOption<String> fancy(String name) { return null; }
        }
        """;
    String backend =
        PluginJar.backendSource("x.Broken", "broken", "")
            .replace("return List.of();", "return List.of(ConfigOption.fancy(\"x\"));");

    assertBroken(
        jar("broken")
            .onlyToCompile("io.ragport.api.spi.ConfigOption", newer)
            .source("x.Broken", backend)
            .provides("x.Broken"),
        "NoSuchMethodError",
        "is it built for another version of rag-api?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "return config.fancy();|public class ProviderConfig { public io.ragport.api.BaseRagService"
            + " fancy() { return null; } }|NoSuchMethodError",
        "return config.fancy;|public class ProviderConfig { public io.ragport.api.BaseRagService"
            + " fancy; }|NoSuchFieldError",
        "return config.fancy();|public interface ProviderConfig { io.ragport.api.BaseRagService"
            + " fancy(); }|IncompatibleClassChangeError"
      })
  void aBackendForANewerSpiThatShowsOnlyWhenItOpensIsAConfigurationError(
      String opening, String newer, String error) {
    String backend =
        PluginJar.backendSource("x.Broken", "broken", "")
            .replace("throw new UnsupportedOperationException();", opening);
    Path broken =
        jar("broken")
            .onlyToCompile(
                "io.ragport.api.spi.ProviderConfig", "package io.ragport.api.spi; " + newer)
            .source("x.Broken", backend)
            .provides("x.Broken")
            .build();

    assertOpeningFails(broken, error);
  }

  @Test
  void aBackendForAnOlderSpiThatShowsOnlyWhenItOpensIsAConfigurationError() {
    String older =
        """
        package io.ragport.api.spi;
        public interface RagBackendProvider {
          default java.util.Optional<String> artifact() { return java.util.Optional.empty(); }
        }
        """;
    String backend =
        PluginJar.backendSource("x.Broken", "broken", "")
            .replace("BaseRagService open(", "BaseRagService openedOtherwise(");
    Path broken =
        jar("broken")
            .onlyToCompile("io.ragport.api.spi.RagBackendProvider", older)
            .source("x.Broken", backend)
            .provides("x.Broken")
            .build();

    assertOpeningFails(broken, "AbstractMethodError");
  }

  @Test
  void aMalformedServicesFileIsAProblemAndHidesNoOtherJar() {
    Path malformed =
        jar("malformed").backend("x.Lost", "lost").provides("not a class name").build();

    RagBackends backends = discover(malformed, jar("sound").backend("y.Sound", "sound").build());

    assertThat(names(backends)).containsExactly("sound");
    assertThat(backends.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.className()).isEqualTo("x.Lost");
              assertThat(problem.origin()).isEqualTo(malformed.toString());
              assertThat(problem.reason()).contains(":2: Illegal configuration-file syntax");
            });
  }

  @Test
  void aServicesFileWithNothingButNonsenseIsAProblem() {
    RagBackends backends = discover(jar("nonsense").provides("not a class name").build());

    assertThat(backends.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.className()).isEqualTo(RagBackendProvider.class.getName());
              assertThat(problem.reason())
                  .contains("nonsense.jar", "Illegal configuration-file syntax");
            });
  }

  @Test
  @Timeout(60)
  void aLoaderThatCannotListItsFilesIsAProblemAndNoEndlessLoop() throws IOException {
    try (URLClassLoader failing =
        new URLClassLoader(new URL[0], getClass().getClassLoader()) {
          @Override
          public Enumeration<URL> getResources(String name) throws IOException {
            throw new IOException("disk on fire");
          }
        }) {
      RagBackends backends = RagBackends.discover(failing);

      assertThat(backends.all()).isEmpty();
      assertThat(backends.problems())
          .singleElement()
          .extracting(ProviderProblem::reason)
          .asString()
          .contains("disk on fire");
    }
  }

  // SPI-3: two classes under one name, one class through two loaders

  @Test
  void twoClassesUnderOneNameFailWhenItIsAskedForNamingBothWithTheirJars() {
    Path one = jar("one").backend("x.One", "same").build();
    Path two = jar("two").backend("y.Two", "same").backend("y.Other", "other").build();

    RagBackends backends = discover(one, two);

    String message =
        "rag.backend: 2 providers are named \"same\": x.One in "
            + one
            + ", y.Two in "
            + two
            + " (remove all but one)";
    assertThat(names(backends)).containsExactly("other");
    assertFails(() -> backends.require("same")).hasMessage(message);
    assertFails(() -> backends.find("same")).hasMessage(message);
    assertThat(backends.problems())
        .extracting(ProviderProblem::toString)
        .containsExactly(
            "x.One in " + one + ": another backend is named \"same\" as well",
            "y.Two in " + two + ": another backend is named \"same\" as well");
  }

  @Test
  void theSameClassThroughTwoLoadersCountsOnce() {
    Path place = PluginJar.place(HashingEmbeddingProviderFactory.class);

    EmbeddingProviders embedders =
        withContextLoader(childFirst(place), EmbeddingProviders::discover);

    assertThat(embedders.problems()).isEmpty();
    assertThat(embedders.require("hashing")).isNotNull();
  }

  @Test
  void theSameClassFromTwoJarsIsTwoClasses() throws IOException {
    Path copy = folder.resolve("copy");
    copyFolder(PluginJar.place(HashingEmbeddingProviderFactory.class), copy);

    EmbeddingProviders embedders =
        withContextLoader(childFirst(copy), EmbeddingProviders::discover);

    assertFails(() -> embedders.require("hashing"))
        .hasMessageStartingWith("rag.embedder: 2 providers are named \"hashing\": ")
        .hasMessageContaining(copy.toString());
  }

  @Test
  void aContextLoaderWithItsOwnCopyOfTheApiIsNoProblemWhereTheOtherLoaderWorks() {
    Path core = PluginJar.place(HashingEmbeddingProviderFactory.class);
    Path api = PluginJar.place(RagBackendProvider.class);
    URLClassLoader isolated = keep(PluginJar.loader((ClassLoader) null, core, api));

    EmbeddingProviders embedders = withContextLoader(isolated, EmbeddingProviders::discover);

    assertThat(embedders.problems()).isEmpty();
    assertThat(embedders.require("hashing")).isInstanceOf(HashingEmbeddingProviderFactory.class);
  }

  @Test
  void givenBackendsNeedNoSearch() {
    RagBackendProvider one = new FakeBackend("one");
    RagBackendProvider two = new FakeBackend("two");

    RagBackends backends = RagBackends.of(two, one);

    assertThat(backends.all()).containsExactly(one, two);
    assertFails(() -> RagBackends.of(one, new FakeBackend("one")).require("one"))
        .hasMessageStartingWith("rag.backend: 2 providers are named \"one\"");
    assertThat(RagBackends.of(one, one).require("one")).isSameAs(one);
    assertThat(RagBackends.of(new FakeBackend("No")).problems()).hasSize(1);
  }

  // SPI-4: an unknown name

  @Test
  void anUnknownNameListsTheNamesFoundAndTheClosest() {
    RagBackends backends = RagBackends.of(new FakeBackend("lucene"), new FakeBackend("pgvector"));

    assertFails(() -> backends.require("pgvectr"))
        .hasMessage(
            "rag.backend: no backend named \"pgvectr\" (did you mean pgvector? found: lucene,"
                + " pgvector)")
        .extracting(e -> ((RagConfigurationException) e).key())
        .isEqualTo("rag.backend");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Alpha", "ALPHA", "alpha ", " alpha"})
  void aNameInAnotherCaseOrWithASpaceIsUnknownAndTheRightOneIsNamed(String name) {
    RagBackends backends = RagBackends.of(new FakeBackend("alpha"));

    assertThat(backends.find(name)).isEmpty();
    assertFails(() -> backends.require(name))
        .hasMessage(
            "rag.backend: no backend named \"" + name + "\" (did you mean alpha? found: alpha)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lucene", "pgvector", "qdrant", "chroma"})
  void aWellKnownNameThatIsNotThereNamesItsArtifact(String name) {
    assertFails(() -> RagBackends.of().require(name))
        .hasMessage(
            "rag.backend: no backend named \""
                + name
                + "\" (add io.ragport:rag-store-"
                + name
                + " to the class path; found: none)");
  }

  @Test
  void aMistypedWellKnownNameNamesItsArtifactToo() {
    assertFails(() -> RagBackends.of().require("Qdrnt"))
        .hasMessage(
            "rag.backend: no backend named \"Qdrnt\" (did you mean qdrant? add"
                + " io.ragport:rag-store-qdrant to the class path; found: none)");
  }

  @Test
  void anUnknownNameListsTheBrokenOnesWithTheirReason() {
    Path broken = jar("broken").provides("x.Missing").build();

    assertFails(() -> discover(broken).require("elsewhere"))
        .hasMessage(
            "rag.backend: no backend named \"elsewhere\" (found: none; broken: x.Missing in "
                + broken
                + ": java.lang.ClassNotFoundException: x.Missing)")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
  }

  @Test
  void withoutAnyBackendNothingFailsBeforeOneIsAskedFor() {
    RagBackends backends = RagBackends.discover(PluginJar.class.getClassLoader());

    assertThat(backends.all()).isEmpty();
    assertThat(backends.problems()).isEmpty();
  }

  // SPI-5: loaders and order

  @Test
  void discoveryWorksWithoutAContextLoader() {
    EmbeddingProviders embedders = withContextLoader(null, EmbeddingProviders::discover);

    assertThat(embedders.find("hashing")).isPresent();
  }

  @Test
  void discoveryWorksWithAContextLoaderThatSeesNothing() {
    URLClassLoader blind = keep(PluginJar.loader((ClassLoader) null));

    EmbeddingProviders embedders = withContextLoader(blind, EmbeddingProviders::discover);

    assertThat(embedders.find("hashing")).isPresent();
    assertThat(embedders.problems()).isEmpty();
  }

  @Test
  void discoveryUsesTheContextLoader() {
    URLClassLoader plugins =
        keep(PluginJar.loader(jar("plugin").backend("x.Plugin", "plugin").build()));

    RagBackends backends = withContextLoader(plugins, RagBackends::discover);

    assertThat(names(backends)).containsExactly("plugin");
  }

  @Test
  void aSnapshotDoesNotChange() {
    RagBackends before = RagBackends.discover();

    URLClassLoader plugins =
        keep(PluginJar.loader(jar("plugin").backend("x.Plugin", "plugin").build()));
    RagBackends after = withContextLoader(plugins, RagBackends::discover);

    assertThat(before.all()).isEmpty();
    assertThat(after.all()).hasSize(1);
    assertThatThrownBy(() -> after.all().clear()).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> after.problems().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void manyThreadsMayDiscoverForTheFirstTimeAtOnce() throws Exception {
    PluginJar jar = jar("many").provides("x.Missing");
    for (int i = 0; i < 20; i++) {
      jar.backend("x.B" + i, "b" + i);
    }
    URLClassLoader loader = keep(PluginJar.loader(jar.build()));
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Future<RagBackends>> results = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      results.add(
          threads.submit(
              () -> {
                start.await();
                return RagBackends.discover(loader);
              }));
    }

    start.countDown();

    for (Future<RagBackends> result : results) {
      RagBackends backends = result.get(60, TimeUnit.SECONDS);
      assertThat(names(backends)).hasSize(20).isSorted();
      assertThat(backends.problems()).hasSize(1);
    }
    threads.shutdownNow();
  }

  private void assertBroken(PluginJar broken, String... reasons) {
    Path jar = broken.build();
    RagBackends backends = discover(jar, jar("sound").backend("y.Sound", "sound").build());

    assertThat(names(backends)).containsExactly("sound");
    assertThat(backends.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.className()).isEqualTo("x.Broken");
              assertThat(problem.origin()).isEqualTo(jar.toString());
              assertThat(problem.reason()).contains(reasons);
              assertThat(problem.reason()).doesNotContain("\n");
            });
  }

  private void assertOpeningFails(Path broken, String error) {
    RagBackends backends = discover(broken);

    assertThat(names(backends)).containsExactly("broken");
    assertFails(
            () ->
                RagServices.builder(RagConfig.builder().backend("broken").build())
                    .backends(backends)
                    .embedder(new HashingEmbeddingProvider())
                    .open())
        .hasMessageStartingWith("rag.backend: broken cannot be opened: java.lang." + error)
        .hasMessageContaining("is it built for another version of rag-api?")
        .hasMessageContaining("x.Broken in " + broken);
  }

  private RagBackends discover(Path... jars) {
    return RagBackends.discover(keep(PluginJar.loader(jars)));
  }

  private PluginJar jar(String name) {
    return new PluginJar(folder, name);
  }

  private URLClassLoader keep(URLClassLoader loader) {
    loaders.add(loader);
    return loader;
  }

  /** Loads the classes of this module anew instead of taking its parent's. */
  private URLClassLoader childFirst(Path place) {
    URLClassLoader parent = PluginJar.loader(PluginJar.class.getClassLoader());
    return keep(
        new URLClassLoader(new URL[] {toUrl(place)}, parent) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.ragport.core.")) {
              return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
              Class<?> loaded = findLoadedClass(name);
              return loaded == null ? findClass(name) : loaded;
            }
          }
        });
  }

  private static URL toUrl(Path place) {
    try {
      return place.toUri().toURL();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copyFolder(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  private static <T> T withContextLoader(@Nullable ClassLoader loader, Supplier<T> call) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return call.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static List<String> names(RagBackends backends) {
    return backends.all().stream().map(RagBackendProvider::name).toList();
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertFails(
      ThrowingCallable call) {
    return assertThatThrownBy(call).isInstanceOf(RagConfigurationException.class);
  }
}
