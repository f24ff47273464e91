package io.ragport.cli;

import io.ragport.api.Arguments;
import io.ragport.api.BaseRagService;
import io.ragport.api.CollectionInfo;
import io.ragport.core.config.RagConfig;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rag collections}: what is stored. */
@Command(
    name = "collections",
    description = "Lists collections; info NAME shows one, drop NAME removes one.",
    subcommands = {CollectionsCommand.Info.class, CollectionsCommand.Drop.class},
    footer = {
      "",
      "Examples:",
      "  rag collections",
      "  rag collections info default",
      "  rag collections drop old"
    })
final class CollectionsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ServiceOptions service = new ServiceOptions();

  @Option(names = "--json", description = "Prints them as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    RagConfig config = service.config();
    try (BaseRagService rag = service.open(config)) {
      List<CollectionInfo> collections = rag.listCollections();
      if (json) {
        out.println(Json.text(collections.stream().map(CollectionsCommand::values).toList()));
      } else if (collections.isEmpty()) {
        spec.commandLine().getErr().println("no collections (rag index PATH makes one)");
      }
      if (!json) {
        collections.forEach(
            info -> out.println(info.name() + "  " + info.count() + " entries  " + info.model()));
      }
      return Main.DONE;
    }
  }

  private static Map<String, Object> values(CollectionInfo info) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("name", info.name());
    values.put("entries", info.count());
    values.put("model", info.model());
    values.put("dimension", info.dimension());
    values.put("normalizer", info.normalizer());
    values.put("layoutVersion", info.layoutVersion());
    return values;
  }

  private static CollectionInfo require(BaseRagService rag, String name) {
    return Collections.find(rag, name)
        .orElseThrow(
            () -> {
              String found =
                  rag.listCollections().stream()
                      .map(CollectionInfo::name)
                      .collect(Collectors.joining(", "));
              return new UnknownCollectionException(
                  "no collection \""
                      + Arguments.shortened(name)
                      + "\" (found: "
                      + (found.isEmpty() ? "none" : found)
                      + ")");
            });
  }

  /** A collection that was asked for by name is not there. */
  private static final class UnknownCollectionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownCollectionException(String message) {
      super(message);
    }
  }

  /** {@code rag collections info}. */
  @Command(name = "info", description = "Shows one collection.")
  static final class Info implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private ServiceOptions service = new ServiceOptions();

    @Parameters(paramLabel = "NAME", description = "The collection.")
    private String name = "";

    @Option(names = "--json", description = "Prints it as JSON.")
    private boolean json;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      try (BaseRagService rag = service.open(service.config())) {
        Map<String, Object> values = values(require(rag, name));
        if (json) {
          out.println(Json.text(values));
        } else {
          values.forEach((key, value) -> out.println(key + ": " + value));
        }
        return Main.DONE;
      }
    }
  }

  /** {@code rag collections drop}. */
  @Command(name = "drop", description = "Removes a collection and everything in it.")
  static final class Drop implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private ServiceOptions service = new ServiceOptions();

    @Parameters(paramLabel = "NAME", description = "The collection.")
    private String name = "";

    @Override
    public Integer call() {
      try (BaseRagService rag = service.open(service.config())) {
        CollectionInfo info = require(rag, name);
        rag.dropCollection(name);
        spec.commandLine().getOut().println("dropped " + name + ", " + info.count() + " entries");
        return Main.DONE;
      }
    }
  }
}
