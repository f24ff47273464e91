package io.ragport.conformance;

import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorStore;
import java.nio.file.Path;
import java.text.Normalizer;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Stores that write or delete wrongly. */
final class WritingMutants {
  private WritingMutants() {}

  static VectorStore ignoringExistingIds(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      void put(Stored stored, List<VectorRecord> records) {
        if (records.size() == 1) {
          stored.records().putIfAbsent(records.get(0).id(), records.get(0));
        } else {
          super.put(stored, records);
        }
      }
    };
  }

  static VectorStore losingOneOfALargeBatch(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      void put(Stored stored, List<VectorRecord> records) {
        super.put(stored, records.size() < 20_000 ? records : records.subList(1, records.size()));
      }
    };
  }

  static VectorStore mergingMetadata(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      void put(Stored stored, List<VectorRecord> records) {
        for (VectorRecord record : records) {
          VectorRecord old = stored.records().get(record.id());
          Map<String, @Nullable Object> merged =
              new HashMap<>(old == null ? Map.of() : old.metadata());
          merged.putAll(record.metadata());
          super.put(stored, List.of(withMetadata(record, merged)));
        }
      }
    };
  }

  static VectorStore forgettingCreatedAt(Path folder, String token) {
    return writing(
        folder,
        token,
        record ->
            new VectorRecord(
                record.id(),
                record.sourceId(),
                record.content(),
                record.vector(),
                record.metadata(),
                record.updatedAt(),
                record.updatedAt()));
  }

  static VectorStore movingInstants(Path folder, String token) {
    return writing(
        folder,
        token,
        record ->
            new VectorRecord(
                record.id(),
                record.sourceId(),
                record.content(),
                record.vector(),
                record.metadata(),
                record.createdAt().plus(1, ChronoUnit.HOURS),
                record.updatedAt().plus(1, ChronoUnit.HOURS)));
  }

  static VectorStore normalisingUnicode(Path folder, String token) {
    return writing(
        folder,
        token,
        record -> withContent(record, Normalizer.normalize(record.content(), Normalizer.Form.NFC)));
  }

  static VectorStore trimmingText(Path folder, String token) {
    return writing(folder, token, record -> withContent(record, record.content().strip()));
  }

  static VectorStore roundingVectors(Path folder, String token) {
    return writing(
        folder,
        token,
        record -> {
          float[] rounded = record.vector().clone();
          for (int i = 0; i < rounded.length; i++) {
            rounded[i] = Math.round(rounded[i] * 20_000f) / 20_000f;
          }
          return new VectorRecord(
              record.id(),
              record.sourceId(),
              record.content(),
              rounded,
              record.metadata(),
              record.createdAt(),
              record.updatedAt());
        });
  }

  static VectorStore makingIntegersDoubles(Path folder, String token) {
    return writing(
        folder,
        token,
        record ->
            mapped(
                record, value -> value instanceof Long number ? (Object) (double) number : value));
  }

  static VectorStore droppingNulls(Path folder, String token) {
    return writing(
        folder,
        token,
        record -> {
          Map<String, @Nullable Object> kept = new HashMap<>(record.metadata());
          kept.values().removeIf(Objects::isNull);
          return withMetadata(record, kept);
        });
  }

  static VectorStore losingKeysOfItsOwn(Path folder, String token) {
    return writing(
        folder,
        token,
        record -> {
          Map<String, @Nullable Object> kept = new HashMap<>(record.metadata());
          kept.remove("content");
          return withMetadata(record, kept);
        });
  }

  static VectorStore showingHalfOfASmallBatch(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public void upsert(CollectionSpec collection, List<VectorRecord> records) {
        int half = records.size() / 2;
        if (half > 0 && records.size() <= 50) {
          super.upsert(collection, records.subList(0, half));
          LockSupport.parkNanos(2_000_000);
        }
        super.upsert(collection, records);
      }
    };
  }

  static VectorStore replacingInTwoSteps(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public void replace(
          CollectionSpec collection, Selection selection, List<VectorRecord> records) {
        delete(collection, selection);
        LockSupport.parkNanos(5_000_000);
        if (!records.isEmpty()) {
          upsert(collection, records);
        }
      }
    };
  }

  static VectorStore replacingWithoutDeleting(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public void replace(
          CollectionSpec collection, Selection selection, List<VectorRecord> records) {
        upsert(collection, records);
      }
    };
  }

  static VectorStore deletingAtMost65535Ids(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public void delete(CollectionSpec collection, Selection selection) {
        List<UUID> ids = selection.ids();
        super.delete(
            collection, ids.size() > 65_535 ? Selection.ofIds(ids.subList(0, 65_535)) : selection);
      }
    };
  }

  private static VectorStore writing(
      Path folder, String token, UnaryOperator<VectorRecord> change) {
    return new MutantStore(folder, token) {
      @Override
      void put(Stored stored, List<VectorRecord> records) {
        super.put(stored, records.stream().map(change).toList());
      }
    };
  }

  private static VectorRecord withContent(VectorRecord record, String content) {
    return new VectorRecord(
        record.id(),
        record.sourceId(),
        content,
        record.vector(),
        record.metadata(),
        record.createdAt(),
        record.updatedAt());
  }

  private static VectorRecord withMetadata(
      VectorRecord record, Map<String, @Nullable Object> metadata) {
    return new VectorRecord(
        record.id(),
        record.sourceId(),
        record.content(),
        record.vector(),
        metadata,
        record.createdAt(),
        record.updatedAt());
  }

  private static VectorRecord mapped(VectorRecord record, UnaryOperator<Object> change) {
    Map<String, @Nullable Object> changed = new HashMap<>();
    record
        .metadata()
        .forEach((key, value) -> changed.put(key, value == null ? null : change.apply(value)));
    return withMetadata(record, changed);
  }
}
