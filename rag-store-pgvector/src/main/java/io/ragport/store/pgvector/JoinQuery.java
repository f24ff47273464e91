package io.ragport.store.pgvector;

import io.ragport.api.Arguments;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryBatchRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A search by vector among the entries that rows of another table of the same database go with;
 * valid once built, as far as that shows without the database. Immutable.
 *
 * <pre>{@code
 * JoinQuery.builder("a chair for the garden")
 *     .collectionName("products")
 *     .table("shop", "stock")
 *     .onSourceId("product_id")
 *     .columns("price", "left")
 *     .where(Column.gt("left", 0), Column.lte("price", new BigDecimal("99.90")))
 *     .build()
 * }</pre>
 */
public final class JoinQuery {
  private final QueryBatchRequest search;
  private final @Nullable String schema;
  private final String table;
  private final JoinField field;
  private final String joinColumn;
  private final List<String> columns;
  private final List<Column> conditions;

  private JoinQuery(Builder builder, String table, JoinField field, String joinColumn) {
    search = builder.search.build();
    schema = builder.schema;
    this.table = table;
    this.field = field;
    this.joinColumn = joinColumn;
    columns = builder.columns;
    conditions = builder.conditions;
  }

  /** A query for that text: the 5 nearest in the collection {@code default}. */
  public static Builder builder(String text) {
    return new Builder(List.of(Arguments.text("text", text)));
  }

  /** A query for each text, with the same conditions; all texts are embedded together (QRY-9). */
  public static Builder builder(List<String> texts) {
    return new Builder(Arguments.required("texts", texts));
  }

  /** A name of a schema, table or column: any characters that PostgreSQL can keep. */
  static String name(String what, String name) {
    if (Arguments.required(what, name).isEmpty()) {
      throw Arguments.invalid(what, "an empty name (1 character or more)");
    }
    return Arguments.characters(what + " name", name);
  }

  QueryBatchRequest search() {
    return search;
  }

  /** Null: wherever the search path finds the table. */
  @Nullable String schema() {
    return schema;
  }

  String table() {
    return table;
  }

  /** What of an entry must equal {@link #joinColumn}. */
  JoinField field() {
    return field;
  }

  String joinColumn() {
    return joinColumn;
  }

  List<String> columns() {
    return columns;
  }

  List<Column> conditions() {
    return conditions;
  }

  /** Leaves texts and values out (ERR-2). */
  @Override
  public String toString() {
    return "JoinQuery["
        + search
        + ", table="
        + (schema == null ? "" : schema + ".")
        + table
        + ", on="
        + joinColumn
        + ", columns="
        + columns
        + ", conditions="
        + conditions
        + "]";
  }

  /** Collects the parts of a {@link JoinQuery}. Confined to one thread. */
  public static final class Builder {
    private final QueryBatchRequest.Builder search;
    private @Nullable String schema;
    private @Nullable String table;
    private @Nullable JoinField field;
    private @Nullable String joinColumn;
    private List<String> columns = List.of();
    private List<Column> conditions = List.of();

    private Builder(List<String> texts) {
      search = QueryBatchRequest.builder(texts);
    }

    /** Where to search; null means {@code default} (QRY-3). */
    public Builder collectionName(@Nullable String collectionName) {
      search.collectionName(collectionName);
      return this;
    }

    /** How many entries for each text, or sources with {@code keepBest}; 5 if never set (QRY-2). */
    public Builder topK(int topK) {
      search.topK(topK);
      return this;
    }

    /** Only the best entry of each source, among those that rows go with (QRY-6). */
    public Builder keepBest(boolean keepBest) {
      search.keepBest(keepBest);
      return this;
    }

    /** The sources to search; null searches all, an empty list none (QRY-4). */
    public Builder sourceIds(@Nullable Collection<String> sourceIds) {
      search.sourceIds(sourceIds);
      return this;
    }

    /** Metadata values that must be equal; null does not filter, empty is refused (FLT-1). */
    public Builder match(@Nullable Map<String, ?> match) {
      search.match(match);
      return this;
    }

    /** A metadata condition; null does not filter (FLT-2). */
    public Builder filter(@Nullable MetadataFilter filter) {
      search.filter(filter);
      return this;
    }

    /** The lowest similarity to keep, −1 to 1; null keeps all (QRY-8). */
    public Builder minSimilarity(@Nullable Double minSimilarity) {
      search.minSimilarity(minSimilarity);
      return this;
    }

    /** Whether results carry the text; true if never set (QRY-7). */
    public Builder includeContent(boolean includeContent) {
      search.includeContent(includeContent);
      return this;
    }

    /** Whether to compare every candidate in place of the approximate index (QRY-10). */
    public Builder exact(boolean exact) {
      search.exact(exact);
      return this;
    }

    /** The table or view to join, where the connection's search path finds it. */
    public Builder table(String table) {
      this.schema = null;
      this.table = name("table", table);
      return this;
    }

    /** The table or view to join. */
    public Builder table(String schema, String table) {
      this.schema = name("schema", schema);
      this.table = name("table", table);
      return this;
    }

    /**
     * Joins where that column is the entry's id: a uuid, or a text with one in lower-case letters.
     */
    public Builder onId(String column) {
      return on(JoinField.ID, column);
    }

    /**
     * Joins where that column, of a type for text, uuids, whole numbers or decimals, is the source
     * id. A source id that is no uuid or no number joins no row of such a column.
     */
    public Builder onSourceId(String column) {
      return on(JoinField.SOURCE_ID, column);
    }

    /**
     * Joins where that column is the value of a metadata key: a string for columns of text or
     * uuids, a number for columns of whole numbers or decimals. Values of other types join no row
     * (FLT-4).
     *
     * @param key one literal top-level key (FLT-7)
     */
    public Builder onMetadata(String key, String column) {
      return on(JoinField.metadata(Arguments.metadataKey("metadata", key)), column);
    }

    private Builder on(JoinField newField, String column) {
      this.field = newField;
      this.joinColumn = name("column", column);
      return this;
    }

    /** The columns to return with each entry, in place of those set before; none by default. */
    public Builder columns(String... columns) {
      return columns(Arrays.asList(Arguments.required("columns", columns)));
    }

    /** The columns to return with each entry, in place of those set before; none by default. */
    public Builder columns(Collection<String> columns) {
      LinkedHashSet<String> distinct = new LinkedHashSet<>();
      Arguments.required("columns", columns)
          .forEach(column -> distinct.add(name("column", column)));
      this.columns = List.copyOf(distinct);
      return this;
    }

    /** What a row must fulfil, all of it, in place of what was set before. */
    public Builder where(Column... conditions) {
      return where(Arrays.asList(Arguments.required("conditions", conditions)));
    }

    /** What a row must fulfil, all of it, in place of what was set before. */
    public Builder where(Collection<Column> conditions) {
      List<Column> copy = new ArrayList<>();
      for (Column condition : Arguments.required("conditions", conditions)) {
        copy.add(Arguments.required("conditions[" + copy.size() + "]", condition));
      }
      this.conditions = List.copyOf(copy);
      return this;
    }

    /**
     * The query.
     *
     * @throws IllegalArgumentException if a part breaks its rule, or the table or what to join on
     *     is missing
     */
    public JoinQuery build() {
      if (table == null) {
        throw Arguments.invalid("table", "not given (call table)");
      }
      if (field == null || joinColumn == null) {
        throw Arguments.invalid("join", "not given (call onId, onSourceId or onMetadata)");
      }
      return new JoinQuery(this, table, field, joinColumn);
    }
  }
}
