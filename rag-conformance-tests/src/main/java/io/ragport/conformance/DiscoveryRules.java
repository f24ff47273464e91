package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.RagBackendProvider;
import io.ragport.core.EmbeddingProviders;
import io.ragport.core.ProviderProblem;
import io.ragport.core.RagBackends;
import io.ragport.core.RagServices;
import io.ragport.core.config.RagConfig;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPI: how backends and embedders are found. */
abstract class DiscoveryRules extends Rules {
  @TempDir Path folder;

  DiscoveryRules(Backend backend) {
    super(backend);
  }

  // Backends

  @Rule("SPI-1")
  @Test
  void theBackendIsFoundUnderAValidName() {
    RagBackendProvider found = RagBackends.discover().require(backend.name());

    assertThat(found.getClass().getName()).isEqualTo(backend.provider().getClass().getName());
    assertThat(found.name()).matches("[a-z][a-z0-9-]{0,62}");
  }

  @Rule("SPI-1")
  @Test
  void theProviderIsAPublicClassWithAPublicConstructor() throws NoSuchMethodException {
    Class<?> provider = backend.provider().getClass();

    assertThat(Modifier.isPublic(provider.getModifiers())).as("public class").isTrue();
    assertThat(Modifier.isPublic(provider.getConstructor().getModifiers()))
        .as("public constructor")
        .isTrue();
  }

  @Rule("SPI-1")
  @Test
  void theProviderSaysTheSameOfItselfEachTime() {
    RagBackendProvider provider = backend.provider();

    assertThat(provider.name()).isEqualTo(provider.name());
    assertThat(provider.capabilities()).isEqualTo(provider.capabilities());
    assertThat(provider.options())
        .extracting(option -> option.name())
        .doesNotHaveDuplicates()
        .isEqualTo(provider.options().stream().map(option -> option.name()).toList());
  }

  @Rule("SPI-2")
  @Test
  void brokenNeighboursDoNotHideTheBackendAndAreListed() throws IOException {
    Neighbours neighbours =
        new Neighbours(folder)
            .listing(RagBackendProvider.class, Neighbours.MISSING)
            .providing(RagBackendProvider.class, Neighbours.ThrowingBackend.class);

    RagBackends found = discoverWith(neighbours, RagBackends::discover);

    assertThat(found.find(backend.name())).as(backend.name()).isPresent();
    assertListsBroken(found.problems(), Neighbours.ThrowingBackend.class);
  }

  @Rule("SPI-3")
  @Test
  void anImpostorOfTheSameNameMakesAskingFailNamingBothClasses() throws IOException {
    Neighbours neighbours =
        new Neighbours(folder)
            .providing(RagBackendProvider.class, Neighbours.ImpostorBackend.class)
            .named(backend.name());

    RagBackends found = discoverWith(neighbours, RagBackends::discover);

    assertThatThrownBy(() -> found.require(backend.name()))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining(backend.name())
        .hasMessageContaining(backend.provider().getClass().getName())
        .hasMessageContaining(Neighbours.ImpostorBackend.class.getName())
        .hasMessageContaining(folder.toString());
  }

  @Rule("SPI-3")
  @Test
  void theSameClassSeenThroughTwoLoadersCountsOnce() throws IOException {
    Class<?> provider = backend.provider().getClass();
    CodeSource place = provider.getProtectionDomain().getCodeSource();
    try (URLClassLoader second =
        Neighbours.loader(
            place.getLocation(), provider.getClassLoader(), provider.getPackageName() + ".")) {

      RagBackends found = withContextLoader(second, RagBackends::discover);

      assertThat(found.find(backend.name())).as(backend.name()).isPresent();
      assertThat(found.all()).extracting(RagBackendProvider::name).containsOnlyOnce(backend.name());
      assertThat(found.problems())
          .extracting(ProviderProblem::className)
          .doesNotContain(provider.getName());
    }
  }

  @Rule("SPI-4")
  @Test
  void anUnknownNameFailsListingTheNamesFoundAndTheClosest() {
    String mistyped = backend.name() + "x";
    RagServices.Builder opening =
        RagServices.builder(RagConfig.builder().backend(mistyped).embedder("hashing").build());

    assertThatThrownBy(() -> keep(opening.open()))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag.backend")
        .hasMessageContaining(mistyped)
        .hasMessageContaining("did you mean " + backend.name())
        .satisfies(
            thrown ->
                assertThat(backend.discovered().all())
                    .allSatisfy(found -> assertThat(thrown).hasMessageContaining(found.name())));
  }

