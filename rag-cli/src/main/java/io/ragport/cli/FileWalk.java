package io.ragport.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files under some paths: sorted, links followed, each once under its real path, hidden ones
 * left out unless they are named. What cannot be visited is kept with its reason.
 */
final class FileWalk {
  private final List<PathMatcher> included;
  private final List<PathMatcher> excluded;
  private final Set<Path> files = new LinkedHashSet<>();
  private final Map<Path, String> problems = new TreeMap<>();

  private FileWalk(List<String> globs) {
    included = matchers(globs.stream().filter(glob -> !glob.startsWith("!")).toList());
    excluded =
        matchers(
            globs.stream()
                .filter(glob -> glob.startsWith("!"))
                .map(glob -> glob.substring(1))
                .toList());
  }

  /**
   * Walks the paths.
   *
   * @param globs patterns for the path below its folder or for the file's name; with a leading
   *     {@code !} they leave out. None takes every file
   */
  static FileWalk of(List<Path> paths, List<String> globs) {
    FileWalk walk = new FileWalk(globs);
    for (Path path : paths) {
      walk.visit(path.toAbsolutePath().normalize());
    }
    return walk;
  }

  /** The files found, absolute. */
  List<Path> files() {
    return List.copyOf(files);
  }

  /** What could not be visited, with the reason. */
  Map<Path, String> problems() {
    return problems;
  }

  private void visit(Path root) {
    if (Files.isRegularFile(root)) {
      files.add(Paths.real(root));
      return;
    }
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          EnumSet.of(FileVisitOption.FOLLOW_LINKS),
          Integer.MAX_VALUE,
          new Visitor(root, found));
    } catch (IOException e) {
      problems.put(root, reason(e));
    }
    found.sort(Comparator.naturalOrder());
    files.addAll(found);
  }

  private static List<PathMatcher> matchers(List<String> globs) {
    return globs.stream()
        .flatMap(FileWalk::withTopFolder)
        .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
        .toList();
  }

  /** A leading double star means any folder, and so the top one as well, as in a shell. */
  private static Stream<String> withTopFolder(String glob) {
    return glob.startsWith("**/") ? Stream.of(glob, glob.substring(3)) : Stream.of(glob);
  }

  private boolean wanted(Path relative) {
    return (included.isEmpty() || matches(included, relative)) && !matches(excluded, relative);
  }

  private static boolean matches(List<PathMatcher> matchers, Path relative) {
    return matchers.stream()
        .anyMatch(matcher -> matcher.matches(relative) || matcher.matches(relative.getFileName()));
  }

  /** Why a file cannot be used, in words. */
  static String reason(IOException e) {
    if (e instanceof FileSystemLoopException) {
      return "symbolic link loop";
    }
    if (e instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return Main.oneLine(e);
  }

  private final class Visitor extends SimpleFileVisitor<Path> {
    private final Path root;
    private final List<Path> found;

    Visitor(Path root, List<Path> found) {
      this.root = root;
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      return isHidden(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isSymbolicLink()) {
        return visitFileFailed(file, new NoSuchFileException(file.toString())); // leads nowhere
      }
      if (attributes.isRegularFile() && !isHidden(file) && wanted(root.relativize(file))) {
        add(Paths.real(file));
      }
      return FileVisitResult.CONTINUE;
    }

    /** Two names that look alike in this locale must not become one source. */
    private void add(Path file) {
      if (file.toString().contains("\uFFFD")) {
        problems.put(file, "its name cannot be read in this locale (set LC_ALL=C.UTF-8)");
      } else {
        found.add(file);
      }
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      if (!isHidden(file)) {
        problems.put(file, reason(e));
      }
      return FileVisitResult.CONTINUE;
    }

    private boolean isHidden(Path path) {
      return !path.equals(root) && path.getFileName().toString().startsWith(".");
    }
  }
}
