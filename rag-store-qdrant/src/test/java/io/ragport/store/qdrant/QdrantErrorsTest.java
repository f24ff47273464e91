package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagException;
import io.ragport.api.RagStoreException;
import io.ragport.api.StoreRefusedException;
import io.ragport.api.StoreTimeoutException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures that are hard to have from a real server; the others are tested with one. */
class QdrantErrorsTest {
  private final QdrantErrors errors = new QdrantErrors(QdrantOptions.of(Map.of()));

  private RagException translated(Status status, String description) {
    return errors.translate(
        QdrantErrors.place("notes"),
        "q:6334",
        status.withDescription(description).asRuntimeException());
  }

  @Test
  void theServerMayNoticeTheTimeoutBeforeTheClient() {
    assertThat(translated(Status.CANCELLED, "Timeout expired"))
        .isInstanceOf(StoreTimeoutException.class)
        .hasMessage(
            "qdrant: collection \"notes\": no answer within 60 s (is the server overloaded? else"
                + " raise rag.qdrant.callTimeout)");
  }

  @Test
  void aRequestTooLargeForTheServerIsRefused() {
    assertThat(translated(Status.OUT_OF_RANGE, "decoded message length too large"))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("lower rag.qdrant.batchBytes");
  }

  @Test
  void aFullDiskIsNamed() {
    assertThat(
            translated(
                Status.INTERNAL, "Service internal error: No space left on device: WAL buffer"))
        .isExactlyInstanceOf(RagStoreException.class)
        .hasMessage("qdrant: collection \"notes\": the server's disk is full");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Service internal error: Failed to apply update with Medium ordering via leader peer 7:"
            + " Service internal error: Tonic status error: status: Unknown, message: \"transport"
            + " error\", details: []",
        "Service internal error: Tonic status error: status: Unavailable, message: \"tcp connect"
            + " error\"",
        "Service internal error: The replica set for shard 1 on peer 7 does not have enough active"
            + " replicas",
        "Service internal error: Waiting for consensus operation commit failed. Timeout set at 5"
            + " seconds",
        "Service internal error: 0 of 0 read operations failed",
        "Service internal error: Local shard 2 not found"
      })
  void whatOneNodeCannotDoWithoutTheOthersMayBeRepeated(String description) {
    assertThat(translated(Status.INTERNAL, description))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessage(
            "qdrant at q:6334: too few nodes of the cluster answer (repeat the call once the others"
                + " are back)");
  }

  @Test
  void whatTheServerQuotesStaysInTheCause() {
    RagException failure = translated(Status.INVALID_ARGUMENT, "Wrong input: 'a secret text'");

    assertThat(failure)
        .hasMessage("qdrant: collection \"notes\": the server refused the request (see the cause)")
        .hasRootCauseMessage("INVALID_ARGUMENT: Wrong input: 'a secret text'");
  }

  @Test
  void onlyTheCollectionMakesAFailureMissing() {
    assertThat(Status.NOT_FOUND.withDescription("Not found: No point with id 1").asException())
        .matches(failure -> !Failures.isMissing(failure));
    assertThat(
            Status.NOT_FOUND
                .withDescription("Not found: Collection `a` doesn't exist!")
                .asException())
        .matches(Failures::isMissing);
    assertThat(
            Status.NOT_FOUND
                .withDescription(
                    "Not found: status: NotFound, message: \"Not found: Collection `a` doesn't exist!\"")
                .asException())
        .matches(Failures::isMissing);
  }

  @Test
  void theServersOwnLimitIsNotTakenForAnAnswerTooLarge() {
    assertThat(Status.RESOURCE_EXHAUSTED.withDescription("Rate limiting exceeded").asException())
        .matches(failure -> !Failures.isTooLarge(failure));
  }

  @Test
  void aFullCollection() {
    // The server counts now and then only, and lets a small collection have more.
    assertThat(StrictMode.refusal("Bad request: Max points count limit of 10 reached! Help: …"))
        .contains(
            "the collection is full: strict mode's limit of its points count is reached (delete"
                + " entries, or change that limit in the collection's strict_mode_config)");
  }

  @Test
  void limitsOfVersionsToComeAreNotQuoted() {
    assertThat(StrictMode.refusal("Bad request: Text \"of somebody\" is too long"))
        .contains("a limit of the server forbids it (see the collection's strict_mode_config)");
  }

  @Test
  void otherMessagesAreNoneOfStrictMode() {
    assertThat(StrictMode.refusal("Wrong input: Vector dimension error")).isEmpty();
  }
}
