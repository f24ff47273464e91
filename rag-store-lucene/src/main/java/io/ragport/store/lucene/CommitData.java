package io.ragport.store.lucene;

import io.ragport.api.CollectionMismatchException;
import io.ragport.api.VectorPrecision;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.TextLanguage;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;

/**
 * What every commit says of its collection (COL-1), written in one step with the entries.
 *
 * @param language how its texts were brought to terms
 * @param calls how many calls have changed it; tells after a failure whether a call got through
 */
record CommitData(CollectionSpec spec, TextLanguage language, long calls) {
  static final int LAYOUT_VERSION = 1;

  private static final String LAYOUT = "ragport.layout";
  private static final String NAME = "ragport.name";
  private static final String MODEL = "ragport.model";
  private static final String DIMENSION = "ragport.dimension";
  private static final String NORMALIZER = "ragport.normalizer";
  private static final String LANGUAGE = "ragport.language";
  private static final String CALLS = "ragport.calls";

  /**
   * What the last commit says; empty if there is none, or if the index is not Ragport's (COL-8).
   */
  static Optional<CommitData> read(Directory directory, String identifier) throws IOException {
    if (!DirectoryReader.indexExists(directory)) {
      return Optional.empty();
    }
    Map<String, String> data = SegmentInfos.readLatestCommit(directory).getUserData();
    if (!data.containsKey(LAYOUT) || !data.containsKey(NAME)) {
      return Optional.empty();
    }
    String name = string(data, NAME);
    int layout = Integer.parseInt(string(data, LAYOUT));
    if (layout > LAYOUT_VERSION) {
      throw new CollectionMismatchException(
          name,
          "layout version",
          layout,
          LAYOUT_VERSION,
          "use the version of Ragport that wrote it, or index anew");
    }
    CollectionSpec spec =
        inGraph(
            new CollectionSpec(
                name,
                string(data, MODEL),
                Integer.parseInt(string(data, DIMENSION)),
                string(data, NORMALIZER),
                identifier,
                layout));
    return Optional.of(
        new CommitData(
            spec,
            TextLanguage.valueOf(string(data, LANGUAGE)),
            Long.parseLong(string(data, CALLS))));
  }

  /** The collection with how its embeddings are kept and searched. */
  static CollectionSpec inGraph(CollectionSpec spec) {
    return spec.withVectors(VectorPrecision.SINGLE, "hnsw");
  }

  CommitData afterCall() {
    return new CommitData(spec, language, calls + 1);
  }

  Map<String, String> toMap() {
    return Map.of(
        LAYOUT, Integer.toString(spec.layoutVersion()),
        NAME, spec.name(),
        MODEL, spec.model(),
        DIMENSION, Integer.toString(spec.dimension()),
        NORMALIZER, spec.normalizer(),
        LANGUAGE, language.name(),
        CALLS, Long.toString(calls));
  }

  private static String string(Map<String, String> data, String key) throws IOException {
    String value = data.get(key);
    if (value == null) {
      throw new IOException("the commit lacks " + key);
    }
    return value;
  }
}
