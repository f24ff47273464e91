package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What shows in a join query before any database sees it. */
@SuppressWarnings("NullAway") // null where none is allowed
class JoinQueryTest {
  @Test
  void aTableIsNeeded() {
    JoinQuery.Builder builder = JoinQuery.builder("a text").onId("id");

    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessage("table: not given (call table)");
  }

  @Test
  void whatToJoinOnIsNeeded() {
    JoinQuery.Builder builder = JoinQuery.builder("a text").table("stock");

    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessage("join: not given (call onId, onSourceId or onMetadata)");
  }

  @Test
  void theRulesOfAQueryHold() {
    JoinQuery.Builder builder = JoinQuery.builder("a text").table("stock").onId("id").topK(0);

    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessage("topK: 0 is not in 1 to 10000");
  }

  @Test
  void emptyNamesAreRefused() {
    JoinQuery.Builder builder = JoinQuery.builder("a text");

    assertThatIllegalArgumentException().isThrownBy(() -> builder.table(""));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.onId(""));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.columns("price", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> Column.isNull(""));
  }

  @Test
  void nullIsRefused() {
    JoinQuery.Builder builder = JoinQuery.builder("a text");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> JoinQuery.builder((String) null))
        .withMessage("text: null (a text that is not blank)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JoinQuery.builder((List<String>) null))
        .withMessage("texts: null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.columns("price", null))
        .withMessage("column: null");
    assertThatIllegalArgumentException().isThrownBy(() -> builder.columns((String[]) null));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.columns((List<String>) null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.where(Column.isNull("price"), null))
        .withMessage("conditions[1]: null");
    assertThatIllegalArgumentException().isThrownBy(() -> builder.where((Column[]) null));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.where((List<Column>) null));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.table(null));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.onId(null));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.onMetadata(null, "price"));
  }

  @Test
  void valuesThatNoColumnHoldsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Column.eq("price", Double.NaN))
        .withMessage("column \"price\": NaN (a finite number)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Column.eq("name", "a\0b"))
        .withMessageContaining("U+0000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Column.eq("name", new Object()))
        .withMessageStartingWith("column \"name\": a value of type Object (BigDecimal, Boolean,");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Column.eq("since", Instant.MAX))
        .withMessage("column \"since\": a time out of range (years 1 to 9999)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Column.lt("day", LocalDate.of(0, 1, 1)))
        .withMessage("column \"day\": a time out of range (years 1 to 9999)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Column.eq("price", new BigDecimal("1E+1000000")))
        .withMessageContaining("more digits than numeric has");
  }

  @Test
  void booleansHaveNoOrder() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Column.gt("sold", true))
        .withMessage("column \"sold\": true and false have no order (eq)");
  }

  @Test
  void textsAndValuesStayOutOfMessages() {
    JoinQuery query =
        JoinQuery.builder(List.of("a secret text"))
            .table("shop", "stock")
            .onSourceId("product")
            .columns("price")
            .where(Column.eq("owner", "a secret name"))
            .build();

    assertThat(query.toString()).contains("shop.stock", "price", "owner").doesNotContain("secret");
  }
}
