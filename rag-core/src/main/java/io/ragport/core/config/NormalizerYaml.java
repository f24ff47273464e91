package io.ragport.core.config;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.spi.ProviderConfig;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A {@link Normalizer} as YAML and back, equal to the last bit, with the keys {@code l1}, {@code
 * l2}, {@code center} and {@code center_vector} (NRM-1). Without state.
 */
public final class NormalizerYaml {
  private NormalizerYaml() {}

  /** The normalizer as YAML. */
  public static String write(Normalizer normalizer) {
    StringWriter text = new StringWriter();
    try (YAMLGenerator yaml =
        YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .build()
            .createGenerator(text)) {
      yaml.writeStartObject();
      yaml.writeBooleanField("l1", normalizer.l1());
      yaml.writeBooleanField("l2", normalizer.l2());
      yaml.writeBooleanField("center", normalizer.center());
      double[] centerVector = normalizer.centerVector();
      if (centerVector != null) {
        yaml.writeArrayFieldStart("center_vector");
        for (double component : centerVector) {
          yaml.writeNumber(text(component));
        }
        yaml.writeEndArray();
      }
      yaml.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a string takes any text", e);
    }
    return text.toString();
  }

  /**
   * Writes the normalizer to a file, in place of what was there.
   *
   * @throws RagConfigurationException if the file cannot be written
   */
  public static void write(Normalizer normalizer, Path file) {
    try {
      Files.writeString(file, write(normalizer));
    } catch (IOException e) {
      throw new RagConfigurationException(file.toString(), "cannot be written: " + e, e);
    }
  }

  /**
   * The normalizer that YAML describes; a missing flag is false, a missing or null centre none.
   *
   * @throws RagConfigurationException for YAML that is malformed, another key, or a wrong value
   */
  public static Normalizer read(String yaml) {
    return read(new Source("normalizer", yaml));
  }

  /**
   * The normalizer in a YAML file.
   *
   * @throws RagConfigurationException if the file cannot be read, is malformed, has another key or
   *     a wrong value
   */
  public static Normalizer read(Path file) {
    return read(Source.read(file));
  }

  private static Normalizer read(Source source) {
    Map<String, Object> values = new LinkedHashMap<>();
    Map<String, Integer> lines = new LinkedHashMap<>();
    for (Entry entry : Format.YAML.entries(source)) {
      Object value = entry.value();
      lines.put(entry.path(), entry.line());
      if (value != null || !entry.path().equals("center_vector")) {
        values.put(entry.path(), value == null ? "" : value);
      }
    }
    return CoreOptions.normalizer(
        ProviderConfig.of(
            "normalizer",
            CoreOptions.NORMALIZER,
            values,
            key -> source.line(lines.getOrDefault(key, 1))));
  }

  /** With a signed exponent, as YAML 1.1 wants it: other readers take the rest for a string. */
  private static String text(double component) {
    return Double.toString(component).replaceFirst("E(?=\\d)", "e+").replace('E', 'e');
  }
}
