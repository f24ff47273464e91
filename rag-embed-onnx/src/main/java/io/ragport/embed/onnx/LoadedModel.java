package io.ragport.embed.onnx;

import ai.onnxruntime.OrtException;
import io.ragport.api.EmbeddingException;
import io.ragport.api.RagConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A model in memory with its tokenizer and its threads: texts to vectors. Safe for use from many
 * threads; closing waits for calls that are under way.
 */
final class LoadedModel implements AutoCloseable {
  /** Texts tokenised as one piece of work. */
  private static final int SLICE = 16;

  private final String name;
  private final OnnxOptions options;
  private final TextTokenizer tokenizer;
  private final OnnxSession session;
  private final Output output;
  private final Workers workers;

  private LoadedModel(
      String name,
      OnnxOptions options,
      TextTokenizer tokenizer,
      OnnxSession session,
      Output output) {
    this.name = name;
    this.options = options;
    this.tokenizer = tokenizer;
    this.session = session;
    this.output = output;
    this.workers = new Workers("embedder " + name, options.threads());
  }

  /**
   * Loads a model.
   *
   * @param name for messages
   * @throws RagConfigurationException if a file is missing or does not fit
   */
  static LoadedModel open(String name, ModelFiles files, OnnxOptions options) {
    TextTokenizer tokenizer = TextTokenizer.open(files);
    @Nullable OnnxSession session = null;
    try {
      session = OnnxSession.open(files);
      Output output = Output.choose(session.outputs(), options.pooling(), files);
      return new LoadedModel(name, options, tokenizer, session, output);
    } catch (RuntimeException e) {
      if (session != null) {
        session.close();
      }
      tokenizer.close();
      throw e;
    }
  }

  /** One vector of length 1 per text, in order. */
  float[][] embed(List<String> texts) throws InterruptedException {
    List<List<int[]>> sequences = tokenise(texts);
    List<int[]> all = new ArrayList<>();
    sequences.forEach(all::addAll);
    float[][] vectors = vectors(all);
    float[][] joined = new float[texts.size()][];
    int at = 0;
    for (int text = 0; text < joined.length; text++) {
      int count = sequences.get(text).size();
      joined[text] = count == 1 ? vectors[at] : join(all, vectors, at, count);
      at += count;
    }
    return joined;
  }

  /** How many tokens the model reads in the texts, special ones included. */
  long countTokens(List<String> texts) throws InterruptedException {
    return tokenise(texts).stream()
        .flatMap(List::stream)
        .mapToLong(sequence -> sequence.length)
        .sum();
  }

  /** The length of every vector; computes one if the model's file does not say. */
  int dimension() throws InterruptedException {
    return output.dimension() > 0 ? output.dimension() : embed(List.of("a"))[0].length;
  }

  private List<List<int[]>> tokenise(List<String> texts) throws InterruptedException {
    List<List<String>> slices = new ArrayList<>();
    for (int start = 0; start < texts.size(); start += SLICE) {
      slices.add(texts.subList(start, Math.min(texts.size(), start + SLICE)));
    }
    return workers
        .map(
            slices,
            slice ->
                slice.stream()
                    .map(text -> tokenizer.sequences(text, options.maxTokens(), options.longText()))
                    .toList())
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  private float[][] vectors(List<int[]> sequences) throws InterruptedException {
    int[] lengths = sequences.stream().mapToInt(sequence -> sequence.length).toArray();
    int budget = session.batchable() ? options.batchTokens() : 1;
    List<List<Integer>> batches = BatchPlan.of(lengths, budget);
    List<float[][]> results =
        workers.map(batches, batch -> run(batch.stream().map(sequences::get).toList()));
    float[][] vectors = new float[lengths.length][];
    for (int batch = 0; batch < results.size(); batch++) {
      for (int row = 0; row < results.get(batch).length; row++) {
        vectors[batches.get(batch).get(row)] = results.get(batch)[row];
      }
    }
    return vectors;
  }

  private float[][] run(List<int[]> sequences) {
    try {
      return output.vectors(session.run(sequences, output.name()), sequences);
    } catch (OrtException e) {
      throw new EmbeddingException(
          name,
          "the model failed on "
              + sequences.get(0).length
              + " tokens (can it read as many? "
              + OnnxOptions.SECTION
              + ".maxTokens sets the most)",
          e);
    }
  }

  /** The mean of a text's vectors, weighted by the tokens they stand for. */
  private float[] join(List<int[]> sequences, float[][] vectors, int start, int count) {
    double[] sum = new double[vectors[start].length];
    for (int i = start; i < start + count; i++) {
      Vectors.add(sum, vectors[i], sequences.get(i).length - tokenizer.specialTokens());
    }
    return Vectors.direction(sum);
  }

  @Override
  public void close() {
    workers.close();
    try {
      session.close();
    } finally {
      tokenizer.close();
    }
  }
}
