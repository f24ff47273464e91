package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.BaseRagService;
import io.ragport.api.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What there is to see when a node is killed while others index and query, and when it comes back.
 * All of that happens once; each test looks at one side of it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class KilledNode {
  private final String collectionName;
  private final int[] known;
  private final int killed;

  private List<UUID> acknowledgedWhileDown = List.of();
  private List<UUID> iteratedWhileDown = List.of();
  private List<UUID> fetchedWhileDown = List.of();
  private List<UUID> acknowledged = List.of();
  private List<UUID> iterated = List.of();
  private List<? extends Throwable> writeFailures = List.of();
  private List<? extends Throwable> readFailures = List.of();
  private final List<List<UUID>> iteratedWithoutAnother = new ArrayList<>();

  /**
   * @param known the nodes that the client knows
   */
  KilledNode(String collectionName, int killed, int... known) {
    this.collectionName = collectionName;
    this.killed = killed;
    this.known = known.clone();
  }

  abstract PrivateCluster cluster();

  @BeforeAll
  void killAndRestart() {
    cluster().restartEnded(); // where another test failed
    try (BaseRagService service = QdrantClusterTest.open(cluster().settings(known))) {
      Traffic traffic = Traffic.start(service, collectionName);
      cluster().node(killed).kill();
      traffic.awaitMore(20, 50);
      acknowledgedWhileDown = traffic.acknowledged();
      iteratedWhileDown = iterated(service);
      fetchedWhileDown =
          service.getEntries(collectionName, acknowledgedWhileDown).stream()
              .map(StoredEntry::id)
              .toList();
      cluster().node(killed).restart();
      cluster().awaitReplicas(collectionName);
      traffic.awaitMore(5, 20);
      traffic.stop();
      acknowledged = traffic.acknowledged();
      writeFailures = traffic.writeFailures();
      readFailures = traffic.readFailures();
      iterated = iterated(service);
    }
    for (PrivateServer other : cluster().nodesBut(killed)) {
      iteratedWithoutAnother.add(iteratedWithout(other));
    }
  }

  /** One of the three shards is then on no node but the one that had been killed. */
  private List<UUID> iteratedWithout(PrivateServer other) {
    other.kill();
    try (BaseRagService service = QdrantClusterTest.open(cluster().settings(1, 2, 3))) {
      return iterated(service);
    } finally {
      other.restart();
      cluster().awaitReplicas(collectionName);
    }
  }

  private List<UUID> iterated(BaseRagService service) {
    try (Stream<StoredEntry> entries = service.iterEntries(collectionName)) {
      return entries.map(StoredEntry::id).toList();
    }
  }

  @Test
  void readsGoOn() {
    assertThat(readFailures).extracting(KilledNode::withCauses).isEmpty();
  }

  @Test
  void writesGoOnOrFailInAWayThatAllowsToRepeatThem() {
    assertThat(writeFailures)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .as(withCauses(failure))
                    .isInstanceOf(BackendUnavailableException.class));
  }

  @Test
  void whatWasAcknowledgedIsThereWhileTheNodeIsDown() {
    assertThat(iteratedWhileDown).containsAll(acknowledgedWhileDown).doesNotHaveDuplicates();
    assertThat(fetchedWhileDown).containsExactlyInAnyOrderElementsOf(acknowledgedWhileDown);
  }

  @Test
  void whatWasAcknowledgedIsThereOnceTheNodeIsBack() {
    assertThat(iterated).containsAll(acknowledged).doesNotHaveDuplicates();
  }

  @Test
  void theNodeCatchesUp() {
    assertThat(iteratedWithoutAnother)
        .hasSize(2)
        .allSatisfy(ids -> assertThat(ids).containsExactlyInAnyOrderElementsOf(iterated));
  }

  private static String withCauses(Throwable failure) {
    StringBuilder told = new StringBuilder(String.valueOf(failure));
    for (@Nullable Throwable at = failure.getCause(); at != null; at = at.getCause()) {
      told.append(", caused by ").append(at);
    }
    return told.toString();
  }
}
