package io.ragport.conformance;

import java.util.regex.Pattern;

/** Text as HTML. */
final class Html {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern STRONG = Pattern.compile("\\*\\*([^*]+)\\*\\*");

  private Html() {}

  /** Plain text, for content and for attributes in quotes. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** A rule's Markdown: code and strong text. */
  static String rule(String markdown) {
    String code = CODE.matcher(escaped(markdown)).replaceAll("<code>$1</code>");
    return STRONG.matcher(code).replaceAll("<strong>$1</strong>");
  }

  /** A rule's Markdown without its marks, for an attribute in quotes. */
  static String plain(String markdown) {
    return escaped(markdown.replace("`", "").replace("**", ""));
  }
}
