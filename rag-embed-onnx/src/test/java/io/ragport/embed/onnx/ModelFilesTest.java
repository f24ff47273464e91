package io.ragport.embed.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.RagConfigurationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFilesTest {
  @TempDir Path folder;

  @Test
  void aResourceIsReadOutsideOfTheHeap() throws IOException {
    ByteBuffer model = OnnxModel.named("all-MiniLM-L6-v2-q").files().readModel();

    assertThat(model.isDirect()).isTrue();
    assertThat(model.remaining()).isEqualTo(22_972_370);
  }

  @Test
  void aFileIsReadOutsideOfTheHeap() throws IOException {
    TinyModel.withTokenVectors().writeTo(folder);

    assertThat(new ModelFiles.Folder(folder).readModel().isDirect()).isTrue();
  }

  @Test
  void aMissingResourceNamesTheArtifactToAdd() {
    ModelFiles absent =
        new ModelFiles.Resources("absent.onnx", "absent.json", "org.example:absent");

    assertThatThrownBy(() -> OnnxSession.open(absent))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(
            "rag.onnx.model: absent.onnx is missing (add org.example:absent to the class path)");
    assertThatThrownBy(() -> TextTokenizer.open(absent))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.onnx.model: absent.json is missing");
  }

  @Test
  void theDynamicallyQuantisedModelIsRecognised() {
    try (OnnxSession full = OnnxSession.open(OnnxModel.named("all-MiniLM-L6-v2").files());
        OnnxSession quantised = OnnxSession.open(OnnxModel.named("all-MiniLM-L6-v2-q").files())) {
      assertThat(full.batchable()).isTrue();
      assertThat(quantised.batchable()).isFalse();
    }
  }

  @Test
  void aFolderIsTheRuntimesOnceItHoldsBothLibraries() {
    String line = "7f00 r-xp 00000000 fe:01 12 /tmp/";
    List<String> maps =
        List.of(
            "7f00 rw-p 00000000 00:00 0 [heap]",
            line + "onnxruntime-java1/libonnxruntime.so",
            line + "onnxruntime-java1/libonnxruntime4j_jni.so",
            line + "onnxruntime-java2/libonnxruntime.so",
            line + "onnxruntime-java3/libonnxruntime.so (deleted)",
            line + "onnxruntime-java3/libonnxruntime4j_jni.so (deleted)",
            line + "other/libonnxruntime.so");

    assertThat(NativeLibraries.extractedFolders(maps))
        .isEqualTo(Set.of(Path.of("/tmp/onnxruntime-java1")));
  }
}
