package io.ragport.cli;

import io.ragport.api.BaseRagService;
import io.ragport.api.CollectionInfo;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.core.RagServices;
import io.ragport.core.chunk.RecursiveChunker;
import io.ragport.core.config.RagConfig;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code rag demo}: real documents, the real model, and questions whose right passage is known: the
 * project's documentation and the sources of two libraries it uses.
 */
@Command(
    name = "demo",
    description = {
      "Indexes this project's documentation and the sources of two libraries it uses, then asks",
      "six questions whose right passage is known. Exit code 1 if an answer is wrong."
    })
final class DemoCommand implements Callable<Integer> {
  private static final String COLLECTION = "demo";
  private static final int CHUNK_SIZE = 700;
  private static final int CHUNK_OVERLAP = 100;
  private static final long MAX_FILE_BYTES = 1 << 20;
  private static final int MIN_FILES = 60;
  private static final int MIN_PASSAGES = 400;

  @Spec private CommandSpec spec;

  @Option(names = "--debug", description = "Shows errors with all their details, and log lines.")
  private boolean debug;

  @Override
  public Integer call() {
    Logs.configure(debug);
    PrintWriter out = spec.commandLine().getOut();
    Path home = home();
    RagConfig config =
        RagConfig.builder()
            .backend("lucene")
            .embedder("onnx")
            .set("rag.lucene.path", home.resolve(".rag").resolve("demo").toString())
            .build();
    long start = System.nanoTime();
    try (BaseRagService rag = RagServices.open(config)) {
      out.println("Indexing the project's documentation and the sources of two libraries ...");
      rag.dropCollection(COLLECTION);
      IndexReport report =
          new IndexRun(spec.commandLine().getErr(), true)
              .run(
                  rag,
                  COLLECTION,
                  RecursiveChunker.of(CHUNK_SIZE, CHUNK_OVERLAP),
                  MAX_FILE_BYTES,
                  FileWalk.of(documents(home), List.of("*.md", "*.java", "LICENSE")));
      CollectionInfo collection =
          Collections.find(rag, COLLECTION)
              .orElseThrow(() -> new IllegalStateException("nothing was indexed"));
      String model = collection.model();
      Duration duration = Duration.ofNanos(System.nanoTime() - start);
      report.lines(duration, model, rag.backendName(), COLLECTION).forEach(out::println);
      if (report.done() < MIN_FILES || collection.count() < MIN_PASSAGES) {
        throw new IllegalStateException(
            "too little to search: "
                + MIN_FILES
                + " files and "
                + MIN_PASSAGES
                + " passages wanted");
      }
      int wrong = 0;
      for (DemoQuestion question : DemoQuestion.ALL) {
        wrong += ask(rag, question, out) ? 0 : 1;
      }
      int asked = DemoQuestion.ALL.size();
      out.println(asked - wrong + " of " + asked + " answers right");
      return wrong == 0 && !report.hasFailures() ? Main.DONE : Main.FAILED;
    }
  }

  private static boolean ask(BaseRagService rag, DemoQuestion question, PrintWriter out) {
    RagServiceResult best =
        rag.query(QueryRequest.builder(question.text()).collectionName(COLLECTION).topK(1).build())
            .get(0);
    boolean right = question.isAnsweredBy(best);
    out.println();
    out.println("Q: " + question.text());
    new ResultPrinter(question.text())
        .lines(1, best).stream().filter(line -> !line.isEmpty()).forEach(out::println);
    out.println(
        right
            ? "   right: " + question.reason()
            : "   WRONG: expected " + question.file() + " with \"" + question.phrase() + "\"");
    return right;
  }

  private static List<Path> documents(Path home) {
    return Stream.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "rag-cli/target/demo")
        .map(home::resolve)
        .toList();
  }

  /** The checkout, which the launcher names. */
  private static Path home() {
    Path home = Path.of(System.getProperty("ragport.home", "")).toAbsolutePath();
    if (!Files.isDirectory(home.resolve("rag-cli").resolve("target").resolve("demo"))) {
      throw new IllegalStateException(
          "the documents of the demo are not there (start it with ./rag in a checkout)");
    }
    return home;
  }
}
