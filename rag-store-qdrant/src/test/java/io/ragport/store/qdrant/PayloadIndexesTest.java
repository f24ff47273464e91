package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import io.qdrant.client.grpc.Points.CreateFieldIndexCollection;
import io.qdrant.client.grpc.Points.FieldType;
import io.ragport.store.qdrant.FilterableKey.Type;
import io.ragport.store.qdrant.PayloadIndexes.Index;
import java.util.List;
import org.junit.jupiter.api.Test;

class PayloadIndexesTest {
  private static final Index SOURCE = new Index("source", Type.KEYWORD);
  private static final Index OTHER_KEYS = new Index("keys", Type.KEYWORD);

  @Test
  void sourcesAndKeysAlwaysHaveOne() {
    assertThat(PayloadIndexes.of(List.of())).containsExactly(SOURCE, OTHER_KEYS);
  }

  @Test
  void eachTypeHasItsOwn() {
    List<FilterableKey> declared =
        List.of(
            new FilterableKey("lang", Type.KEYWORD),
            new FilterableKey("a.b", Type.NUMBER),
            new FilterableKey("draft", Type.BOOLEAN));

    List<Index> indexes = PayloadIndexes.of(declared);

    assertThat(indexes)
        .containsExactly(
            SOURCE,
            OTHER_KEYS,
            new Index("meta.lang", Type.KEYWORD),
            new Index("meta.a-002eb", Type.NUMBER),
            new Index("meta.draft", Type.BOOLEAN));
  }

  @Test
  void theRequestSaysTheTypeInBothWays() {
    CreateFieldIndexCollection number = new Index("meta.year", Type.NUMBER).create("docs", true);
    CreateFieldIndexCollection flag = new Index("meta.draft", Type.BOOLEAN).create("docs", true);
    CreateFieldIndexCollection source = SOURCE.create("docs", false);

    assertThat(number.getCollectionName()).isEqualTo("docs");
    assertThat(number.getFieldName()).isEqualTo("meta.year");
    assertThat(number.getFieldType()).isEqualTo(FieldType.FieldTypeFloat);
    assertThat(number.getFieldIndexParams().hasFloatIndexParams()).isTrue();
    assertThat(flag.getFieldType()).isEqualTo(FieldType.FieldTypeBool);
    assertThat(flag.getFieldIndexParams().hasBoolIndexParams()).isTrue();
    assertThat(source.getFieldType()).isEqualTo(FieldType.FieldTypeKeyword);
    assertThat(source.getFieldIndexParams().hasKeywordIndexParams()).isTrue();
    assertThat(number.getWait()).isTrue();
    assertThat(source.getWait()).isFalse();
  }
}
