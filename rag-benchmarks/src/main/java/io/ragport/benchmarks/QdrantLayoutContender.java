package io.ragport.benchmarks;

import static io.qdrant.client.PointIdFactory.id;
import static io.qdrant.client.ValueFactory.value;
import static io.qdrant.client.VectorFactory.vector;
import static io.qdrant.client.VectorsFactory.namedVectors;

import io.qdrant.client.grpc.Collections.Distance;
import io.qdrant.client.grpc.Collections.PayloadSchemaType;
import io.qdrant.client.grpc.Collections.VectorParams;
import io.qdrant.client.grpc.JsonWithInt.Struct;
import io.qdrant.client.grpc.JsonWithInt.Value;
import io.qdrant.client.grpc.Points.PointStruct;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the server takes for the points that Ragport's backend makes of documents: those points, and
 * its payload indexes, by Qdrant's client by hand. For loads only.
 */
final class QdrantLayoutContender implements Contender {
  private static final String VECTOR = "embedding-00000000-0000-0000-0000-000000000000";
  private static final String SOURCE = "source";
  private static final long CREATED = 1_700_000_000_000_000L;

  private final String name;
  private final QdrantArea area;

  private QdrantLayoutContender(String name, QdrantArea area) {
    this.name = name;
    this.area = area;
    VectorParams vectors =
        VectorParams.newBuilder()
            .setDistance(Distance.Cosine)
            .setSize(DocumentStream.DIMENSION)
            .build();
    QdrantArea.answer(
        area.client().createCollectionAsync(area.collection(), Map.of(VECTOR, vectors)));
    for (String field : List.of(SOURCE, "keys")) {
      QdrantArea.answer(
          area.client()
              .createPayloadIndexAsync(
                  area.collection(), field, PayloadSchemaType.Keyword, null, true, null, null));
    }
  }

  /** Opens it in an area of its own. */
  static Opener<QdrantServer> named(String name) {
    return QdrantArea.opener(area -> new QdrantLayoutContender(name, area));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void load(List<NumberedDocument> batch) {
    QdrantPipeline.load(area, batch, QdrantLayoutContender::point);
  }

  private static PointStruct point(NumberedDocument document) {
    Struct.Builder metadata = Struct.newBuilder();
    document
        .metadata()
        .forEach((key, value) -> metadata.putFields(key, QdrantPipeline.scalar(value)));
    return PointStruct.newBuilder()
        .setId(id(document.id()))
        .setVectors(namedVectors(Map.of(VECTOR, vector(document.vector()))))
        .putPayload("content", value(document.text()))
        .putPayload(SOURCE, value(document.sourceId()))
        .putPayload("created", value(CREATED))
        .putPayload("meta", Value.newBuilder().setStructValue(metadata).build())
        .build();
  }

  @Override
  public List<Integer> query(float[] vector, int topK, @Nullable Condition condition) {
    throw new UnsupportedOperationException(name + " is for loads only");
  }

  @Override
  public Area area() {
    return area;
  }
}
