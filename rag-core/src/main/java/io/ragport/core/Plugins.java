package io.ragport.core;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ClosestName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The plugins of one kind by name, and the broken ones; immutable (SPI-1 to SPI-6). */
final class Plugins<P> {
  private final PluginKind<P> kind;
  private final Map<String, FoundPlugin<P>> usable = new TreeMap<>();
  private final Map<String, List<FoundPlugin<P>>> ambiguous = new TreeMap<>();
  private final List<ProviderProblem> problems;

  Plugins(PluginKind<P> kind, List<FoundPlugin<P>> found, List<ProviderProblem> broken) {
    this.kind = kind;
    List<ProviderProblem> all = new ArrayList<>(broken);
    Map<String, List<FoundPlugin<P>>> byName =
        found.stream()
            .sorted(Comparator.comparing(FoundPlugin::described))
            .collect(Collectors.groupingBy(FoundPlugin::name));
    byName.forEach(
        (name, plugins) -> {
          if (plugins.size() == 1) {
            usable.put(name, plugins.get(0));
          } else {
            ambiguous.put(name, plugins);
            plugins.forEach(plugin -> all.add(sharesName(plugin)));
          }
        });
    all.sort(Comparator.comparing(ProviderProblem::toString));
    this.problems = List.copyOf(all);
  }

  /** The plugin of that name; fails saying what to do (SPI-3, SPI-4). */
  P require(String name) {
    return find(name).orElseThrow(() -> withCauses(failure(unknown(name))));
  }

  /** The plugin of that name; fails if several bear it (SPI-3). */
  Optional<P> find(String name) {
    List<FoundPlugin<P>> several = ambiguous.get(Objects.requireNonNull(name, "name"));
    if (several != null) {
      throw failure(
          several.size()
              + " providers are named \""
              + name
              + "\": "
              + several.stream().map(FoundPlugin::described).collect(Collectors.joining(", "))
              + " (remove all but one)");
    }
    return Optional.ofNullable(usable.get(name)).map(FoundPlugin::plugin);
  }

  /** The plugins that can be used, by name. */
  List<P> all() {
    return usable.values().stream().map(FoundPlugin::plugin).toList();
  }

  /** Broken and ambiguous plugins, by class. */
  List<ProviderProblem> problems() {
    return problems;
  }

  /** The well-known names that were not found. */
  Set<String> absent() {
    Set<String> absent = new TreeSet<>(kind.artifacts().keySet());
    absent.removeAll(usable.keySet());
    return absent;
  }

  private ProviderProblem sharesName(FoundPlugin<P> plugin) {
    return new ProviderProblem(
        plugin.className(),
        plugin.origin(),
        "another " + kind.word() + " is named \"" + plugin.name() + "\" as well",
        null);
  }

  private String unknown(String name) {
    Set<String> names = new TreeSet<>(kind.artifacts().keySet());
    names.addAll(usable.keySet());
    names.addAll(ambiguous.keySet());
    List<String> help = new ArrayList<>();
    Optional<String> meant = names.contains(name) ? Optional.of(name) : ClosestName.to(name, names);
    meant
        .filter(closest -> !closest.equals(name))
        .ifPresent(c -> help.add("did you mean " + c + "?"));
    meant.flatMap(this::artifactToAdd).ifPresent(artifact -> help.add(artifact));
    help.add("found: " + (usable.isEmpty() ? "none" : String.join(", ", usable.keySet())));
    String broken =
        problems.isEmpty()
            ? ""
            : "; broken: "
                + problems.stream()
                    .map(ProviderProblem::toString)
                    .collect(Collectors.joining("; "));
    return "no "
        + kind.word()
        + " named \""
        + Arguments.shortened(name)
        + "\" ("
        + String.join(" ", help)
        + broken
        + ")";
  }

  private Optional<String> artifactToAdd(String name) {
    return usable.containsKey(name)
        ? Optional.empty()
        : Optional.ofNullable(artifactOf(name))
            .map(artifact -> "add " + artifact + " to the class path;");
  }

  private @Nullable String artifactOf(String name) {
    return kind.artifacts().get(name);
  }

  private RagConfigurationException failure(String problem) {
    return new RagConfigurationException(kind.key(), problem);
  }

  private RagConfigurationException withCauses(RagConfigurationException failure) {
    for (ProviderProblem problem : problems) {
      Throwable cause = problem.cause();
      if (cause != null) {
        failure.addSuppressed(cause);
      }
    }
    return failure;
  }
}
