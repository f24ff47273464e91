package io.ragport.embed.onnx;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.io.IOException;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** What a fresh process does in {@link FreshProcessTest}. */
final class Child {
  private Child() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "embed" -> embed();
      case "embed for a foreign caller" -> {
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        embed();
      }
      case "embed and report urls" -> embedAndReportUrls();
      case "embed and be killed" -> {
        embed();
        Runtime.getRuntime().halt(0);
      }
      case "exit while embedding" -> exitWhileEmbedding();
      case "report the error" -> reportTheError();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void embed() {
    try (OnnxEmbeddingProvider embedder = quantised()) {
      int dimension = embedder.embed(List.of("a text"), EmbeddingPurpose.QUERY)[0].length;
      System.out.println("dimension " + dimension);
    }
  }

  private static void embedAndReportUrls() {
    Queue<String> urls = new ConcurrentLinkedQueue<>();
    URL.setURLStreamHandlerFactory(protocol -> protocol.startsWith("http") ? deny(urls) : null);
    embed();
    System.out.println("urls " + List.copyOf(urls));
  }

  private static URLStreamHandler deny(Queue<String> urls) {
    return new URLStreamHandler() {
      @Override
      protected URLConnection openConnection(URL url) throws IOException {
        urls.add(url.toString());
        throw new IOException("no network");
      }

      @Override
      protected URLConnection openConnection(URL url, Proxy proxy) throws IOException {
        return openConnection(url);
      }
    };
  }

  private static void exitWhileEmbedding() throws InterruptedException {
    OnnxEmbeddingProvider embedder = quantised();
    CountDownLatch underWay = new CountDownLatch(4);
    for (int i = 0; i < 4; i++) {
      Thread caller =
          new Thread(
              () -> {
                while (true) {
                  embedder.embed(List.of("a text ".repeat(100)), EmbeddingPurpose.DOCUMENT);
                  underWay.countDown();
                }
              });
      caller.setDaemon(true);
      caller.start();
    }
    underWay.await();
    System.exit(0);
  }

  private static void reportTheError() {
    try {
      embed();
    } catch (RagConfigurationException e) {
      System.out.println(e.getMessage());
    }
  }

  private static OnnxEmbeddingProvider quantised() {
    return OnnxEmbeddingProvider.open(OnnxOptions.builder().model("all-MiniLM-L6-v2-q").build());
  }
}
