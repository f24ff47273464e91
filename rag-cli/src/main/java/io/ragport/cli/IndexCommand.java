package io.ragport.cli;

import io.ragport.api.Arguments;
import io.ragport.api.BaseRagService;
import io.ragport.api.CollectionInfo;
import io.ragport.core.chunk.RecursiveChunker;
import io.ragport.core.config.RagConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rag index}: files and folders into a collection. */
@Command(
    name = "index",
    description = {
      "Indexes files and folders: text, Markdown, HTML and source code.",
      "A changed file replaces its passages, an unchanged one is skipped. Hidden files are left",
      "out unless named; binary files are skipped. The passages of a file that is gone stay until",
      "the collection is dropped."
    },
    footer = {
      "",
      "Examples:",
      "  rag index docs",
      "  rag index . --glob '*.md' --glob '!drafts/**'",
      "  rag index handbook -c handbook --json"
    })
final class IndexCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ServiceOptions service = new ServiceOptions();

  @Mixin private CollectionOption collectionOption = new CollectionOption();

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files and folders.")
  private List<Path> paths = List.of();

  @Option(
      names = "--glob",
      paramLabel = "PATTERN",
      description = {
        "Only files whose name or path below the folder fits; with a leading ! all others.",
        "Repeatable."
      })
  private List<String> globs = List.of();

  @Option(
      names = "--chunk-size",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Characters per passage at most; ${DEFAULT-VALUE} if not given.")
  private int chunkSize;

  @Option(
      names = "--chunk-overlap",
      paramLabel = "N",
      defaultValue = "150",
      description = "Characters that neighbours share at most; ${DEFAULT-VALUE} if not given.")
  private int chunkOverlap;

  @Option(
      names = "--max-file-size",
      paramLabel = "MB",
      defaultValue = "64",
      description = "Larger files are not indexed; ${DEFAULT-VALUE} if not given.")
  private int maxFileSize;

  @Option(names = "--strict", description = "Exit code 1 if any file could not be indexed.")
  private boolean strict;

  @Option(names = "--json", description = "Prints the summary as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    long start = System.nanoTime();
    RecursiveChunker chunker = RecursiveChunker.of(chunkSize, chunkOverlap);
    Arguments.inRange("--max-file-size", maxFileSize, 1, 2047);
    FileWalk walk = FileWalk.of(paths, globs);
    RagConfig config = service.config();
    String collection = collectionOption.name(config);
    try (BaseRagService rag = service.open(config)) {
      rag.check();
      IndexReport report =
          new IndexRun(spec.commandLine().getErr(), !json || Progress.onTerminal())
              .run(rag, collection, chunker, (long) maxFileSize << 20, walk);
      Duration duration = Duration.ofNanos(System.nanoTime() - start);
      String model = Collections.find(rag, collection).map(CollectionInfo::model).orElse("none");
      if (json) {
        out.println(Json.text(report.values(duration, model, rag.backendName(), collection)));
      } else {
        report.lines(duration, model, rag.backendName(), collection).forEach(out::println);
      }
      if (report.nothingDone() && !json) {
        spec.commandLine().getErr().println("rag index: nothing was indexed");
      }
      return report.nothingDone() || (strict && report.hasFailures()) ? Main.FAILED : Main.DONE;
    }
  }
}
