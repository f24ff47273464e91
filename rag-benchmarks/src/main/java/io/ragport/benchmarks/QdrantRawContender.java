package io.ragport.benchmarks;

import static io.qdrant.client.ConditionFactory.match;
import static io.qdrant.client.PointIdFactory.id;
import static io.qdrant.client.QueryFactory.nearest;
import static io.qdrant.client.ValueFactory.value;
import static io.qdrant.client.VectorsFactory.vectors;
import static io.qdrant.client.WithPayloadSelectorFactory.enable;

import io.qdrant.client.grpc.Collections.PayloadSchemaType;
import io.qdrant.client.grpc.Common.Filter;
import io.qdrant.client.grpc.JsonWithInt.Value;
import io.qdrant.client.grpc.Points.PointStruct;
import io.qdrant.client.grpc.Points.QueryPoints;
import io.qdrant.client.grpc.Points.ScoredPoint;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The limit: Qdrant's client by hand. Sends a few hundred points a request and a few requests at
 * once, each answered when its points are stored, and reads text and metadata of the nearest ones.
 */
final class QdrantRawContender implements Contender {
  private static final String TEXT = "text";
  private static final String SOURCE = "source";

  private final String name;
  private final QdrantArea area;

  private QdrantRawContender(String name, QdrantArea area) {
    this.name = name;
    this.area = area;
    area.createCollection();
  }

  /** Without payload indexes. */
  static Opener<QdrantServer> plain(String name) {
    return QdrantArea.opener(area -> new QdrantRawContender(name, area));
  }

  /** With payload indexes for the conditions. */
  static Opener<QdrantServer> withPayloadIndexes(String name) {
    return QdrantArea.opener(
        area -> {
          Contender contender = new QdrantRawContender(name, area);
          for (Condition condition : List.of(Condition.FIVE_PERCENT, Condition.TWO_PER_MILLE)) {
            QdrantArea.answer(
                area.client()
                    .createPayloadIndexAsync(
                        area.collection(),
                        condition.key(),
                        PayloadSchemaType.Integer,
                        null,
                        true,
                        null,
                        null));
          }
          return contender;
        });
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void load(List<NumberedDocument> batch) {
    QdrantPipeline.load(area, batch, QdrantRawContender::point);
  }

  private static PointStruct point(NumberedDocument document) {
    PointStruct.Builder point =
        PointStruct.newBuilder()
            .setId(id(document.id()))
            .setVectors(vectors(document.vector()))
            .putPayload(TEXT, value(document.text()))
            .putPayload(SOURCE, value(document.sourceId()));
    document
        .metadata()
        .forEach((key, value) -> point.putPayload(key, QdrantPipeline.scalar(value)));
    return point.build();
  }

  @Override
  public List<Integer> query(float[] vector, int topK, @Nullable Condition condition) {
    QueryPoints.Builder query =
        QueryPoints.newBuilder()
            .setCollectionName(area.collection())
            .setQuery(nearest(vector))
            .setLimit(topK)
            .setWithPayload(enable(true));
    if (condition != null) {
      query.setFilter(Filter.newBuilder().addMust(match(condition.key(), condition.value())));
    }
    return QdrantArea.answer(area.client().queryAsync(query.build())).stream()
        .map(Hit::of)
        .map(hit -> (int) hit.value(NumberedDocument.NUMBER).getIntegerValue())
        .toList();
  }

  @Override
  public Area area() {
    return area;
  }

  private record Hit(String id, Map<String, Value> payload, double similarity) {
    static Hit of(ScoredPoint point) {
      return new Hit(point.getId().getUuid(), point.getPayloadMap(), point.getScore());
    }

    Value value(String key) {
      return Objects.requireNonNull(payload.get(key));
    }
  }
}
