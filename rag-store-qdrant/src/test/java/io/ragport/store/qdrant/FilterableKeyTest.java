package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.RagConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterableKeyTest {
  private static final String SETTING = "rag.qdrant.filterableKeys";

  @ParameterizedTest
  @CsvSource({
    "lang,lang,KEYWORD",
    "lang:keyword,lang,KEYWORD",
    "year:number,year,NUMBER",
    "draft:boolean,draft,BOOLEAN",
    "a:b:number,a:b,NUMBER",
    "a.b:boolean,a.b,BOOLEAN",
    "number,number,KEYWORD"
  })
  void isAKeyAndAType(String declared, String key, FilterableKey.Type type) {
    assertThat(FilterableKey.parse(SETTING, declared)).isEqualTo(new FilterableKey(key, type));
  }

  @ParameterizedTest
  @CsvSource({"dc:title", "year:integer", "year:Number", "year:"})
  void anotherTypeIsAnError(String declared) {
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> FilterableKey.parse(SETTING, declared))
        .withMessageContaining(SETTING)
        .withMessageContaining(
            "\""
                + declared
                + "\" names no type (write key:type, type one of keyword, number, boolean)");
  }

  @Test
  void aTypeWithoutAKeyIsAnError() {
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> FilterableKey.parse(SETTING, ":number"))
        .withMessageContaining(SETTING)
        .withMessageContaining(
            "\":number\" names no key (write key:type, type one of keyword, number, boolean)");
  }
}
