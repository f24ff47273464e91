package io.ragport.store.lucene;

import io.ragport.api.store.MetadataJson;
import io.ragport.api.store.VectorRecord;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.util.BytesRef;

/**
 * An entry as a document. Everything to be read back is in doc values, uncompressed: a hit costs a
 * few reads at known places, where a stored field would cost the decompression of a block of
 * documents.
 */
final class LuceneDocuments {
  private static final FieldType TERM = type(IndexOptions.DOCS, true);

  /** No positions, since no query asks for neighbouring words; lengths, for BM25. */
  private static final FieldType TEXT = type(IndexOptions.DOCS_AND_FREQS, false);

  private LuceneDocuments() {}

  static Document toDocument(VectorRecord entry) {
    Document document = new Document();
    BytesRef id = idBytes(entry.id());
    document.add(new Field(Fields.ID, id, TERM));
    document.add(new BinaryDocValuesField(Fields.ID, id));
    BytesRef source = new BytesRef(entry.sourceId());
    document.add(new Field(Fields.SOURCE, source, TERM));
    document.add(new SortedDocValuesField(Fields.SOURCE, source));
    document.add(new BinaryDocValuesField(Fields.CONTENT, new BytesRef(entry.content())));
    document.add(new Field(Fields.TEXT, entry.content(), TEXT));
    String json = MetadataJson.write(entry.metadata());
    document.add(new BinaryDocValuesField(Fields.METADATA, new BytesRef(json)));
    for (BytesRef term : FilterTerms.of(entry.metadata())) {
      document.add(new Field(Fields.FILTER, term, TERM));
    }
    document.add(new NumericDocValuesField(Fields.CREATED, toMicros(entry.createdAt())));
    document.add(new NumericDocValuesField(Fields.UPDATED, toMicros(entry.updatedAt())));
    addVector(document, entry.vector());
    return document;
  }

  private static void addVector(Document document, float[] vector) {
    float[] unit = UnitVectors.toUnit(vector);
    document.add(
        new KnnFloatVectorField(Fields.VECTOR, unit, VectorSimilarityFunction.DOT_PRODUCT));
    if (!UnitVectors.isUnit(vector)) {
      document.add(new BinaryDocValuesField(Fields.ORIGINAL, UnitVectors.toBytes(vector)));
    }
  }

  /** The term that an entry's document alone has. */
  static Term idTerm(UUID id) {
    return new Term(Fields.ID, idBytes(id));
  }

  static BytesRef idBytes(UUID id) {
    return new BytesRef(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array());
  }

  static UUID id(BytesRef bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes.bytes, bytes.offset, bytes.length);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private static long toMicros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private static FieldType type(IndexOptions options, boolean omitNorms) {
    FieldType type = new FieldType();
    type.setIndexOptions(options);
    type.setOmitNorms(omitNorms);
    type.setTokenized(options != IndexOptions.DOCS);
    type.freeze();
    return type;
  }
}
