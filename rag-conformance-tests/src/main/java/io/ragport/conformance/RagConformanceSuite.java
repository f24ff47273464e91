package io.ragport.conformance;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Every rule of the contract, checked on every backend that is found together with its {@link
 * BackendFixture}. Run it as it is: there is nothing to subclass and nothing to switch off. A rule
 * is left out only where the backend does not declare its capability, or where the fixture says why
 * it cannot be tested.
 */
@Execution(ExecutionMode.SAME_THREAD)
@Isolated("watches the log, threads and the default locale of the whole process")
@ParameterizedClass(name = "{0}")
@ArgumentsSource(BackendSource.class)
public final class RagConformanceSuite {
  private final Backend backend;

  RagConformanceSuite(Backend backend) {
    this.backend = backend;
  }

  @Nested
  final class Capabilities extends CapabilityRules {
    Capabilities() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Lifecycle extends LifecycleRules {
    Lifecycle() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Connecting extends ConnectionRules {
    Connecting() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Discovery extends DiscoveryRules {
    Discovery() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Configuration extends ConfigurationRules {
    Configuration() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Collections extends CollectionRules {
    Collections() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class CollectionSettings extends CollectionSettingsRules {
    CollectionSettings() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Indexing extends IndexRules {
    Indexing() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Upserting extends UpsertRules {
    Upserting() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Texts extends TextRules {
    Texts() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Batches extends BatchRules {
    Batches() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class AllOrNothing extends AllOrNothingRules {
    AllOrNothing() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Metadata extends MetadataRules {
    Metadata() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class MetadataKeys extends MetadataKeyRules {
    MetadataKeys() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Embedding extends EmbeddingRules {
    Embedding() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class EmbeddingReports extends EmbeddingReportRules {
    EmbeddingReports() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Normalization extends NormalizingRules {
    Normalization() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Querying extends QueryRules {
    Querying() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class QueryConditions extends QueryConditionRules {
    QueryConditions() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class BatchQuerying extends BatchQueryRules {
    BatchQuerying() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Recall extends RecallRules {
    Recall() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Keywords extends KeywordRules {
    Keywords() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Hybrid extends HybridRules {
    Hybrid() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Filters extends FilterRules {
    Filters() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class FilterTables extends FilterTableRules {
    FilterTables() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class FilterTexts extends FilterTextRules {
    FilterTexts() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class DifferentialFilters extends DifferentialFilterRules {
    DifferentialFilters() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Deleting extends DeleteRules {
    Deleting() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class DeletingByMetadata extends MetadataDeleteRules {
    DeletingByMetadata() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Replacing extends ReplaceRules {
    Replacing() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class AtomicReplacing extends AtomicReplaceRules {
    AtomicReplacing() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Counting extends CountRules {
    Counting() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Entries extends EntryRules {
    Entries() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Matrix extends MatrixRules {
    Matrix() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Normalizing extends NormalizerRules {
    Normalizing() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Concurrency extends ConcurrencyRules {
    Concurrency() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Interrupts extends InterruptRules {
    Interrupts() {
      super(RagConformanceSuite.this.backend);
    }
  }

  @Nested
  final class Errors extends ErrorRules {
    Errors() {
      super(RagConformanceSuite.this.backend);
    }
  }
}
