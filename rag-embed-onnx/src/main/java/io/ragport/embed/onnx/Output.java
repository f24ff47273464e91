package io.ragport.embed.onnx;

import io.ragport.api.RagConfigurationException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The output of a model that holds the vectors, and how to read it.
 *
 * @param pooling how token vectors become one; null if the model has done that
 * @param dimension the length of a vector; −1 if the model's file does not say
 */
record Output(String name, @Nullable Pooling pooling, int dimension) {
  private static final String TOKENS = "last_hidden_state";
  private static final String TEXT = "sentence_embedding";

  /**
   * The output to use: the pooled one if the model has it and no pooling is asked for, else that of
   * the tokens; names are those that the usual exporters give.
   *
   * @throws RagConfigurationException if there is none
   */
  static Output choose(Map<String, long[]> outputs, @Nullable Pooling pooling, ModelFiles files) {
    long[] text = outputs.get(TEXT);
    if (text != null && text.length == 2 && pooling == null) {
      return new Output(TEXT, null, (int) text[1]);
    }
    long[] tokens = outputs.get(TOKENS);
    if (tokens != null && tokens.length == 3) {
      return new Output(TOKENS, pooling == null ? Pooling.MEAN : pooling, (int) tokens[2]);
    }
    throw files.unusable(
        files.modelName(),
        "has no output "
            + TOKENS
            + " [batch, tokens, dimension]"
            + (pooling == null ? " or " + TEXT + " [batch, dimension]" : " to pool"),
        null);
  }

  /** The vectors of a batch, each of length 1. */
  float[][] vectors(OnnxSession.Result result, List<int[]> sequences) {
    int rows = sequences.size();
    int dimension = (int) result.shape()[result.shape().length - 1];
    int rowSize = result.values().length / rows;
    float[][] vectors = new float[rows][];
    for (int row = 0; row < rows; row++) {
      int tokens = pooling == null ? 1 : sequences.get(row).length;
      Pooling how = pooling == null ? Pooling.CLS : pooling;
      vectors[row] = Vectors.normalise(how.pool(result.values(), row * rowSize, tokens, dimension));
    }
    return vectors;
  }
}
