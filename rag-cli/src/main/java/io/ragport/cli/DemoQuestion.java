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
              "How do I keep a password from showing up when an object is written out?",
              "JsonIgnore.java",
              "ignored",
              "@JsonIgnore leaves a property out"),
          new DemoQuestion(
              "Parent and child refer to each other; how do I avoid going round in circles?",
              "JsonManagedReference.java",
              "back reference",
              "@JsonManagedReference and its back reference handle two-way links"),
          new DemoQuestion(
              "A field got renamed; can documents with the former spelling still be read?",
              "JsonAlias.java",
              "alternative names",
              "@JsonAlias lists other accepted names"),
          new DemoQuestion(
              "Say once for a whole group of classes that variables always hold something",
              "NullMarked.java",
              "NullMarked",
              "@NullMarked makes non-null the default"),
          new DemoQuestion(
              "What happens if the machine dies halfway through storing a pile of documents?",
              "CONTRACT.md",
              "IDX-8",
              "IDX-8 promises all or nothing"),
          new DemoQuestion(
              "Which words may stand in front of a call that a product does not offer?",
              "CONTRACT.md",
              "CAP-3",
              "CAP-3 tells what an undeclared method does"));

  /** Whether this passage is the right one. */
  boolean isAnsweredBy(RagServiceResult result) {
    return result.sourceId().replace('\\', '/').endsWith(file)
        && result.content() != null
        && result.content().contains(phrase);
  }
}
