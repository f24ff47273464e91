package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.CollectionInfo;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.DimensionMismatchException;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.embedding.Normalizer;
import io.ragport.core.EmbeddingProviders;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** COL-2 to COL-4, COL-7 and COL-9: what a collection records, who makes it, who makes it anew. */
abstract class CollectionSettingsRules extends Rules {
  private final RecordingEmbedding first = new RecordingEmbedding("first/model", 8);
  private final RecordingEmbedding second = new RecordingEmbedding("second/model", 5);

  CollectionSettingsRules(Backend backend) {
    super(backend);
  }

  // Made by indexing

  @Rule("COL-2")
  @Test
  void indexingMakesAMissingCollectionWithTheServicesModel() {
    BaseRagService made = configuredWith(NamedModels.of(second));

    RagEntry entry = made.index(into(DOCS, "a text"));

    assertThat(entry.model()).isEqualTo("second/model");
    assertThat(entry.embeddingSize()).isEqualTo(5);
    assertThat(everything(made, DOCS))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.model()).isEqualTo("second/model");
              assertThat(found.embeddingSize()).isEqualTo(5);
            });
  }

  @Rule("COL-2")
  @Test
  void twoCreatorsAtOnceThatAgreeBothSucceed() {
    List<BaseRagService> creators = List.of(service, open());
    Set<UUID> indexed = ConcurrentHashMap.newKeySet();

    AtOnce.run(
        creators.size(),
        thread -> indexed.add(creators.get(thread).index(into(DOCS, "a text")).id()));

    assertThat(ids(everything(DOCS))).hasSize(2).containsExactlyInAnyOrderElementsOf(indexed);
  }

  @Rule("COL-2")
  @Test
  void aCreatorThatComesSecondAndAgreesSucceeds() {
    BaseRagService rival =
        keep(
            configured(Map.of()).embedder(new RecordingEmbedding(embedding.modelName(), 8)).open());
    whileEmbedding(() -> rival.index(into(DOCS, "the rival's")));

    index("ours");

    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("ours", "the rival's");
  }

  @Rule("COL-2")
  @Test
  void aCreatorThatComesSecondWithAnotherModelFails() {
    loses(keep(configured(Map.of()).embedder(new RecordingEmbedding("rival/model", 8)).open()));
  }

  @Rule("COL-2")
  @Test
  void aCreatorThatComesSecondWithAnotherDimensionFails() {
    loses(
        keep(
            configured(Map.of())
                .embedder(new RecordingEmbedding(embedding.modelName(), 5))
                .open()));
  }

  @Rule("COL-2")
  @Test
  void aCreatorThatComesSecondWithAnotherNormalizerFails() {
    loses(
        keep(
            configured(Map.of())
                .embedder(new RecordingEmbedding(embedding.modelName(), 8))
                .normalizer(Normalizer.L2)
                .open()));
  }

  /** Our service finds no collection, and has embedded when the rival's is there. */
  private void loses(BaseRagService rival) {
    whileEmbedding(() -> rival.index(into(DOCS, "the rival's")));

    assertThatThrownBy(() -> indexAll(List.of(IndexItem.of("ours"), IndexItem.of("ours as well"))))
        .isInstanceOf(CollectionMismatchException.class)
        .hasMessageContaining(DOCS);
    assertThat(contents(everything(rival, DOCS)))
        .as("contents, nothing of the loser's among them")
        .containsExactly("the rival's");
  }

  private void whileEmbedding(Runnable step) {
    embedding.answering(
        texts -> {
          embedding.recover();
          step.run();
          return texts.stream().map(embedding::vectorOf).toArray(float[][]::new);
        });
  }

  // The recorded model

  @Rule("COL-3")
  @Test
  void theRecordedModelIsUsedAndNamedByResults() {
    configuredWith(NamedModels.of(first)).index(into(DOCS, "an old text"));
    first.forgetCalls();
    BaseRagService other = configuredWith(NamedModels.of(second, first));

    RagEntry entry = other.index(into(DOCS, "a new text"));
    List<RagServiceResult> results = everything(other, DOCS);

    assertThat(entry.model()).isEqualTo("first/model");
    assertThat(results)
        .hasSize(2)
        .allSatisfy(result -> assertThat(result.model()).isEqualTo("first/model"));
    assertThat(first.calls()).as("calls of the recorded model").hasSize(2);
    assertThat(second.calls()).as("calls of the configured model").isEmpty();
    assertThat(log.take()).hasSize(1);
  }

  @Rule("COL-3")
  @Test
  void aServiceOfAnotherModelWarnsOnceNamingBoth() {
    configuredWith(NamedModels.of(first)).index(into(DOCS, "a text"));
    BaseRagService other = configuredWith(NamedModels.of(second, first));

    everything(other, DOCS);
    everything(other, DOCS);
    other.index(into(DOCS, "another text"));

    assertThat(log.take())
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning).contains(backend.name(), DOCS, "first/model", "second/model"));
  }

  @Rule("COL-3")
  @Test
  void aServiceOfTheSameModelDoesNotWarn() {
    configuredWith(NamedModels.of(first)).index(into(DOCS, "a text"));

    BaseRagService same = configuredWith(NamedModels.of(first));

    assertThat(contents(everything(same, DOCS))).containsExactly("a text");
    assertThat(log.take()).isEmpty();
  }

  @Rule("COL-3")
  @Test
  void aModelThatCannotBeResolvedFailsBeforeAnythingIsEmbeddedOrStored() {
    configuredWith(NamedModels.of(first)).index(into(DOCS, "a text"));
    BaseRagService other = configuredWith(NamedModels.of(second));

    assertThatThrownBy(() -> everything(other, DOCS))
        .as("query")
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("first/model")
        .hasMessageContaining("second/model");
    assertThatThrownBy(() -> other.index(into(DOCS, "another text")))
        .as("index")
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("first/model");
    assertThat(second.calls()).isEmpty();
    assertThat(contents(everything(configuredWith(NamedModels.of(first)), DOCS)))
        .containsExactly("a text");
  }

  @Rule("COL-3")
  @Test
  void newCollectionsOfThatServiceGetItsOwnModel() {
    configuredWith(NamedModels.of(first)).index(into(DOCS, "a text"));
    BaseRagService other = configuredWith(NamedModels.of(second, first));

    RagEntry entry = other.index(into("new", "a text"));

    assertThat(entry.model()).isEqualTo("second/model");
  }

  // The dimension

  @Rule("COL-4")
  @Test
  void aDimensionThatDoesNotFitFailsNamingBothNumbersAndWritesNothing() {
    index("a text");
    BaseRagService misfit = ofDimension(5);

    assertThatThrownBy(() -> misfit.index(into(DOCS, "another text")))
        .as("index")
        .isInstanceOfSatisfying(
            DimensionMismatchException.class,
            failure -> {
              assertThat(failure.expected()).isEqualTo(8);
              assertThat(failure.actual()).isEqualTo(5);
              assertThat(failure).hasMessageContaining("8").hasMessageContaining("5");
            });
    assertThatThrownBy(
            () ->
                misfit.indexBatch(
                    IndexBatchRequest.builder()
                        .collectionName(DOCS)
                        .add(IndexItem.of("x"))
                        .add(IndexItem.of("y"))
                        .build()))
        .as("indexBatch")
        .isInstanceOf(DimensionMismatchException.class);
    assertThat(contents(everything(DOCS))).containsExactly("a text");
  }

  @Rule("COL-4")
  @Needs(Capability.REPLACE)
  @Test
  void aReplacementOfAnotherDimensionLeavesTheOldEntries() {
    index("a text", "a");
    BaseRagService misfit = ofDimension(5);

    assertThatThrownBy(
            () ->
                misfit.replace(
                    ReplaceRequest.builder(DOCS).sourceId("a").add(IndexItem.of("new")).build()))
        .isInstanceOf(DimensionMismatchException.class)
        .hasMessageContaining("8")
        .hasMessageContaining("5");
    assertThat(contents(everything(DOCS))).containsExactly("a text");
  }

  @Rule("COL-4")
  @Test
  void aQueryOfAnotherDimensionFailsNamingBothNumbers() {
    index("a text");
    BaseRagService misfit = ofDimension(5);

    assertThatThrownBy(() -> misfit.query(theQuery().build()))
        .isInstanceOf(DimensionMismatchException.class)
        .hasMessageContaining("8")
        .hasMessageContaining("5");
  }

  private BaseRagService ofDimension(int dimension) {
    return keep(
        configured(Map.of())
            .embedder(new RecordingEmbedding(embedding.modelName(), dimension))
            .open());
  }

  // Without provisioning

  @Rule("COL-7")
  @Test
  void withoutProvisioningIndexingIntoAMissingCollectionFailsBeforeEmbedding() {
    BaseRagService guest = open(Map.of("provision", false));

    assertThatThrownBy(() -> guest.index(into(DOCS, "a text")))
        .as("index")
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag." + backend.name() + ".provision")
        .hasMessageContaining(DOCS)
        .hasMessageContaining("createCollection");
    assertThatThrownBy(
            () ->
                guest.indexBatch(
                    IndexBatchRequest.builder()
                        .collectionName(DOCS)
                        .add(IndexItem.of("a text"))
                        .build()))
        .as("indexBatch")
        .isInstanceOf(RagConfigurationException.class);
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("COL-7")
  @Needs(Capability.REPLACE)
  @Test
  void withoutProvisioningReplacingInAMissingCollectionFailsBeforeEmbedding() {
    BaseRagService guest = open(Map.of("provision", false));

    assertThatThrownBy(
            () ->
                guest.replace(
                    ReplaceRequest.builder(DOCS).sourceId("a").add(IndexItem.of("new")).build()))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag." + backend.name() + ".provision");
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("COL-7")
  @Needs(Capability.REPLACE)
  @Test
  void withoutProvisioningReplacingByNothingIsSilent() {
    BaseRagService guest = open(Map.of("provision", false));

    assertThatCode(() -> guest.replace(ReplaceRequest.builder(DOCS).sourceId("a").build()))
        .doesNotThrowAnyException();
  }

  @Rule("COL-7")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void withoutProvisioningNoCallMakesACollection() {
    BaseRagService guest = open(Map.of("provision", false));

    new Calls(this::declares, DOCS).reading().values().forEach(call -> call.accept(guest));
    new Calls(this::declares, DOCS).removing().values().forEach(call -> call.accept(guest));
    assertThatThrownBy(() -> guest.index(into(DOCS, "a text")))
        .isInstanceOf(RagConfigurationException.class);

    assertThat(service.listCollections()).isEmpty();
  }

  @Rule("COL-7")
  @Test
  void withoutProvisioningAnExistingCollectionWorks() {
    index("a text");
    BaseRagService guest = open(Map.of("provision", false));

    guest.index(into(DOCS, "another text"));

    assertThat(contents(everything(guest, DOCS)))
        .containsExactlyInAnyOrder("a text", "another text");
  }

  @Rule("COL-7")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void theCallThatTheErrorNamesMakesTheCollection() {
    BaseRagService guest = open(Map.of("provision", false));

    guest.createCollection(DOCS, RecordingEmbedding.DIMENSION, null);
    guest.index(into(DOCS, "a text"));

    assertThat(contents(everything(guest, DOCS))).containsExactly("a text");
  }

  // Made anew by someone else

  @Rule("COL-9")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void aCollectionThatAnotherServiceDroppedReadsAsEmpty() {
    index("a text");
    assertThat(everything(DOCS)).hasSize(1);

    open().dropCollection(DOCS);

    assertThat(atWorstOneError(() -> everything(DOCS))).isEmpty();
    assertThat(service.listCollections()).isEmpty();
  }

  @Rule("COL-9")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void aCollectionThatAnotherServiceMadeAnewIsSeenAsItIsNow() {
    BaseRagService other = open();
    index("old");
    assertThat(everything(DOCS)).hasSize(1);

    other.dropCollection(DOCS);
    other.index(into(DOCS, "new"));

    assertThat(contents(atWorstOneError(() -> everything(DOCS)))).containsExactly("new");
    assertThat(service.listCollections()).extracting(CollectionInfo::count).containsExactly(1L);
  }

  @Rule("COL-9")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void aCollectionMadeAnewWithAnotherDimensionAndModelIsReadAndIndexedWithThese() {
    BaseRagService open = configuredWith(NamedModels.of(first, second));
    open.index(into(DOCS, "old"));
    assertThat(everything(open, DOCS)).hasSize(1);

    BaseRagService other = configuredWith(NamedModels.of(second));
    other.dropCollection(DOCS);
    other.index(into(DOCS, "new"));

    assertThat(contents(atWorstOneError(() -> everything(open, DOCS)))).containsExactly("new");
    RagEntry entry = atWorstOneError(() -> open.index(into(DOCS, "newer")));
    assertThat(entry.model()).isEqualTo("second/model");
    assertThat(entry.embeddingSize()).isEqualTo(5);
    assertThat(contents(everything(open, DOCS))).containsExactlyInAnyOrder("new", "newer");
    assertThat(log.take()).as("warnings of the other model").hasSize(1);
  }

  @Rule("COL-9")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void indexingIntoACollectionThatAnotherServiceDroppedMakesItAnew() {
    index("old");

    open().dropCollection(DOCS);
    atWorstOneError(() -> index("new"));

    assertThat(contents(everything(open(), DOCS))).containsExactly("new");
  }

  private BaseRagService configuredWith(NamedModels models) {
    return keep(configured(Map.of()).embedders(EmbeddingProviders.of(models)).open());
  }

  private static IndexRequest into(String collectionName, String text) {
    return IndexRequest.builder(text).collectionName(collectionName).build();
  }
}
