/** Embeddings computed on this machine: model files to vectors, without any network call. */
@NullMarked
package io.ragport.embed.onnx;

import org.jspecify.annotations.NullMarked;
