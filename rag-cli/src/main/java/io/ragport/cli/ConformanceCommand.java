package io.ragport.cli;

import io.ragport.conformance.ConformanceProgress;
import io.ragport.conformance.ConformanceReport;
import io.ragport.conformance.ConformanceRun;
import io.ragport.core.RagBackends;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rag conformance}: the conformance suite on the backends on the class path. */
@Command(
    name = "conformance",
    description = {
      "Checks every rule of the contract on the backends on the class path, on data",
      "of its own. Servers are named in the environment. Exit code 1 if a rule fails,",
      "if nothing can be tested, or if a backend is left out that is named here or in",
      "RAG_CONFORMANCE_REQUIRE."
    },
    footer = {
      "",
      "Examples:",
      "  rag conformance",
      "  rag conformance --backend lucene --report target/conformance"
    })
final class ConformanceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description = "Tests this backend and no other; repeatable.")
  private List<String> backends = List.of();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Writes conformance.html, .md and .json there; made if it is missing.")
  private @Nullable Path folder;

  @Option(names = "--debug", description = "Shows errors with all their details, and log lines.")
  private boolean debug;

  @Override
  public Integer call() {
    Logs.configure(debug);
    RagBackends found = RagBackends.discover();
    backends.forEach(found::require);
    if (folder != null) {
      make(folder);
    }
    Work work = new Work();
    Progress progress = new Progress(spec.commandLine().getErr(), Progress.onTerminal(), work);
    ConformanceReport report;
    try {
      report =
          ConformanceRun.builder()
              .backends(backends)
              .progress(
                  state -> {
                    work.state = state;
                    progress.update();
                  })
              .build()
              .run();
    } finally {
      progress.finish();
    }
    PrintWriter out = spec.commandLine().getOut();
    new ConformancePrinter(report).lines().forEach(out::println);
    if (folder != null) {
      out.println("report: " + Paths.shown(report.write(folder)));
    }
    return report.passed() ? Main.DONE : Main.FAILED;
  }

  /** Makes the folder now: a run takes minutes, and its report should not be lost at the end. */
  private void make(Path report) {
    try {
      Files.createDirectories(report);
    } catch (FileAlreadyExistsException e) {
      throw new ParameterException(
          spec.commandLine(),
          "--report: " + report + " is not a folder (name one, or a new one)",
          e);
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "--report: " + report + " cannot be made (name another)", e);
    }
    if (!Files.isWritable(report)) {
      throw new ParameterException(
          spec.commandLine(), "--report: " + report + " cannot be written to (name another)");
    }
  }

  /** The run as {@link Progress} shows it. */
  private static final class Work implements Progress.Work {
    private volatile ConformanceProgress state = new ConformanceProgress("", "", 0, 0, 0);

    @Override
    public int done() {
      return state.done();
    }

    @Override
    public int total() {
      return state.total();
    }

    @Override
    public String described(Duration elapsed) {
      ConformanceProgress now = state;
      return now.done()
          + "/"
          + now.total()
          + " tests, "
          + now.failed()
          + " failed, "
          + now.backend()
          + " "
          + now.topic();
    }
  }
}
