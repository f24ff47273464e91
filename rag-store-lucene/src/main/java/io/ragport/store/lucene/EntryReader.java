package io.ragport.store.lucene;

import io.ragport.api.store.MetadataJson;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Reads the entries of one segment, in the order of documents; for one thread. */
final class EntryReader {
  private final LeafReader segment;
  private final BinaryDocValues ids;
  private final SortedDocValues sources;
  private final BinaryDocValues metadata;
  private final NumericDocValues created;
  private final NumericDocValues updated;

  EntryReader(LeafReader segment) throws IOException {
    this.segment = segment;
    ids = DocValues.getBinary(segment, Fields.ID);
    sources = DocValues.getSorted(segment, Fields.SOURCE);
    metadata = DocValues.getBinary(segment, Fields.METADATA);
    created = DocValues.getNumeric(segment, Fields.CREATED);
    updated = DocValues.getNumeric(segment, Fields.UPDATED);
  }

  UUID id(int doc) throws IOException {
    return LuceneDocuments.id(bytes(ids, doc));
  }

  /** The entry as a hit; its text is not even looked at if it is not wanted (QRY-7). */
  VectorHit hit(int doc, double score, boolean includeContent) throws IOException {
    return new VectorHit(
        id(doc),
        source(doc),
        includeContent ? content(doc) : null,
        metadata(doc),
        instant(created, doc),
        instant(updated, doc),
        score);
  }

  VectorRecord entry(int doc) throws IOException {
    return new VectorRecord(
        id(doc),
        source(doc),
        content(doc),
        vector(doc),
        metadata(doc),
        instant(created, doc),
        instant(updated, doc));
  }

  private String source(int doc) throws IOException {
    require(sources.advanceExact(doc), doc);
    return sources.lookupOrd(sources.ordValue()).utf8ToString();
  }

  private String content(int doc) throws IOException {
    return bytes(DocValues.getBinary(segment, Fields.CONTENT), doc).utf8ToString();
  }

  private Map<String, @Nullable Object> metadata(int doc) throws IOException {
    return MetadataJson.read(bytes(metadata, doc).utf8ToString());
  }

  private float[] vector(int doc) throws IOException {
    BinaryDocValues originals = DocValues.getBinary(segment, Fields.ORIGINAL);
    if (originals.advanceExact(doc)) {
      return UnitVectors.fromBytes(originals.binaryValue());
    }
    FloatVectorValues vectors = segment.getFloatVectorValues(Fields.VECTOR);
    require(vectors.advance(doc) == doc, doc);
    return vectors.vectorValue().clone();
  }

  private Instant instant(NumericDocValues values, int doc) throws IOException {
    require(values.advanceExact(doc), doc);
    return LuceneDocuments.instant(values.longValue());
  }

  private BytesRef bytes(BinaryDocValues values, int doc) throws IOException {
    require(values.advanceExact(doc), doc);
    return values.binaryValue();
  }

  private void require(boolean found, int doc) throws IOException {
    if (!found) {
      throw new IOException("document " + doc + " of " + segment + " lacks a field");
    }
  }
}
