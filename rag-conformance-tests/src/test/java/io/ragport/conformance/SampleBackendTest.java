package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.store.VectorStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What third parties read: the page on writing a backend and the sample that it quotes. */
class SampleBackendTest {
  private static final Path PAGE = Path.of("..", "docs", "WRITING_A_BACKEND.md");
  private static final Path PARENT = Path.of("..", "pom.xml");
  private static final Path THIRD_PARTIES = Path.of("src", "it");
  private static final Path SAMPLE = THIRD_PARTIES.resolve("sample-backend");

  private static final Pattern FRAGMENT = Pattern.compile("(?ms)^```(?:java|xml)\\n(.*?)^```$");
  private static final Pattern PLUGIN_VERSION =
      Pattern.compile("<artifactId>([a-z-]+-plugin)</artifactId>\\s*<version>([^<]+)</version>");
  private static final Pattern PROPERTY = Pattern.compile("<version\\.([a-z0-9-]+)>([^<]+)</");

  @ParameterizedTest
  @MethodSource("fragments")
  void theFragmentIsInTheSample(String fragment) throws IOException {
    assertThat(sampleFiles())
        .extracting(SampleBackendTest::withoutLayout)
        .anySatisfy(file -> assertThat(file).contains(withoutLayout(fragment)));
  }

  static List<String> fragments() throws IOException {
    return FRAGMENT.matcher(Files.readString(PAGE)).results().map(found -> found.group(1)).toList();
  }

  @Test
  void thePageTellsOfEveryMethodOfAStore() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(VectorStore.class.getDeclaredMethods())
        .allSatisfy(method -> assertThat(page).contains("| `" + method.getName() + "`"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sample-backend", "shaded-jar"})
  void itIsBuiltWithTheVersionsOfThisBuild(String project) throws IOException {
    Map<String, String> ours = properties(Files.readString(PARENT));
    ours.put("ragport", ownVersion());
    String pom = Files.readString(THIRD_PARTIES.resolve(project).resolve("pom.xml"));
    Map<String, String> used = properties(pom);
    PLUGIN_VERSION.matcher(pom).results().forEach(plugin -> put(used, plugin));

    assertThat(used).hasSizeGreaterThan(3);
    assertThat(ours).containsAllEntriesOf(used);
  }

  private static String ownVersion() throws IOException {
    MatchResult version =
        Pattern.compile("<artifactId>ragport-parent</artifactId>\\s*<version>([^<]+)<")
            .matcher(Files.readString(PARENT))
            .results()
            .findFirst()
            .orElseThrow();
    return version.group(1);
  }

  private static Map<String, String> properties(String pom) {
    Map<String, String> properties = new LinkedHashMap<>();
    PROPERTY.matcher(pom).results().forEach(property -> put(properties, property));
    return properties;
  }

  private static void put(Map<String, String> versions, MatchResult nameAndVersion) {
    versions.put(nameAndVersion.group(1), nameAndVersion.group(2));
  }

  private static List<String> sampleFiles() throws IOException {
    List<String> contents = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SAMPLE)) {
      for (Path file : files.filter(f -> f.toString().matches(".*\\.(java|xml)")).toList()) {
        contents.add(Files.readString(file));
      }
    }
    return contents;
  }

  private static String withoutLayout(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
