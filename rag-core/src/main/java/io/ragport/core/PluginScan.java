package io.ragport.core;

import java.lang.module.ModuleDescriptor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One search for the plugins of a kind. Each plugin is loaded, constructed and questioned on its
 * own, so that a broken one becomes a problem and hides no other (SPI-2).
 */
final class PluginScan<P> {
  /**
   * A service loader that fails this often without giving anything in between makes no progress:
   * one that cannot list its files fails at every call, for ever.
   */
  private static final int MAX_FAILURES_IN_A_ROW = 1_000;

  private final PluginKind<P> kind;
  private final Map<Object, FoundPlugin<P>> found = new LinkedHashMap<>();
  private final Map<String, ProviderProblem> problems = new LinkedHashMap<>();

  private PluginScan(PluginKind<P> kind) {
    this.kind = kind;
  }

  /**
   * With the thread's context loader, the API's and this class's own, and module layers (SPI-5).
   */
  static <P> Plugins<P> everywhere(PluginKind<P> kind) {
    PluginScan<P> scan = new PluginScan<>(kind);
    for (ClassLoader loader :
        distinct(
            Thread.currentThread().getContextClassLoader(),
            kind.service().getClassLoader(),
            PluginScan.class.getClassLoader())) {
      scan.search(loader);
    }
    for (ModuleLayer layer :
        distinct(PluginScan.class.getModule().getLayer(), ModuleLayer.boot())) {
      scan.search(layer);
    }
    return scan.result();
  }

  /** With one loader and its parents alone. */
  static <P> Plugins<P> with(ClassLoader loader, PluginKind<P> kind) {
    PluginScan<P> scan = new PluginScan<>(kind);
    scan.search(Objects.requireNonNull(loader, "loader"));
    return scan.result();
  }

  /** Of given plugins; two of them under one name are ambiguous, whatever their class. */
  static <P> Plugins<P> of(List<P> plugins, PluginKind<P> kind) {
    PluginScan<P> scan = new PluginScan<>(kind);
    for (P plugin : plugins) {
      scan.question(plugin, new Instance(plugin));
    }
    return scan.result();
  }

  private void search(ClassLoader loader) {
    read(ServiceLoader.load(kind.service(), loader), Declaration.seenBy(loader, kind.service()));
  }

  private void search(ModuleLayer layer) {
    read(ServiceLoader.load(layer, kind.service()), Declaration.in(layer, kind.service()));
  }

  private void read(ServiceLoader<P> loader, List<Declaration> declarations) {
    Set<String> seen = new HashSet<>();
    List<Throwable> failures = new ArrayList<>();
    Iterator<ServiceLoader.Provider<P>> providers = loader.stream().iterator();
    int failuresInARow = 0;
    while (failuresInARow < MAX_FAILURES_IN_A_ROW) {
      try {
        if (!providers.hasNext()) {
          break;
        }
        ServiceLoader.Provider<P> provider = providers.next();
        seen.add(provider.type().getName());
        construct(provider).ifPresent(className -> seen.add(className));
        failuresInARow = 0;
      } catch (Throwable e) {
        Failures.rethrowFatal(e);
        failures.add(e);
        failuresInARow++;
      }
    }
    explain(failures, declarations.stream().filter(d -> !seen.contains(d.className())).toList());
  }

  /** The class of the plugin, which is not the provider's type where a method makes it. */
  private Optional<String> construct(ServiceLoader.Provider<P> provider) {
    P plugin;
    try {
      plugin = provider.get();
    } catch (Throwable e) {
      Failures.rethrowFatal(e);
      report(provider.type().getName(), Origins.of(provider.type()), Failures.reason(e), e);
      return Optional.empty();
    }
    Class<?> type = plugin.getClass();
    question(
        plugin,
        Origins.find(type)
            .<Object>map(origin -> new CodeIdentity(type.getName(), origin))
            .orElse(type));
    return Optional.of(type.getName());
  }

  private void question(P plugin, Object identity) {
    Class<?> type = plugin.getClass();
    String origin = Origins.of(type);
    try {
      found.putIfAbsent(
          identity, new FoundPlugin<>(kind.checkedName(plugin), plugin, type.getName(), origin));
    } catch (Throwable e) {
      Failures.rethrowFatal(e);
      String reason =
          e instanceof IllegalStateException ? String.valueOf(e.getMessage()) : Failures.reason(e);
      report(type.getName(), origin, reason, e);
    }
  }

  /** Ties the failures to the classes that were declared and did not come. */
  private void explain(List<Throwable> failures, List<Declaration> missing) {
    Set<Throwable> explained = new HashSet<>();
    for (Declaration declaration : missing) {
      List<Throwable> own =
          failures.stream().filter(failure -> mentions(failure, declaration)).toList();
      explained.addAll(own);
      explain(declaration, own.isEmpty() ? null : own.get(0));
    }
    for (Throwable failure : failures) {
      // A linkage error names no provider; the declarations above found it anew, each its own.
      boolean told = failure instanceof LinkageError && !missing.isEmpty();
      if (!told && !explained.contains(failure)) {
        report(kind.service().getName(), Origins.UNKNOWN, Failures.reason(failure), failure);
      }
    }
  }

  private void explain(Declaration declaration, @Nullable Throwable failure) {
    String className = declaration.className();
    String origin = declaration.origin();
    try {
      Class<?> type = Class.forName(className, false, declaration.loader());
      if (failure != null) {
        report(className, origin, Failures.reason(failure), failure);
      } else if (isProvidedByModule(type)) {
        // Its provider method made a plugin of another class, which has been seen.
        return;
      } else if (type.getModule().isNamed()) {
        String module = type.getModule().getName();
        report(className, origin, "module " + module + " does not provide it", null);
      } else {
        report(className, origin, "the service loader passed it over", null);
      }
    } catch (ClassNotFoundException | LinkageError e) {
      report(className, origin, Failures.reason(e), e);
    }
  }

  private boolean isProvidedByModule(Class<?> type) {
    ModuleDescriptor module = type.getModule().getDescriptor();
    return module != null
        && module.provides().stream()
            .filter(provides -> provides.service().equals(kind.service().getName()))
            .anyMatch(provides -> provides.providers().contains(type.getName()));
  }

  private static boolean mentions(Throwable failure, Declaration declaration) {
    String message = " " + failure.getMessage() + " ";
    return message.contains(" " + declaration.className() + " ")
        || message.contains(declaration.place() + ":");
  }

  private void report(String className, String origin, String reason, @Nullable Throwable cause) {
    ProviderProblem problem = new ProviderProblem(className, origin, reason, cause);
    problems.putIfAbsent(problem.toString(), problem);
  }

  /** What failed through one loader and worked through another is no problem. */
  private Plugins<P> result() {
    List<ProviderProblem> left =
        problems.values().stream()
            .filter(problem -> found.values().stream().noneMatch(p -> p.isSource(problem)))
            .toList();
    return new Plugins<>(kind, List.copyOf(found.values()), left);
  }

  @SafeVarargs
  private static <T> Set<T> distinct(@Nullable T... values) {
    Set<T> distinct = new LinkedHashSet<>();
    for (T value : values) {
      if (value != null) {
        distinct.add(value);
      }
    }
    return distinct;
  }

  /** One class from one place, whichever loader it came through (SPI-3). */
  private record CodeIdentity(String className, String origin) {}

  /** One object, whatever its equality says. */
  private record Instance(Object plugin) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Instance that && plugin == that.plugin;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(plugin);
    }
  }
}
