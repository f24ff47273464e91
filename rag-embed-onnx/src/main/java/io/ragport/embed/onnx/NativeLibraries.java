package io.ragport.embed.onnx;

import ai.djl.huggingface.tokenizers.jni.LibUtils;
import ai.onnxruntime.OrtEnvironment;
import io.ragport.api.RagConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The two native libraries, loaded without a network call, without a word on standard error and
 * without files left behind.
 */
final class NativeLibraries {
  private static final String EXTRACTED = "onnxruntime-java";
  private static final Set<String> ORT_FILES =
      Set.of("libonnxruntime.so", "libonnxruntime4j_jni.so");

  private NativeLibraries() {}

  /**
   * The environment of ONNX Runtime: one per process, ended by the runtime itself.
   *
   * @throws RagConfigurationException if the library cannot be loaded on this machine
   */
  static OrtEnvironment onnxRuntime() {
    try {
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      removeExtracted();
      return environment;
    } catch (LinkageError | IllegalStateException e) {
      throw unloadable("ONNX Runtime", "glibc 2.28, and space in java.io.tmpdir", e);
    }
  }

  /**
   * Loads the tokenizers.
   *
   * @throws RagConfigurationException if the library cannot be loaded on this machine
   */
  static void tokenizers() {
    // Each tokenizer that DJL makes asks the cloud's metadata server who we are, to report it:
    // https://docs.djl.ai/master/docs/telemetry.html. Looked up every time, so it stays set.
    setUnlessSet("OPT_OUT_TRACKING", "true");
    // On a machine with a GPU, DJL would download another build of the library.
    setUnlessSet("RUST_FLAVOR", "cpu");
    Thread thread = Thread.currentThread();
    ClassLoader context = thread.getContextClassLoader();
    // Where DJL looks for its library; the caller's own may not see it, and there is no second try.
    thread.setContextClassLoader(LibUtils.class.getClassLoader());
    try {
      startLogging();
      LibUtils.checkStatus();
    } catch (LinkageError | RuntimeException e) {
      throw unloadable(
          "the tokenizers", "glibc 2.34, and a writable folder, else set DJL_CACHE_DIR", e);
    } finally {
      thread.setContextClassLoader(context);
    }
  }

  private static RagConfigurationException unloadable(String what, String needs, Throwable e) {
    return new RagConfigurationException(
        OnnxOptions.SECTION,
        "the native library of "
            + what
            + " cannot be loaded on "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + " (on Linux it needs "
            + needs
            + ")",
        e);
  }

  /**
   * DJL logs through SLF4J, which prints three lines when it starts without a provider. An
   * application without one did not ask for logging; one with a provider sees what it is used to.
   */
  private static void startLogging() {
    String verbosity = "slf4j.internal.verbosity";
    boolean provider =
        ServiceLoader.load(SLF4JServiceProvider.class, LoggerFactory.class.getClassLoader())
            .stream()
            .findAny()
            .isPresent();
    if (!provider && setUnlessSet(verbosity, "ERROR")) {
      LoggerFactory.getILoggerFactory();
      System.clearProperty(verbosity);
    }
  }

  private static boolean setUnlessSet(String name, String value) {
    boolean unset = System.getenv(name) == null && System.getProperty(name) == null;
    if (unset) {
      System.setProperty(name, value);
    }
    return unset;
  }

  /**
   * ONNX Runtime unpacks itself into a new temporary folder in every process, asks for the deletion
   * of the folder before that of its files, so that the folder stays, and after a kill all of it
   * does. Linux needs the files only while loading them: remove them now. Elsewhere, and if there
   * is more in the folder (the libraries for GPUs are loaded later), leave it alone.
   */
  private static void removeExtracted() {
    Path maps = Path.of("/proc/self/maps");
    if (!Files.isReadable(maps)) {
      return;
    }
    try {
      for (Path folder : extractedFolders(Files.readAllLines(maps))) {
        if (names(folder).equals(ORT_FILES)) {
          for (String file : ORT_FILES) {
            Files.deleteIfExists(folder.resolve(file));
          }
          Files.deleteIfExists(folder);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      System.getLogger(NativeLibraries.class.getName())
          .log(System.Logger.Level.DEBUG, "onnx: the unpacked libraries stay", e);
    }
  }

  /**
   * The folders from which this process has loaded both libraries: with only one of them there, the
   * runtime of another class loader may be about to unpack its second.
   */
  static Set<Path> extractedFolders(List<String> maps) {
    Map<Path, Set<String>> loaded = new HashMap<>();
    for (String line : maps) {
      if (line.contains("/" + EXTRACTED)) {
        Path file = Path.of(line.substring(line.indexOf('/')));
        loaded
            .computeIfAbsent(file.resolveSibling(""), folder -> new HashSet<>())
            .add(String.valueOf(file.getFileName()));
      }
    }
    loaded.values().removeIf(names -> !names.equals(ORT_FILES));
    return loaded.keySet();
  }

  private static Set<String> names(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return Set.copyOf(files.map(file -> file.getFileName().toString()).toList());
    }
  }
}
