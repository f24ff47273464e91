/** Local embeddings with ONNX Runtime, selected as {@code rag.embedder: onnx}. */
module io.ragport.embed.onnx {
  requires transitive io.ragport.api;
  requires static transitive org.jspecify;
  requires ai.djl.tokenizers;
  requires com.microsoft.onnxruntime;
  requires org.slf4j;

  exports io.ragport.embed.onnx;

  uses org.slf4j.spi.SLF4JServiceProvider;

  provides io.ragport.api.spi.EmbeddingProviderFactory with
      io.ragport.embed.onnx.OnnxEmbeddingProviderFactory;
}
