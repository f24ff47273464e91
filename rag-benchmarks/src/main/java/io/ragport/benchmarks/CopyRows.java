package io.ragport.benchmarks;

import io.ragport.api.store.MetadataJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * Documents in the <a
 * href="https://www.postgresql.org/docs/15/sql-copy.html#id-1.9.3.55.9.4">binary format of
 * COPY</a>: id, source id, text, metadata, vector, and twice the time. Its buffer is used again.
 */
final class CopyRows {
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
  };
  private static final short FIELDS = 7;
  private static final byte JSONB_VERSION = 1;
  private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

  private ByteBuffer buffer = ByteBuffer.allocate(1 << 20);

  /**
   * The whole stream for these documents, readable from position to limit; valid until the next
   * call.
   */
  ByteBuffer encode(List<NumberedDocument> batch, Instant now) {
    long time = micros(now);
    buffer.clear();
    buffer.put(SIGNATURE).putInt(0).putInt(0); // no flags, no header extension
    for (NumberedDocument document : batch) {
      put(document, time);
    }
    reserve(Short.BYTES);
    buffer.putShort((short) -1);
    return buffer.flip();
  }

  private void put(NumberedDocument document, long time) {
    reserve(Short.BYTES);
    buffer.putShort(FIELDS);
    put(document.id());
    putBytes(document.sourceId().getBytes(StandardCharsets.UTF_8));
    putBytes(document.text().getBytes(StandardCharsets.UTF_8));
    putJsonb(MetadataJson.write(document.metadata()).getBytes(StandardCharsets.UTF_8));
    put(document.vector());
    putTime(time);
    putTime(time);
  }

  private void put(UUID id) {
    field(2 * Long.BYTES);
    buffer.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }

  private void putBytes(byte[] bytes) {
    field(bytes.length);
    buffer.put(bytes);
  }

  private void putJsonb(byte[] json) {
    field(1 + json.length);
    buffer.put(JSONB_VERSION).put(json);
  }

  private void put(float[] vector) {
    field(2 * Short.BYTES + vector.length * Float.BYTES);
    buffer.putShort((short) vector.length).putShort((short) 0);
    buffer.asFloatBuffer().put(vector);
    buffer.position(buffer.position() + vector.length * Float.BYTES);
  }

  private void putTime(long micros) {
    field(Long.BYTES);
    buffer.putLong(micros);
  }

  private void field(int length) {
    reserve(Integer.BYTES + length);
    buffer.putInt(length);
  }

  private void reserve(int length) {
    if (buffer.remaining() < length) {
      int used = buffer.position();
      buffer =
          ByteBuffer.wrap(Arrays.copyOf(buffer.array(), 2 * (buffer.capacity() + length)))
              .position(used);
    }
  }

  private static long micros(Instant time) {
    return Duration.between(EPOCH, time).toNanos() / 1000;
  }
}
