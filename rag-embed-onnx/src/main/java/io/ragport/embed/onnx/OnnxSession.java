package io.ragport.embed.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.ragport.api.RagConfigurationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A model in memory. Each run computes on the thread that calls it, so as many run at once as there
 * are callers. Safe for use from many threads, but must not be closed while one of them is inside.
 */
final class OnnxSession implements AutoCloseable {
  /** Operators whose scale depends on everything in the batch, padding included. */
  private static final byte[] DYNAMIC_QUANTISATION =
      "DynamicQuantize".getBytes(StandardCharsets.US_ASCII);

  private static final String IDS = "input_ids";
  private static final String MASK = "attention_mask";
  private static final String TYPES = "token_type_ids";

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final Set<String> inputs;
  private final Map<String, long[]> outputs;
  private final boolean batchable;

  private OnnxSession(
      OrtEnvironment environment,
      OrtSession session,
      Set<String> inputs,
      Map<String, long[]> outputs,
      boolean batchable) {
    this.environment = environment;
    this.session = session;
    this.inputs = inputs;
    this.outputs = outputs;
    this.batchable = batchable;
  }

  /**
   * Loads a model.
   *
   * @throws RagConfigurationException if its file is missing, is no ONNX model, or wants inputs
   *     other than token ids, mask and token types
   */
  static OnnxSession open(ModelFiles files) {
    OrtEnvironment environment = NativeLibraries.onnxRuntime();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      // Threads within a run pay less than runs side by side, and two at once get in each other's
      // way.
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      // What goes wrong is thrown; it need not be on standard error as well.
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      Optional<Path> folder = files.folder();
      if (folder.isPresent()) {
        options.addConfigEntry(
            "session.model_external_initializers_file_folder_path", folder.get().toString());
      }
      ByteBuffer bytes = files.readModel();
      boolean batchable = !Bytes.contain(bytes, DYNAMIC_QUANTISATION);
      OrtSession session = environment.createSession(bytes, options);
      try {
        return new OnnxSession(
            environment, session, inputs(session, files), outputs(session), batchable);
      } catch (OrtException | RuntimeException e) {
        session.close();
        throw e;
      }
    } catch (IOException e) {
      throw files.unreadable(files.modelName(), e);
    } catch (OrtException e) {
      throw files.unusable(files.modelName(), "is not a model that this ONNX Runtime can load", e);
    }
  }

  private static Set<String> inputs(OrtSession session, ModelFiles files) throws OrtException {
    for (NodeInfo input : session.getInputInfo().values()) {
      boolean known = Set.of(IDS, MASK, TYPES).contains(input.getName());
      if (!known
          || !(input.getInfo() instanceof TensorInfo tensor)
          || tensor.type != OnnxJavaType.INT64) {
        throw files.unusable(
            files.modelName(),
            "wants the input "
                + input.getName()
                + "; it can have "
                + String.join(", ", IDS, MASK, TYPES)
                + " as 64-bit integers",
            null);
      }
    }
    return Set.copyOf(session.getInputNames());
  }

  private static Map<String, long[]> outputs(OrtSession session) throws OrtException {
    Map<String, long[]> outputs = new LinkedHashMap<>();
    for (NodeInfo output : session.getOutputInfo().values()) {
      if (output.getInfo() instanceof TensorInfo tensor && tensor.type == OnnxJavaType.FLOAT) {
        outputs.put(output.getName(), tensor.getShape());
      }
    }
    return outputs;
  }

  /** Whether a sequence gives the same numbers in whatever batch it runs. */
  boolean batchable() {
    return batchable;
  }

  /** The outputs that hold floats: name to shape, in the model's order; −1 is any size. */
  Map<String, long[]> outputs() {
    return outputs;
  }

  /**
   * Computes one output for a batch, padded to its longest sequence.
   *
   * @param sequences token ids, 1 or more each
   * @param output a name among {@link #outputs()}
   */
  Result run(List<int[]> sequences, String output) throws OrtException {
    int width = sequences.stream().mapToInt(ids -> ids.length).max().orElseThrow();
    long[] shape = {sequences.size(), width};
    LongBuffer ids = LongBuffer.allocate(sequences.size() * width);
    LongBuffer mask = LongBuffer.allocate(sequences.size() * width);
    for (int row = 0; row < sequences.size(); row++) {
      int at = row * width;
      for (int id : sequences.get(row)) {
        ids.put(at, id);
        mask.put(at++, 1);
      }
    }
    Map<String, OnnxTensor> tensors = new HashMap<>();
    try {
      feed(tensors, IDS, ids, shape);
      feed(tensors, MASK, mask, shape);
      feed(tensors, TYPES, LongBuffer.allocate(ids.capacity()), shape);
      try (OrtSession.Result result = session.run(tensors, Set.of(output))) {
        OnnxTensor tensor = (OnnxTensor) result.get(0);
        return new Result(tensor.getFloatBuffer().array(), tensor.getInfo().getShape());
      }
    } finally {
      tensors.values().forEach(OnnxTensor::close);
    }
  }

  private void feed(Map<String, OnnxTensor> tensors, String name, LongBuffer values, long[] shape)
      throws OrtException {
    if (inputs.contains(name)) {
      tensors.put(name, OnnxTensor.createTensor(environment, values, shape));
    }
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException("the session cannot be closed", e);
    }
  }

  /**
   * One output of a run, row by row.
   *
   * @param shape {@code [batch, width of the batch, dimension]} or {@code [batch, dimension]}
   */
  record Result(float[] values, long[] shape) {}
}
