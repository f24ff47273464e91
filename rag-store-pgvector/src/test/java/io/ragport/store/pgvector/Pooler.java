package io.ragport.store.pgvector;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Stands between the driver and the test server and does what tells a pooler from a server: it
 * gives out a process id of its own. Everything else passes through.
 */
final class Pooler implements AutoCloseable {
  private static final int KEY_DATA = 'K';
  private static final int READY = 'Z';

  private final ServerSocket socket;
  private final String host;
  private final int port;
  private final String database;
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

  private Pooler(Properties server, ServerSocket socket) {
    this.socket = socket;
    this.host = server.getProperty(PGProperty.PG_HOST.getName());
    this.port = Integer.parseInt(server.getProperty(PGProperty.PG_PORT.getName()));
    this.database = server.getProperty(PGProperty.PG_DBNAME.getName());
  }

  /** In front of the test server. */
  static Pooler start() {
    try {
      Properties server =
          Driver.parseURL(String.valueOf(TestServer.settings("x").get("url")), null);
      ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Pooler pooler = new Pooler(server == null ? new Properties() : server, socket);
      daemon(pooler::accept);
      return pooler;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:"
        + socket.getLocalPort()
        + "/"
        + database
        + "?sslmode=disable&gssEncMode=disable";
  }

  private void accept() throws IOException {
    while (!socket.isClosed()) {
      Socket client = socket.accept();
      Socket server = new Socket(host, port);
      open.add(client);
      open.add(server);
      daemon(() -> client.getInputStream().transferTo(server.getOutputStream()));
      daemon(() -> answer(server.getInputStream(), client));
    }
  }

  /** Messages up to the first that says that the server is ready; then everything as it comes. */
  private static void answer(InputStream from, Socket client) throws IOException {
    DataInputStream in = new DataInputStream(from);
    DataOutputStream out = new DataOutputStream(client.getOutputStream());
    int type;
    do {
      type = in.readUnsignedByte();
      byte[] body = new byte[in.readInt() - Integer.BYTES];
      in.readFully(body);
      if (type == KEY_DATA) {
        body[0] ^= 0x40; // another process id
      }
      out.writeByte(type);
      out.writeInt(body.length + Integer.BYTES);
      out.write(body);
    } while (type != READY);
    in.transferTo(out);
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void daemon(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                return; // one of the ends has closed
              }
            },
            "test-pooler");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try (socket) {
      for (Socket each : open) {
        each.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
