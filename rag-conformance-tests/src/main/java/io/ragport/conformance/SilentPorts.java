package io.ragport.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of this machine that take connections and never say a word. For one thread. */
final class SilentPorts implements AutoCloseable {
  /** The address that they are on. */
  static final String HOST = "127.0.0.1";

  private final List<ServerSocket> sockets = new ArrayList<>();

  /** One more, silent until all are closed. */
  int open() {
    try {
      ServerSocket socket = new ServerSocket(0, 0, InetAddress.getByName(HOST));
      sockets.add(socket);
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
