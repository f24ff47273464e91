package io.ragport.store.pgvector;

import com.pgvector.PGvector;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Rows on their way into a table in PostgreSQL's <a
 * href="https://www.postgresql.org/docs/current/sql-copy.html">binary COPY format</a>: for each row
 * {@link #row} with the number of fields, then the fields in order. One buffer, used again and
 * again; nothing of a row stays. Closed before {@link #finish}, nothing is stored. Confined to one
 * thread.
 */
final class BinaryCopy implements AutoCloseable {
  /** More than the longest vector takes (16,000 components). */
  private static final int BUFFER_BYTES = 1 << 16;

  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
  };
  private static final byte JSONB_VERSION = 1;

  /** Where PostgreSQL counts time from: 2000-01-01T00:00:00Z in seconds. */
  private static final long EPOCH = 946_684_800;

  private static final int END_OF_ROWS = -1;
  private static final int NULL = -1;

  private final CopyIn copy;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

  private BinaryCopy(CopyIn copy) {
    this.copy = copy;
  }

  /**
   * Begins a copy.
   *
   * @param target the table and its columns, quoted
   */
  static BinaryCopy into(Connection connection, String target) throws SQLException {
    BinaryCopy copy =
        new BinaryCopy(
            connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY " + target + " FROM STDIN (FORMAT binary)"));
    copy.buffer.put(SIGNATURE).putInt(0).putInt(0); // no flags, no further header
    return copy;
  }

  /** Begins a row. */
  void row(int fields) throws SQLException {
    room(Short.BYTES).putShort((short) fields);
  }

  void nothing() throws SQLException {
    room(Integer.BYTES).putInt(NULL);
  }

  void uuid(UUID id) throws SQLException {
    field(2 * Long.BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits());
  }

  /** Also of type {@code json}. */
  void text(String text) throws SQLException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    room(Integer.BYTES).putInt(bytes.length);
    raw(bytes);
  }

  void jsonb(String json) throws SQLException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    room(Integer.BYTES + 1).putInt(1 + bytes.length).put(JSONB_VERSION);
    raw(bytes);
  }

  void integer(int value) throws SQLException {
    field(Integer.BYTES).putInt(value);
  }

  /** Of type {@code timestamptz}: to the microsecond. */
  void instant(Instant instant) throws SQLException {
    long micros =
        Math.addExact(
            Math.multiplyExact(instant.getEpochSecond() - EPOCH, 1_000_000),
            instant.getNano() / 1_000);
    field(Long.BYTES).putLong(micros);
  }

  void vector(float[] components, VectorType type) throws SQLException {
    switch (type) {
      case VECTOR -> {
        PGvector vector = new PGvector(components);
        int length = vector.lengthInBytes();
        ByteBuffer room = field(length);
        vector.toBytes(room.array(), room.position());
        room.position(room.position() + length);
      }
      case HALFVEC -> {
        ByteBuffer room = field(2 * Short.BYTES + components.length * Short.BYTES);
        room.putShort((short) components.length).putShort((short) 0);
        for (float component : components) {
          room.putShort(HalfPrecision.of(component));
        }
      }
    }
  }

  /** Of type {@code tsvector}; the server puts the lexemes in its order. */
  void terms(TermVector terms) throws SQLException {
    field(terms.sentBytes(), Integer.BYTES).putInt(terms.lexemes().size());
    for (TermVector.Lexeme lexeme : terms.lexemes()) {
      raw(lexeme.text());
      ByteBuffer room = room(1 + Short.BYTES * (1 + lexeme.positions()));
      room.put((byte) 0).putShort((short) lexeme.positions());
      for (int position = 1; position <= lexeme.positions(); position++) {
        room.putShort((short) position);
      }
    }
  }

  /** Ends the copy: the rows are stored, or the reason why not is thrown. */
  void finish() throws SQLException {
    room(Short.BYTES).putShort((short) END_OF_ROWS);
    flush();
    copy.endCopy();
  }

  private ByteBuffer field(int length) throws SQLException {
    return field(length, length);
  }

  /** The start of a field, with room for its first bytes. */
  private ByteBuffer field(int length, int first) throws SQLException {
    return room(Integer.BYTES + first).putInt(length);
  }

  private void raw(byte[] bytes) throws SQLException {
    if (bytes.length > buffer.capacity()) {
      flush();
      copy.writeToCopy(bytes, 0, bytes.length);
    } else {
      room(bytes.length).put(bytes);
    }
  }

  private ByteBuffer room(int bytes) throws SQLException {
    if (buffer.remaining() < bytes) {
      flush();
    }
    return buffer;
  }

  private void flush() throws SQLException {
    copy.writeToCopy(buffer.array(), 0, buffer.position());
    buffer.clear();
  }

  @Override
  public void close() throws SQLException {
    if (copy.isActive()) {
      copy.cancelCopy();
    }
  }
}
