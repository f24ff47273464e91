package io.ragport.cli;

import io.ragport.api.Arguments;
import io.ragport.api.BaseRagService;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryOptions;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.core.config.RagConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rag query}: the passages nearest to a text. */
@Command(
    name = "query",
    description = "Shows the passages that fit a text best.",
    footer = {
      "",
      "Examples:",
      "  rag query \"what happens when the disk is full?\"",
      "  rag query --mode keyword ERR-4711",
      "  rag query --match extension=md --top-k 3 \"how do I build it?\""
    })
final class QueryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ServiceOptions service = new ServiceOptions();

  @Mixin private CollectionOption collectionOption = new CollectionOption();

  @Parameters(arity = "1..*", paramLabel = "TEXT", description = "What to look for.")
  private List<String> words = List.of();

  @Option(
      names = {"-k", "--top-k"},
      paramLabel = "N",
      description = "How many passages, 1 to 10000; ${DEFAULT-VALUE} if not given.")
  private int topK = QueryOptions.DEFAULT_TOP_K;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "vector (meaning), keyword (exact words) or hybrid (both); vector by default.")
  private QueryMode mode = QueryMode.VECTOR;

  @Option(
      names = "--match",
      paramLabel = "KEY=VALUE",
      description = {
        "Only passages with that metadata value: true, false, a number, or a string (in double",
        "quotes where it looks like one of those). Repeatable."
      })
  private List<String> match = List.of();

  @Option(
      names = "--source",
      paramLabel = "FILE",
      description = "Only passages of that file. Repeatable.")
  private @Nullable List<Path> sources;

  @Option(
      names = "--min-similarity",
      paramLabel = "X",
      description = "Only passages at least that similar, -1 to 1.")
  private @Nullable Double minSimilarity;

  @Option(names = "--keep-best", description = "Only the best passage of each file.")
  private boolean keepBest;

  @Option(names = "--exact", description = "Compares every passage, without the vector index.")
  private boolean exact;

  @Option(names = "--json", description = "Prints the passages as JSON, whole texts included.")
  private boolean json;

  @Override
  public Integer call() {
    QueryRequest.Builder request =
        QueryRequest.builder(String.join(" ", words))
            .mode(mode)
            .topK(topK)
            .minSimilarity(minSimilarity)
            .keepBest(keepBest)
            .exact(exact);
    if (!match.isEmpty()) {
      request.match(MatchOption.parse(match));
    }
    if (sources != null) {
      request.sourceIds(sources.stream().map(Paths::sourceId).toList());
    }
    RagConfig config = service.config();
    String collection = collectionOption.name(config);
    try (BaseRagService rag = service.open(config)) {
      List<RagServiceResult> results = rag.query(request.collectionName(collection).build());
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(Json.text(results.stream().map(QueryCommand::values).toList()));
      } else if (results.isEmpty()) {
        spec.commandLine().getErr().println(nothingFound(rag, collection));
      } else {
        ResultPrinter printer = new ResultPrinter(String.join(" ", words));
        for (int i = 0; i < results.size(); i++) {
          printer.lines(i + 1, results.get(i)).forEach(out::println);
        }
      }
      return Main.DONE;
    }
  }

  private static String nothingFound(BaseRagService rag, String collection) {
    return Collections.find(rag, collection).isPresent()
        ? "nothing found"
        : "nothing found: there is no collection \""
            + Arguments.shortened(collection)
            + "\" (rag index PATH makes one, rag collections lists them)";
  }

  private static Map<String, @Nullable Object> values(RagServiceResult result) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("id", result.id().toString());
    values.put("sourceId", result.sourceId());
    values.put("similarity", result.similarity());
    values.put("score", result.score());
    values.put("scoreKind", result.scoreKind().name().toLowerCase(Locale.ROOT));
    values.put("metadata", result.metadata());
    values.put("content", result.content());
    return values;
  }
}
