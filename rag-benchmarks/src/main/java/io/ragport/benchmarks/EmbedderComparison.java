package io.ragport.benchmarks;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2.AllMiniLmL6V2EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.core.EmbeddingProviders;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * How many texts a second do the ONNX embedder and LangChain4j's in-process MiniLM take, on the
 * same texts of mixed length, in the same run with the same number of cores? Both read at most 128
 * tokens of a text, since LangChain4j's reads no more. Rounds alternate; the median counts.
 */
final class EmbedderComparison {
  private static final int TEXTS = 192;
  private static final int ROUNDS = 7;
  private static final int MAX_TOKENS = 128;

  private EmbedderComparison() {}

  /** Prints one table row for each precision. */
  static void run(PrintStream out) {
    out.println("| model | Ragport onnx texts/s | LangChain4j embedAll texts/s | ratio |");
    out.println("|---|---|---|---|");
    compare("all-MiniLM-L6-v2", new AllMiniLmL6V2EmbeddingModel(), out);
    compare("all-MiniLM-L6-v2-q", new AllMiniLmL6V2QuantizedEmbeddingModel(), out);
  }

  private static void compare(String model, EmbeddingModel peer, PrintStream out) {
    List<String> texts = texts();
    List<TextSegment> segments = texts.stream().map(TextSegment::from).toList();
    EmbeddingProviderFactory factory = EmbeddingProviders.discover().require("onnx");
    ProviderConfig config =
        ProviderConfig.of(
            "rag.onnx", factory.options(), Map.of("model", model, "maxTokens", MAX_TOKENS));
    try (EmbeddingProvider own = factory.create(config)) {
      double[] ours = new double[ROUNDS];
      double[] theirs = new double[ROUNDS];
      own.embed(texts, EmbeddingPurpose.DOCUMENT);
      peer.embedAll(segments);
      for (int round = 0; round < ROUNDS; round++) {
        ours[round] = rate(() -> own.embed(texts, EmbeddingPurpose.DOCUMENT));
        theirs[round] = rate(() -> peer.embedAll(segments));
      }
      out.println(
          "| "
              + model
              + " | "
              + Timings.shown(median(ours))
              + " | "
              + Timings.shown(median(theirs))
              + " | "
              + Timings.shown(median(ours) / median(theirs))
              + " |");
    }
  }

  private static double rate(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return TEXTS * 1e9 / (System.nanoTime() - start);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Common English words, 4 to 126 per text, log-normal around 48: as many tokens, and two. */
  private static List<String> texts() {
    String[] words =
        ("the of and a to in is was he for it with as his on be at by had not are but from or have"
                + " an they which one you were all her she there would their we him been has when"
                + " who will no more if out so up said what its about than into them can only other"
                + " time new some could these two may first then do any like my now over such our"
                + " man me even most made after also did many off before must well back through"
                + " years much where your way down should because long each just state those")
            .split(" ");
    Random random = new Random(7);
    List<String> texts = new ArrayList<>(TEXTS);
    for (int i = 0; i < TEXTS; i++) {
      int length = (int) Math.max(4, Math.min(126, 48 * Math.exp(0.8 * random.nextGaussian())));
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < length; j++) {
        text.append(words[random.nextInt(words.length)]).append(' ');
      }
      texts.add(text.toString().strip());
    }
    return texts;
  }
}
