package io.ragport.cli;

import io.ragport.api.RagConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The root of the command line. */
@Command(
    name = "rag",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    scope = ScopeType.INHERIT,
    sortOptions = false,
    description = "Indexes files and finds the passages that answer a question.",
    subcommands = {
      IndexCommand.class,
      QueryCommand.class,
      CollectionsCommand.class,
      BackendsCommand.class,
      ConformanceCommand.class,
      DemoCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  rag demo                                    index real documents and ask six questions",
      "  rag index docs src --glob '*.md'            index the Markdown files of two folders",
      "  rag query \"how do I reset my password?\"     the 5 most similar passages",
      "  rag query --mode hybrid ERR-4711            meaning and exact words together",
      "",
      "Settings come from --config FILE, else ./rag.yaml, else defaults: backend lucene under",
      ".rag/index, embedder onnx. Exit codes: 0 done, 1 the work failed, 2 wrong usage."
    })
final class Main {
  /** The work was done. */
  static final int DONE = 0;

  /** The work failed. */
  static final int FAILED = 1;

  /** The command, an option or the configuration is wrong. */
  static final int WRONG_USAGE = 2;

  private Main() {}

  /** Runs the command line and ends the JVM with its exit code. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(out, err, args));
  }

  /** Runs the command line; returns its exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new Main())
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(Main::wrongUsage)
        .setExecutionExceptionHandler(Main::failed)
        .execute(args);
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command
        .getErr()
        .println(
            command.getCommandSpec().qualifiedName()
                + ": "
                + oneLine(e)
                + " (see "
                + command.getCommandSpec().qualifiedName()
                + " --help)");
    return WRONG_USAGE;
  }

  private static int failed(Exception e, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (command.getParseResult().hasMatchedOption("--debug")) {
      e.printStackTrace(err);
    } else {
      err.println(command.getCommandSpec().qualifiedName() + ": " + oneLine(e));
    }
    return e instanceof RagConfigurationException || e instanceof IllegalArgumentException
        ? WRONG_USAGE
        : FAILED;
  }

  /** What went wrong, without line breaks; the class where there is no message. */
  static String oneLine(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.getClass().getSimpleName()
        : message.replaceAll("\\s*\\R\\s*", " ");
  }

  /** The version of the build, from its resource. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      Properties properties = new Properties();
      try (InputStream in = Main.class.getResourceAsStream("version.properties")) {
        properties.load(in);
      }
      return new String[] {
        "rag "
            + properties.getProperty("version")
            + " (Java "
            + Runtime.version()
            + ", "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + ")"
      };
    }
  }
}
