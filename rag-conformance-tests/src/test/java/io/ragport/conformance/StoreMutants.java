package io.ragport.conformance;

import io.ragport.api.AuthenticationException;
import io.ragport.api.Capability;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Stores that are wrong about collections, their server or what they can do. */
final class StoreMutants {
  private StoreMutants() {}

  static VectorStore mixingNamesThatDifferInCase(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public Optional<CollectionSpec> findCollection(String name) {
        return super.findCollection(name.toLowerCase(Locale.ROOT));
      }

      @Override
      public CollectionSpec createCollection(CollectionSpec wanted) {
        return super.createCollection(
            new CollectionSpec(
                wanted.name().toLowerCase(Locale.ROOT),
                wanted.model(),
                wanted.dimension(),
                wanted.normalizer(),
                wanted.identifier(),
                wanted.layoutVersion()));
      }
    };
  }

  static VectorStore rememberingCollections(Path folder, String token) {
    return new MutantStore(folder, token) {
      private final Map<String, CollectionSpec> remembered = new ConcurrentHashMap<>();

      @Override
      public Optional<CollectionSpec> findCollection(String name) {
        Optional<CollectionSpec> known = Optional.ofNullable(remembered.get(name));
        if (known.isPresent()) {
          return known;
        }
        Optional<CollectionSpec> found = super.findCollection(name);
        found.ifPresent(spec -> remembered.put(name, spec));
        return found;
      }

      @Override
      public void dropCollection(String name) {
        remembered.remove(name);
        super.dropCollection(name);
      }
    };
  }

  static VectorStore droppingWhatIsNotIts(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public void dropCollection(String name) {
        super.dropCollection(name);
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.filter(path -> path.toString().endsWith(".txt")).toList()) {
            Files.writeString(file, "");
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  static VectorStore forgettingOnClose(Path folder, String token) {
    return new MutantStore(folder, token) {
      private final Set<String> created = ConcurrentHashMap.newKeySet();

      @Override
      public CollectionSpec createCollection(CollectionSpec wanted) {
        created.add(wanted.name());
        return super.createCollection(wanted);
      }

      @Override
      public void close() {
        created.forEach(this::dropCollection);
      }
    };
  }

  static VectorStore listingOneCollection(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public List<CollectionSpec> listCollections() {
        return super.listCollections().stream()
            .sorted(Comparator.comparing(CollectionSpec::name))
            .limit(1)
            .toList();
      }
    };
  }

  static VectorStore readingAnUnreachableServerAsEmpty(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public Optional<CollectionSpec> findCollection(String name) {
        return Files.exists(folder) ? super.findCollection(name) : Optional.empty();
      }
    };
  }

  static VectorStore readingRefusalsAsEmpty(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public Optional<CollectionSpec> findCollection(String name) {
        try {
          return super.findCollection(name);
        } catch (AuthenticationException e) {
          return Optional.empty();
        }
      }
    };
  }

  static VectorStore declaringOneCapabilityLess(Path folder, String token) {
    return new MutantStore(folder, token) {
      @Override
      public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.COUNT_ENTRIES));
      }
    };
  }
}
