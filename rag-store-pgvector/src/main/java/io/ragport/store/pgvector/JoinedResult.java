package io.ragport.store.pgvector;

import io.ragport.api.RagServiceResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One hit of a {@link JoinQuery}: an entry, and a row that goes with it.
 *
 * @param result the entry, as a batch query returns it
 * @param columns the columns asked for, by name, in that order; unmodifiable. Whole numbers are
 *     {@code Long}, {@code numeric} is {@code BigDecimal}, {@code real} and {@code double
 *     precision} are {@code Double}; {@code Boolean}, {@code UUID}, {@code LocalDate}, {@code
 *     LocalDateTime} ({@code timestamp}) and {@code Instant} ({@code timestamp with time zone}) are
 *     what they are; anything else is a {@code String} as PostgreSQL prints it
 */
public record JoinedResult(RagServiceResult result, Map<String, @Nullable Object> columns) {
  public JoinedResult {
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }
}
