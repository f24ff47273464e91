package io.ragport.cli;

import io.ragport.api.Capability;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.RagBackendProvider;
import io.ragport.core.EmbeddingProviders;
import io.ragport.core.ProviderProblem;
import io.ragport.core.RagBackends;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rag backends}: what is on the class path. */
@Command(
    name = "backends",
    description =
        "Lists the backends and embedders on the class path, broken ones with the reason.",
    footer = {"", "Examples:", "  rag backends", "  rag backends --json"})
final class BackendsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Prints them as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    Logs.configure(false);
    RagBackends backends = RagBackends.discover();
    EmbeddingProviders embedders = EmbeddingProviders.discover();
    List<ProviderProblem> problems = new ArrayList<>(backends.problems());
    problems.addAll(embedders.problems());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.text(values(backends.all(), embedders.all(), problems)));
      return Main.DONE;
    }
    for (RagBackendProvider backend : backends.all()) {
      out.println("backend   " + backend.name() + "  " + backend.artifact().orElse(""));
      out.println("          " + String.join(", ", capabilities(backend)));
    }
    for (EmbeddingProviderFactory embedder : embedders.all()) {
      out.println("embedder  " + embedder.name() + "  " + embedder.artifact().orElse(""));
    }
    problems.forEach(problem -> out.println("broken    " + problem));
    return Main.DONE;
  }

  private static List<String> capabilities(RagBackendProvider backend) {
    return backend.capabilities().stream().sorted().map(Capability::id).toList();
  }

  private static Map<String, Object> values(
      List<RagBackendProvider> backends,
      List<EmbeddingProviderFactory> embedders,
      List<ProviderProblem> problems) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put(
        "backends",
        backends.stream()
            .map(
                backend ->
                    Map.of(
                        "name", backend.name(),
                        "artifact", backend.artifact().orElse(""),
                        "capabilities", capabilities(backend)))
            .toList());
    values.put(
        "embedders",
        embedders.stream()
            .map(
                embedder ->
                    Map.of("name", embedder.name(), "artifact", embedder.artifact().orElse("")))
            .toList());
    values.put("broken", problems.stream().map(ProviderProblem::toString).toList());
    return values;
  }
}
