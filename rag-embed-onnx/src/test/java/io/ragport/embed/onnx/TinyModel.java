package io.ragport.embed.onnx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A model that fits on a postcard: each token's vector is a row of a table, so that every result
 * can be worked out by hand. Written as the <a
 * href="https://github.com/onnx/onnx/blob/main/onnx/onnx.proto">protobuf messages of ONNX</a>.
 *
 * <p>Vectors are [east, north]: {@code [CLS]} and {@code east} point east, {@code north} points
 * north, {@code [SEP]} and unknown words are zero, and padding is (9, 9), which no text may show.
 */
final class TinyModel {
  static final String TOKENIZER =
      """
      {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [
        {"id": 1, "content": "[CLS]", "single_word": false, "lstrip": false, "rstrip": false,
         "normalized": false, "special": true},
        {"id": 2, "content": "[SEP]", "single_word": false, "lstrip": false, "rstrip": false,
         "normalized": false, "special": true}],
       "normalizer": null, "pre_tokenizer": {"type": "Whitespace"}, "decoder": null,
       "post_processor": {"type": "TemplateProcessing",
         "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
           {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
         "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
         "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [1], "tokens": ["[CLS]"]},
           "[SEP]": {"id": "[SEP]", "ids": [2], "tokens": ["[SEP]"]}}},
       "model": {"type": "WordLevel", "unk_token": "[UNK]", "vocab": {"[PAD]": 0, "[CLS]": 1,
         "[SEP]": 2, "[UNK]": 3, "north": 4, "east": 5}}}
      """;

  private static final float[] TABLE = {9, 9, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0};
  private static final int FLOAT = 1;
  private static final int INT64 = 7;

  private final List<String> inputs = new ArrayList<>(List.of("input_ids", "attention_mask"));
  private final List<Message> outputs = new ArrayList<>();
  private final List<Message> nodes = new ArrayList<>();

  private TinyModel() {}

  /** Gives {@code last_hidden_state}. */
  static TinyModel withTokenVectors() {
    TinyModel model = new TinyModel();
    model.nodes.add(node("Gather", List.of("table", "input_ids"), "last_hidden_state"));
    model.outputs.add(value("last_hidden_state", FLOAT, "batch", "tokens", 2));
    return model;
  }

  /**
   * Gives {@code sentence_embedding}, the largest numbers over all tokens, padding among them: so
   * it shows whether a text was padded.
   */
  static TinyModel withTextVectors() {
    TinyModel model = withTokenVectors();
    Message axes = new Message().text(1, "axes").bytes(8, new byte[] {1}).number(20, /* INTS */ 7);
    Message keep = new Message().text(1, "keepdims").number(3, 0).number(20, /* INT */ 2);
    model.nodes.add(
        node("ReduceMax", List.of("last_hidden_state"), "sentence_embedding", axes, keep));
    model.outputs.add(value("sentence_embedding", FLOAT, "batch", 2));
    return model;
  }

  /** As {@link #withTextVectors}, with an operator whose result depends on the whole batch. */
  static TinyModel withDynamicQuantisation() {
    TinyModel model = withTextVectors();
    model.nodes.add(
        new Message()
            .text(1, "last_hidden_state")
            .text(2, "quantised")
            .text(2, "scale")
            .text(2, "zero")
            .text(4, "DynamicQuantizeLinear"));
    return model;
  }

  /** Also wants an input. */
  TinyModel withInput(String name) {
    inputs.add(name);
    return this;
  }

  /** Writes {@code model.onnx} and {@code tokenizer.json}. */
  Path writeTo(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("model.onnx"), bytes());
    Files.writeString(folder.resolve("tokenizer.json"), TOKENIZER);
    return folder;
  }

  private byte[] bytes() {
    Message graph = new Message();
    nodes.forEach(node -> graph.message(1, node));
    graph.text(2, "tiny");
    graph.message(5, table());
    inputs.forEach(input -> graph.message(11, value(input, INT64, "batch", "tokens")));
    outputs.forEach(output -> graph.message(12, output));
    return new Message()
        .number(1, 7)
        .text(2, "ragport")
        .message(7, graph)
        .message(8, new Message().text(1, "").number(2, 11))
        .out
        .toByteArray();
  }

  private static Message table() {
    ByteBuffer raw = ByteBuffer.allocate(TABLE.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    raw.asFloatBuffer().put(TABLE);
    return new Message()
        .number(1, TABLE.length / 2)
        .number(1, 2)
        .number(2, FLOAT)
        .text(8, "table")
        .bytes(9, raw.array());
  }

  private static Message node(
      String operator, List<String> inputs, String output, Message... attributes) {
    Message node = new Message();
    inputs.forEach(input -> node.text(1, input));
    node.text(2, output).text(4, operator);
    for (Message attribute : attributes) {
      node.message(5, attribute);
    }
    return node;
  }

  /** A named tensor; a dimension is a number or a name. */
  private static Message value(String name, int type, Object... dimensions) {
    Message shape = new Message();
    for (Object dimension : dimensions) {
      shape.message(
          1,
          dimension instanceof Integer size
              ? new Message().number(1, size)
              : new Message().text(2, dimension.toString()));
    }
    Message tensor = new Message().number(1, type).message(2, shape);
    return new Message().text(1, name).message(2, new Message().message(1, tensor));
  }

  /** Writes <a href="https://protobuf.dev/programming-guides/encoding/">the wire format</a>. */
  private static final class Message {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Message number(int field, long value) {
      variable(field << 3);
      variable(value);
      return this;
    }

    Message bytes(int field, byte[] value) {
      variable(field << 3 | 2);
      variable(value.length);
      out.writeBytes(value);
      return this;
    }

    Message text(int field, String value) {
      return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Message message(int field, Message value) {
      return bytes(field, value.out.toByteArray());
    }

    private void variable(long value) {
      long rest = value;
      while (rest > 0x7f) {
        out.write((int) (rest & 0x7f | 0x80));
        rest >>>= 7;
      }
      out.write((int) rest);
    }
  }
}
