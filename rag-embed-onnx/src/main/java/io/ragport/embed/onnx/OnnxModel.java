package io.ragport.embed.onnx;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ClosestName;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A model: its name, its files, and how much it reads.
 *
 * @param name what collections record, after {@code onnx/}
 * @param usualTokens the number of tokens it was trained to read at once
 * @param mostTokens the number of tokens it can read at once
 */
record OnnxModel(String name, ModelFiles files, int usualTokens, int mostTokens) {
  /** The most that may be set for a model about which nothing is known. */
  static final int MOST_TOKENS = 8192;

  private static final int BERT_POSITIONS = 512;

  private static final List<OnnxModel> KNOWN =
      List.of(miniLm("all-MiniLM-L6-v2"), miniLm("all-MiniLM-L6-v2-q"));

  /** The models whose files are published as Maven artifacts. */
  static List<String> knownNames() {
    return KNOWN.stream().map(OnnxModel::name).toList();
  }

  /** The known model of that name. */
  static Optional<OnnxModel> find(String name) {
    return KNOWN.stream().filter(model -> model.name.equals(name)).findFirst();
  }

  /**
   * The known model of that name.
   *
   * @throws RagConfigurationException if there is none, with the names there are
   */
  static OnnxModel named(String name) {
    return find(name).orElseThrow(() -> unknown(name));
  }

  /** The model in a folder. */
  static OnnxModel in(Path folder, String name) {
    return new OnnxModel(name, new ModelFiles.Folder(folder), BERT_POSITIONS, MOST_TOKENS);
  }

  /**
   * Its tokenizer.json cuts at 128 tokens; it was trained with 256 and has 512 positions
   * (https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2).
   */
  private static OnnxModel miniLm(String name) {
    String file = name.replace("MiniLM-L6", "minilm-l6");
    return new OnnxModel(
        name,
        new ModelFiles.Resources(
            file + ".onnx",
            file + "-tokenizer.json",
            "dev.langchain4j:langchain4j-embeddings-" + file),
        256,
        BERT_POSITIONS);
  }

  private static RagConfigurationException unknown(String name) {
    String closest =
        ClosestName.to(name, knownNames()).map(known -> "did you mean " + known + "? ").orElse("");
    return new RagConfigurationException(
        OnnxOptions.SECTION + ".model",
        "no model named \""
            + Arguments.shortened(name)
            + "\" ("
            + closest
            + "known: "
            + String.join(", ", knownNames())
            + "; any other comes from a folder, set as "
            + OnnxOptions.SECTION
            + ".path)");
  }
}
