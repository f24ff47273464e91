package io.ragport.cli;

import io.ragport.api.Arguments;
import io.ragport.api.BaseRagService;
import io.ragport.api.CollectionInfo;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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

  @Parameters(
      arity = "0..2",
      paramLabel = "info NAME | drop NAME",
      description = "What to do with which collection; nothing lists them all.")
  private List<String> words = List.of();

  @Option(names = "--json", description = "Prints them as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    String action = words.isEmpty() ? "list" : words.get(0);
    if (!List.of("list", "info", "drop").contains(action) || words.size() == 1) {
      throw Arguments.invalid(
          "arguments", "\"" + String.join(" ", words) + "\" is neither info NAME nor drop NAME");
    }
    try (BaseRagService rag = service.open(service.config())) {
      switch (action) {
        case "info" -> show(require(rag, words.get(1)));
        case "drop" -> drop(rag, require(rag, words.get(1)));
        default -> list(rag.listCollections());
      }
      return Main.DONE;
    }
  }

  private void list(List<CollectionInfo> collections) {
    if (json) {
      out().println(Json.text(collections.stream().map(CollectionsCommand::values).toList()));
    } else if (collections.isEmpty()) {
      spec.commandLine().getErr().println("no collections (rag index PATH makes one)");
    } else {
      collections.forEach(
          info -> out().println(info.name() + "  " + info.count() + " entries  " + info.model()));
    }
  }

  private void show(CollectionInfo info) {
    if (json) {
      out().println(Json.text(values(info)));
    } else {
      values(info).forEach((key, value) -> out().println(key + ": " + value));
    }
  }

  private void drop(BaseRagService rag, CollectionInfo info) {
    rag.dropCollection(info.name());
    if (json) {
      out().println(Json.text(Map.of("dropped", info.name(), "entries", info.count())));
    } else {
      out().println("dropped " + info.name() + ", " + info.count() + " entries");
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private static Map<String, Object> values(CollectionInfo info) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("name", info.name());
    values.put("entries", info.count());
    values.put("model", info.model());
    values.put("dimension", info.dimension());
    values.put("normalizer", info.normalizer());
    values.put("layoutVersion", info.layoutVersion());
    values.put("precision", info.precision().name().toLowerCase(Locale.ROOT));
    values.put("vectorIndex", info.vectorIndex());
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
}
