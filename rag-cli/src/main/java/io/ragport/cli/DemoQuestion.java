package io.ragport.cli;

import io.ragport.api.RagServiceResult;
import java.util.List;

/**
 * A question whose right passage is known.
 *
 * @param text asked in words the passage does not use
 * @param file the end of the right file's path
 * @param phrase what the right passage contains
 * @param reason why that answers it
 */
record DemoQuestion(String text, String file, String phrase, String reason) {
  static final List<DemoQuestion> ALL =
      List.of(
          new DemoQuestion(
              "Which attribute lists the former spellings of a name?",
              "JsonAlias.java",
              "accept as aliases",
              "@JsonAlias holds the other names that are accepted"),
          new DemoQuestion(
              "How can I leave out attributes that hold nothing?",
              "JsonInclude.java",
              "considered empty",
              "NON_EMPTY leaves out what is null or empty"),
          new DemoQuestion(
              "How does the parser know which concrete class to create?",
              "JsonTypeInfo.java",
              "supertype",
              "type information stands in the document"),
          new DemoQuestion(
              "How do I pick the clock region when dates are written?",
              "JsonFormat.java",
              "TimeZone",
              "@JsonFormat has a time zone"),
          new DemoQuestion(
              "Is it quicker than other libraries?",
              "BENCHMARKS.md",
              "LangChain4j",
              "query times beside those of LangChain4j"),
          new DemoQuestion(
              "What happens if I sue over an invention in this program?",
              "LICENSE",
              "shall terminate",
              "section 3: the patent licence ends"));

  /** Whether this passage is the right one. */
  boolean isAnsweredBy(RagServiceResult result) {
    return result.sourceId().replace('\\', '/').endsWith(file)
        && result.content() != null
        && result.content().contains(phrase);
  }
}
