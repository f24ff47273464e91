package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Collections.BoolIndexParams;
import io.qdrant.client.grpc.Collections.FloatIndexParams;
import io.qdrant.client.grpc.Collections.KeywordIndexParams;
import io.qdrant.client.grpc.Collections.PayloadIndexParams;
import io.qdrant.client.grpc.Points.CreateFieldIndexCollection;
import io.qdrant.client.grpc.Points.FieldType;
import java.util.ArrayList;
import java.util.List;

/**
 * The payload indexes of a collection: that of the source ids, that of {@link Fields#OTHER_KEYS},
 * and one for each declared key. Pure.
 *
 * <p>An index changes how fast a filter is, never what it selects. That is why numbers have an
 * index of floats: it holds integers and fractions alike, and compares as the server does without
 * an index. An index of integers leaves fractions out and cuts those of the filter off, so that
 * {@code gte 0.5} finds 0.
 */
final class PayloadIndexes {
  /**
   * One index.
   *
   * @param field the path in the payload
   * @param type of the values that it holds
   */
  record Index(String field, FilterableKey.Type type) {
    /**
     * The request that makes it; one that is there already stays.
     *
     * @param wait whether the answer comes when it is built
     */
    CreateFieldIndexCollection create(String collectionId, boolean wait) {
      CreateFieldIndexCollection.Builder request =
          CreateFieldIndexCollection.newBuilder()
              .setCollectionName(collectionId)
              .setFieldName(field)
              .setWait(wait);
      PayloadIndexParams.Builder params = request.getFieldIndexParamsBuilder();
      switch (type) {
        case KEYWORD -> {
          request.setFieldType(FieldType.FieldTypeKeyword);
          params.setKeywordIndexParams(KeywordIndexParams.getDefaultInstance());
        }
        case NUMBER -> {
          request.setFieldType(FieldType.FieldTypeFloat);
          params.setFloatIndexParams(FloatIndexParams.getDefaultInstance());
        }
        case BOOLEAN -> {
          request.setFieldType(FieldType.FieldTypeBool);
          params.setBoolIndexParams(BoolIndexParams.getDefaultInstance());
        }
      }
      return request.build();
    }
  }

  private PayloadIndexes() {}

  /**
   * The indexes that a collection should have.
   *
   * @param declared no key twice
   */
  static List<Index> of(List<FilterableKey> declared) {
    List<Index> indexes = new ArrayList<>();
    indexes.add(new Index(Fields.SOURCE, FilterableKey.Type.KEYWORD));
    indexes.add(new Index(Fields.OTHER_KEYS, FilterableKey.Type.KEYWORD));
    declared.forEach(key -> indexes.add(new Index(MetadataKeys.path(key.key()), key.type())));
    return List.copyOf(indexes);
  }
}
