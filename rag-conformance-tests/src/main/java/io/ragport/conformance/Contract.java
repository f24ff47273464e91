package io.ragport.conformance;

import io.ragport.api.Capability;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rules of the contract as its document lists them, in that order. Immutable. */
final class Contract {
  private static final Pattern HEADING = Pattern.compile("## ([A-Z]+): (.+)");
  private static final Pattern RULE = Pattern.compile("- ([A-Z]+-\\d+) (.*)");
  private static final Pattern UNTESTABLE = Pattern.compile("\\| ([A-Z]+-\\d+) \\| (.+) \\|");
  private static final Pattern TAG = Pattern.compile("\\(([A-Z_]+(?:, [A-Z_]+)*)\\)");

  private final Map<String, Entry> rules;
  private final Map<String, String> untestable;

  /**
   * One rule.
   *
   * @param id for example {@code QRY-4}
   * @param topic the heading it stands under, for example {@code querying}
   * @param text all of it, Markdown
   * @param capabilities binds only backends that declare one of these; empty binds all
   */
  record Entry(String id, String topic, String text, List<Capability> capabilities) {
    /** The topic with its letters, for example {@code QRY: querying}. */
    String label() {
      return id.substring(0, id.indexOf('-')) + ": " + topic;
    }
  }

  private Contract(Map<String, Entry> rules, Map<String, String> untestable) {
    this.rules = rules;
    this.untestable = untestable;
  }

  /** The contract that this version of the suite checks. */
  static Contract load() {
    try (InputStream document =
            Objects.requireNonNull(Contract.class.getResourceAsStream("CONTRACT.md"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(document, StandardCharsets.UTF_8))) {
      return parse(lines.lines());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The contract in a document: headings {@code ## ABC: topic}, rules {@code - ABC-1 text}, and
   * under {@code ## Not testable} rows {@code | ABC-1 | reason |}.
   */
  static Contract parse(Stream<String> document) {
    Map<String, Entry> rules = new LinkedHashMap<>();
    Map<String, String> untestable = new LinkedHashMap<>();
    String topic = "";
    List<String> open = new ArrayList<>();
    for (String line : (Iterable<String>) document::iterator) {
      Matcher heading = HEADING.matcher(line);
      if (line.startsWith("  ") && !open.isEmpty()) {
        open.add(line.strip());
        continue;
      }
      close(topic, open, rules);
      Matcher reason = UNTESTABLE.matcher(line);
      if (heading.matches()) {
        topic = heading.group(2);
      } else if (line.startsWith("## ")) {
        topic = line.substring(3);
      } else if (topic.equals("Not testable") && reason.matches()) {
        untestable.put(reason.group(1), reason.group(2));
      } else if (RULE.matcher(line).matches()) {
        open.add(line);
      }
    }
    close(topic, open, rules);
    return new Contract(rules, untestable);
  }

  private static void close(String topic, List<String> open, Map<String, Entry> rules) {
    if (open.isEmpty()) {
      return;
    }
    Matcher rule = RULE.matcher(String.join(" ", open));
    open.clear();
    if (rule.matches()) {
      String id = rule.group(1);
      String text = rule.group(2);
      if (rules.put(id, new Entry(id, topic, text, tags(topic, text))) != null) {
        throw new IllegalStateException("contract: " + id + " stands there twice");
      }
    }
  }

  private static List<Capability> tags(String topic, String text) {
    Matcher ofRule = TAG.matcher(text);
    Matcher ofTopic = TAG.matcher(topic);
    String tag = ofRule.lookingAt() ? ofRule.group(1) : ofTopic.find() ? ofTopic.group(1) : "";
    return Stream.of(tag.split(", ")).flatMap(name -> Capability.find(name).stream()).toList();
  }

  /** The rules that no test can check on just any backend, each with the reason. */
  Map<String, String> untestable() {
    return Collections.unmodifiableMap(untestable);
  }

  /** Every rule, in the document's order. */
  List<Entry> rules() {
    return List.copyOf(rules.values());
  }

  /** The rule of that id. */
  Optional<Entry> find(String id) {
    return Optional.ofNullable(rules.get(id));
  }
}
