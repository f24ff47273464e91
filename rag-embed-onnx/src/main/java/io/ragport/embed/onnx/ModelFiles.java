package io.ragport.embed.onnx;

import io.ragport.api.RagConfigurationException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the two files of a model are, and how to say that one of them is of no use. */
sealed interface ModelFiles {
  /** The ONNX file's bytes, outside of the heap. */
  ByteBuffer readModel() throws IOException;

  /** The file {@code tokenizer.json}. */
  InputStream openTokenizer() throws IOException;

  /** Where files that the ONNX file refers to are; empty if it cannot refer to any. */
  Optional<Path> folder();

  /** The name of the ONNX file for messages. */
  String modelName();

  /** The name of the tokenizer's file for messages. */
  String tokenizerName();

  /** The setting that chose these files. */
  String setting();

  /** What to do about a file that is not there or not readable. */
  String remedy();

  /** That one of the files cannot be used. */
  default RagConfigurationException unusable(String file, String problem, @Nullable Throwable e) {
    return new RagConfigurationException(
        setting(), file + " " + problem + " (" + remedy() + ")", e);
  }

  /** That one of the files cannot be read. */
  default RagConfigurationException unreadable(String file, IOException e) {
    boolean missing = e instanceof NoSuchFileException || e instanceof FileNotFoundException;
    return unusable(file, missing ? "is missing" : "cannot be read", e);
  }

  /** {@code model.onnx} and {@code tokenizer.json} in a folder. */
  record Folder(Path path) implements ModelFiles {
    private static final String MODEL = "model.onnx";
    private static final String TOKENIZER = "tokenizer.json";

    @Override
    public ByteBuffer readModel() throws IOException {
      try (FileChannel file = FileChannel.open(path.resolve(MODEL), StandardOpenOption.READ)) {
        return file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
      }
    }

    @Override
    public InputStream openTokenizer() throws IOException {
      return Files.newInputStream(path.resolve(TOKENIZER));
    }

    @Override
    public Optional<Path> folder() {
      return Optional.of(path);
    }

    @Override
    public String modelName() {
      return path.resolve(MODEL).toString();
    }

    @Override
    public String tokenizerName() {
      return path.resolve(TOKENIZER).toString();
    }

    @Override
    public String setting() {
      return OnnxOptions.SECTION + ".path";
    }

    @Override
    public String remedy() {
      return "a folder with complete files " + MODEL + " and " + TOKENIZER;
    }
  }

  /**
   * Two resources at the root of the class path.
   *
   * @param artifact the Maven coordinates, without version, of the jar that holds them
   */
  record Resources(String modelName, String tokenizerName, String artifact) implements ModelFiles {
    @Override
    public ByteBuffer readModel() throws IOException {
      URLConnection connection = find(modelName).openConnection();
      // The size is in the jar's directory, so that the model is read once and copied nowhere.
      ByteBuffer bytes = ByteBuffer.allocateDirect(connection.getContentLength());
      try (ReadableByteChannel in = Channels.newChannel(connection.getInputStream())) {
        while (bytes.hasRemaining()) {
          if (in.read(bytes) < 0) {
            throw new EOFException(modelName);
          }
        }
      }
      return bytes.flip();
    }

    @Override
    public InputStream openTokenizer() throws IOException {
      return find(tokenizerName).openStream();
    }

    @Override
    public Optional<Path> folder() {
      return Optional.empty();
    }

    @Override
    public String setting() {
      return OnnxOptions.SECTION + ".model";
    }

    @Override
    public String remedy() {
      return "add " + artifact + " to the class path";
    }

    /** Looks where this class comes from, then where the application's plugins do. */
    private static URL find(String name) throws IOException {
      URL url = ModelFiles.class.getClassLoader().getResource(name);
      ClassLoader context = Thread.currentThread().getContextClassLoader();
      if (url == null && context != null) {
        url = context.getResource(name);
      }
      if (url == null) {
        throw new FileNotFoundException(name);
      }
      return url;
    }
  }
}
