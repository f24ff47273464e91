package io.ragport.store.lucene;

import static org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS;
import static org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter.GENERATE_WORD_PARTS;
import static org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter.PRESERVE_ORIGINAL;
import static org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE;
import static org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter.SPLIT_ON_NUMERICS;

import io.ragport.api.store.TextLanguage;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;

/**
 * Text to terms, alike for content and for queries (QRY-13): words by Unicode's rules in lower
 * case, and beside each identifier ({@code camelCase}, {@code snake_case}, {@code v1.2.3}) its
 * parts, which count into the text's length for BM25. No stop words: they weigh next to nothing in
 * BM25, and some are names.
 */
final class TextAnalysis extends Analyzer {
  private static final int IDENTIFIERS =
      GENERATE_WORD_PARTS
          | GENERATE_NUMBER_PARTS
          | SPLIT_ON_CASE_CHANGE
          | SPLIT_ON_NUMERICS
          | PRESERVE_ORIGINAL;

  private final TextLanguage language;

  TextAnalysis(TextLanguage language) {
    this.language = language;
  }

  @Override
  protected TokenStreamComponents createComponents(String fieldName) {
    Tokenizer words = new StandardTokenizer();
    boolean english = language == TextLanguage.ENGLISH;
    TokenStream terms = english ? new EnglishPossessiveFilter(words) : words;
    terms = new WordDelimiterGraphFilter(terms, IDENTIFIERS, null);
    terms = new LowerCaseFilter(terms);
    return new TokenStreamComponents(words, english ? new PorterStemFilter(terms) : terms);
  }

  /** The terms of a query with the number of times each occurs. */
  NavigableMap<BytesRef, Integer> terms(String text) throws IOException {
    NavigableMap<BytesRef, Integer> counts = new TreeMap<>();
    try (TokenStream stream = tokenStream(Fields.TEXT, text)) {
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        counts.merge(BytesRef.deepCopyOf(term.getBytesRef()), 1, Integer::sum);
      }
      stream.end();
    }
    return counts;
  }
}
