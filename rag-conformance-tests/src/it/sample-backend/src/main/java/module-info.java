/** A Ragport backend, selected as {@code rag.backend: files}. */
module com.example.files {
  requires transitive io.ragport.api;

  exports com.example.files;

  provides io.ragport.api.spi.RagBackendProvider with
      com.example.files.FilesBackendProvider;
}