  @Rule("SPI-4")
  @Test
  void anUnknownNameFailsListingBrokenProvidersToo() throws IOException {
    Neighbours neighbours =
        new Neighbours(folder).listing(RagBackendProvider.class, Neighbours.MISSING);

    RagBackends found = discoverWith(neighbours, RagBackends::discover);

    assertThatThrownBy(() -> found.require("no-such-backend"))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining(backend.name())
        .hasMessageContaining(Neighbours.MISSING);
  }

  @Rule("SPI-5")
  @Test
  void theBackendIsFoundWithoutAContextLoader() {
    RagBackends found = withContextLoader(null, RagBackends::discover);

    assertThat(found.find(backend.name())).isPresent();
  }

  @Rule("SPI-5")
  @Test
  void backendsComeByNameInTheSameOrderEachTime() {
    List<String> names = names(RagBackends.discover());

    assertThat(names).isSorted().contains(backend.name()).isEqualTo(names(RagBackends.discover()));
  }

  // Embedders

  @Rule("SPI-6")
  @Test
  void brokenEmbeddersHideNoOtherAndAreListed() throws IOException {
    Neighbours neighbours =
        new Neighbours(folder)
            .listing(EmbeddingProviderFactory.class, Neighbours.MISSING)
            .providing(EmbeddingProviderFactory.class, Neighbours.ThrowingEmbedder.class);

    EmbeddingProviders found = discoverWith(neighbours, EmbeddingProviders::discover);

    assertThat(found.find("hashing")).as("hashing").isPresent();
    assertListsBroken(found.problems(), Neighbours.ThrowingEmbedder.class);
  }

  @Rule("SPI-6")
  @Test
  void twoEmbeddersOfOneNameFailWhenItIsAskedFor() throws IOException {
    Neighbours neighbours =
        new Neighbours(folder)
            .providing(EmbeddingProviderFactory.class, Neighbours.ImpostorEmbedder.class);

    EmbeddingProviders found = discoverWith(neighbours, EmbeddingProviders::discover);

    assertThatThrownBy(() -> found.require("hashing"))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("hashing")
        .hasMessageContaining(Neighbours.ImpostorEmbedder.class.getName())
        .hasMessageContaining(folder.toString());
  }

  @Rule("SPI-6")
  @Test
  void anUnknownEmbedderFailsListingTheNamesFound() {
    RagServices.Builder opening =
        RagServices.builder(RagConfig.builder().backend(backend.name()).embedder("hashin").build())
            .backends(backend.discovered());

    assertThatThrownBy(() -> keep(opening.open()))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag.embedder")
        .hasMessageContaining("did you mean hashing");
  }

  @Rule("SPI-6")
  @Test
  void embeddersAreFoundWithoutAContextLoaderByNameInTheSameOrder() {
    EmbeddingProviders found = withContextLoader(null, EmbeddingProviders::discover);
    EmbeddingProviders again = withContextLoader(null, EmbeddingProviders::discover);

    assertThat(names(found)).isSorted().contains("hashing").isEqualTo(names(again));
    assertThat(names(found)).allMatch(name -> name.matches("[a-z][a-z0-9-]{0,62}"));
  }

  private void assertListsBroken(List<ProviderProblem> problems, Class<?> throwing) {
    assertThat(problems)
        .filteredOn(problem -> problem.className().equals(Neighbours.MISSING))
        .singleElement()
        .satisfies(problem -> assertThat(problem.origin()).contains(folder.toString()));
    assertThat(problems)
        .filteredOn(problem -> problem.className().equals(throwing.getName()))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.origin()).contains(folder.toString());
              assertThat(problem.toString()).contains("a neighbour that fails");
              assertThat(problem.cause()).as("cause").isNotNull();
            });
  }

  /** What is found while the context loader sees the neighbours, too. */
  private <T> T discoverWith(Neighbours neighbours, Supplier<T> discovery) throws IOException {
    try (URLClassLoader loader = neighbours.under(backend.provider().getClass().getClassLoader())) {
      return withContextLoader(loader, discovery);
    }
  }

  @SuppressWarnings("NullAway") // a thread may have no context loader (SPI-5)
  private static <T> T withContextLoader(@Nullable ClassLoader loader, Supplier<T> discovery) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return discovery.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static List<String> names(RagBackends backends) {
    return backends.all().stream().map(RagBackendProvider::name).toList();
  }

  private static List<String> names(EmbeddingProviders embedders) {
    return embedders.all().stream().map(EmbeddingProviderFactory::name).toList();
  }
}
