package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The failures: what they say and what they carry (ERR-2). */
class RagExceptionsTest {
  private static final String LONG_NAME = "n".repeat(512);

  @Test
  void aMismatchNamesBothSidesAndWhatToDo() {
    CollectionMismatchException failure =
        new CollectionMismatchException("notes", "model", "a", "b", "drop it");

    assertThat(failure)
        .hasMessage("collection \"notes\": recorded with model a, but asked for b (drop it)");
    assertThat(failure.collectionName()).isEqualTo("notes");
  }

  @Test
  void aWrongDimensionNamesBothNumbers() {
    DimensionMismatchException failure = new DimensionMismatchException("notes", 384, 768);

    assertThat(failure)
        .hasMessageStartingWith(
            "collection \"notes\": holds 384-dimensional embeddings; got 768 dimensions (");
    assertThat(failure.expected()).isEqualTo(384);
    assertThat(failure.actual()).isEqualTo(768);
  }

  @Test
  void aFailedEmbeddingNamesTheText() {
    EmbeddingException failure = new EmbeddingException("m", 3, "no vector");

    assertThat(failure).hasMessage("embedder m: text 3: no vector");
    assertThat(failure.textIndex()).hasValue(3);
    assertThat(failure.model()).isEqualTo("m");
  }

  @Test
  void aFailedEmbeddingCallNamesNoText() {
    EmbeddingException failure = new EmbeddingException("m", "failed", null);

    assertThat(failure).hasMessage("embedder m: failed");
    assertThat(failure.textIndex()).isEmpty();
  }

  @Test
  void anUnsupportedCapabilityNamesBackendCapabilityAndQuestion() {
    UnsupportedCapabilityException failure =
        new UnsupportedCapabilityException("chroma", Capability.REPLACE);

    assertThat(failure)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage(
            "chroma: no replace (ask supports(Capability.REPLACE) first,"
                + " or choose a backend that declares it)");
    assertThat(failure.backend()).isEqualTo("chroma");
    assertThat(failure.capability()).isEqualTo(Capability.REPLACE);
  }

  @Test
  void aPartialWriteCarriesTheIds() {
    UUID one = new UUID(0, 1);
    UUID two = new UUID(0, 2);

    PartialWriteException failure =
        new PartialWriteException("q", List.of(one), List.of(two), new IllegalStateException());

    assertThat(failure)
        .hasMessageStartingWith("q: the batch is stored in part: 1 written, 1 not (");
    assertThat(failure.written()).containsExactly(one);
    assertThat(failure.notWritten()).containsExactly(two);
  }

  @Test
  void aPartialWriteKeepsItsIdsThroughSerialization() throws Exception {
    UUID one = new UUID(0, 1);
    PartialWriteException failure =
        new PartialWriteException("q", List.of(one), List.of(), new IllegalStateException("x"));

    PartialWriteException copy = (PartialWriteException) throughSerialization(failure);

    assertThat(copy.written()).containsExactly(one);
    assertThat(copy.notWritten()).isEmpty();
  }

  @Test
  void unavailabilityNamesBackendAndEndpoint() {
    BackendUnavailableException failure =
        new BackendUnavailableException("pgvector", "db:5432", "no answer", null);

    assertThat(failure).hasMessage("pgvector at db:5432: no answer");
    assertThat(failure.backend()).isEqualTo("pgvector");
    assertThat(failure.endpoint()).isEqualTo("db:5432");
  }

  @Test
  void refusedCredentialsNameTheSettings() {
    assertThat(new AuthenticationException("qdrant", "q:6334", "rag.qdrant.apiKey", null))
        .hasMessage("qdrant at q:6334: credentials refused (check rag.qdrant.apiKey)");
  }

  @Test
  void aConfigurationFailureNamesTheKey() {
    RagConfigurationException failure = new RagConfigurationException("rag.backend", "not set");

    assertThat(failure).hasMessage("rag.backend: not set");
    assertThat(failure.key()).isEqualTo("rag.backend");
  }

  @Test
  void failuresOfTheStoreNameBackendAndProblem() {
    assertThat(new RagStoreException("q", "failed", null)).hasMessage("q: failed");
    assertThat(new StoreTimeoutException("q", "no answer within 1 s", null))
        .isInstanceOf(RagStoreException.class)
        .hasMessage("q: no answer within 1 s");
    assertThat(new StoreRefusedException("q", "allows 10, not 11", null))
        .isInstanceOf(RagStoreException.class)
        .hasMessage("q: allows 10, not 11");
  }

  @Test
  void longNamesAreShortenedInMessages() {
    assertThat(new DimensionMismatchException(LONG_NAME, 1, 2).getMessage()).hasSizeLessThan(200);
    assertThat(new CollectionMismatchException(LONG_NAME, "model", "a", "b", "x").getMessage())
        .hasSizeLessThan(200);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyKindIsFinalOrHasKindsThatAre(Class<?> kind) {
    assertThat(Modifier.isFinal(kind.getModifiers()) || kind.isSealed()).isTrue();
  }

  static List<Class<?>> kinds() {
    return Stream.of(RagException.class.getPermittedSubclasses())
        .<Class<?>>flatMap(
            kind ->
                kind.isSealed()
                    ? Stream.concat(Stream.of(kind), Stream.of(kind.getPermittedSubclasses()))
                    : Stream.of(kind))
        .toList();
  }

  private static Object throughSerialization(Object object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }
}
