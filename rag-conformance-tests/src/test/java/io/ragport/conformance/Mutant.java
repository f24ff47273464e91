package io.ragport.conformance;

import io.ragport.api.BaseRagService;
import io.ragport.api.store.VectorStore;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What can be wrong with a backend, and the rules of the contract that it breaks. */
enum Mutant {
  IGNORES_AN_EXISTING_ID(WritingMutants::ignoringExistingIds, "IDX-2", "IDX-12", "COL-6"),
  LOSES_ONE_OF_A_LARGE_BATCH(WritingMutants::losingOneOfALargeBatch, "IDX-9"),
  MERGES_METADATA(WritingMutants::mergingMetadata, "IDX-2"),
  FORGETS_WHEN_AN_ENTRY_WAS_CREATED(WritingMutants::forgettingCreatedAt, "IDX-2"),
  MOVES_INSTANTS_BY_AN_HOUR(WritingMutants::movingInstants, "IDX-1", "IDX-2", "IDX-8", "IDX-11"),
  NORMALISES_UNICODE(WritingMutants::normalisingUnicode, "IDX-6"),
  TRIMS_TEXT(WritingMutants::trimmingText, "IDX-6", "FLT-2"),
  ROUNDS_VECTORS(WritingMutants::roundingVectors, "ENT-4", "NRM-2"),
  MAKES_INTEGERS_DOUBLES(
      WritingMutants::makingIntegersDoubles,
      "META-1",
      "META-2",
      "META-3",
      "CON-2",
      "FLT-4",
      "FLT-9",
      "QRY-5"),
  DROPS_NULLS(WritingMutants::droppingNulls, "META-1", "FLT-3", "FLT-9"),
  LOSES_KEYS_OF_ITS_OWN(WritingMutants::losingKeysOfItsOwn, "META-3", "FLT-8", "FLT-9"),
  REPLACES_IN_TWO_STEPS(WritingMutants::replacingInTwoSteps, "REP-6", "REP-7"),
  REPLACES_WITHOUT_DELETING(
      WritingMutants::replacingWithoutDeleting,
      "CAP-4",
      "ENT-1",
      "REP-1",
      "REP-3",
      "REP-4",
      "REP-6",
      "REP-7"),
  SHOWS_HALF_OF_A_SMALL_BATCH(WritingMutants::showingHalfOfASmallBatch, "CON-1"),
  FINDS_ONE_TOO_FEW(
      SearchMutants::findingOneTooFew,
      "QRY-1",
      "QRY-2",
      "QRY-5",
      "QRY-6",
      "QRY-9",
      "QRY-10",
      "QRY-13",
      "IDX-9",
      "CFG-1",
      "CFG-6",
      "CON-4"),
  FILTERS_AFTER_TOP_K(SearchMutants::filteringAfterTopK, "QRY-2", "QRY-5"),
  LIMITS_ENTRIES_BEFORE_KEEP_BEST(SearchMutants::limitingEntriesBeforeKeepBest, "QRY-6"),
  SCALES_MIDDLING_SIMILARITIES(
      SearchMutants::scalingMiddlingSimilarities, "QRY-1", "IDX-2", "IDX-10", "EMB-4"),
  FINDS_AT_MOST_4096(SearchMutants::findingAtMost4096, "QRY-2"),
  DELETES_AT_MOST_65535_IDS(WritingMutants::deletingAtMost65535Ids, "DEL-2"),
  DECLARES_LESS_THAN_ITS_PROVIDER(StoreMutants::declaringOneCapabilityLess),
  HAS_NO_OPPOSITES(SearchMutants::withoutOpposites, "QRY-1", "QRY-8", "NRM-2"),
  READS_OPERATORS_IN_KEYWORDS(SearchMutants::readingOperatorsInKeywords, "QRY-13"),
  SKIPS_THE_FIRST_OF_A_PAGE(
      SearchMutants::skippingTheFirstOfAPage, "ENT-2", "ENT-4", "MAT-2", "NRM-2"),
  PAGES_BY_SIGNED_IDS(SearchMutants::pagingBySignedIds, "ENT-2"),
  COUNTS_FROM_MEMORY(SearchMutants::countingFromMemory, "ENT-1"),
  NE_SKIPS_MISSING_KEYS(FilterMutants::neSkippingMissingKeys, "FLT-3", "FLT-9"),
  COMPARES_INTEGERS_AS_DOUBLES(FilterMutants::comparingIntegersAsDoubles, "FLT-4", "FLT-9"),
  COMPARES_AS_TEXT(
      FilterMutants::comparingAsText, "FLT-3", "FLT-4", "FLT-5", "FLT-8", "FLT-9", "DEL-4"),
  READS_DOTS_AS_PATHS(FilterMutants::readingDotsAsPaths, "FLT-7", "FLT-9"),
  ORDERS_BY_UTF_16(FilterMutants::orderingByUtf16, "FLT-6", "FLT-9"),
  IGNORES_CASE(FilterMutants::ignoringCase, "FLT-4", "FLT-8", "FLT-9", "FLT-10"),
  MATCHES_PATTERNS(FilterMutants::matchingPatterns, "FLT-8", "DEL-4"),
  EMPTY_IN_MATCHES_EVERYTHING(FilterMutants::emptyInMatchingEverything, "FLT-5", "FLT-9"),
  MIXES_NAMES_THAT_DIFFER_IN_CASE(StoreMutants::mixingNamesThatDifferInCase, "COL-1"),
  REMEMBERS_COLLECTIONS(StoreMutants::rememberingCollections, "COL-9"),
  DROPS_WHAT_IS_NOT_ITS(StoreMutants::droppingWhatIsNotIts, "COL-8"),
  FORGETS_ON_CLOSE(
      StoreMutants::forgettingOnClose, "LIFE-3", "LIFE-4", "LIFE-5", "COL-1", "CON-3", "EMB-6"),
  LISTS_ONE_COLLECTION(
      StoreMutants::listingOneCollection, "COL-1", "COL-6", "DEL-1", "DEL-2", "EMB-4"),
  READS_AN_UNREACHABLE_SERVER_AS_EMPTY(StoreMutants::readingAnUnreachableServerAsEmpty, "LIFE-4"),
  READS_REFUSALS_AS_EMPTY(StoreMutants::readingRefusalsAsEmpty, "LIFE-5"),
  DECLARES_WHAT_IT_REFUSES(
      ServiceMutants::declaringWhatItRefuses,
      "CAP-3",
      "CAP-6",
      "COL-5",
      "COL-7",
      "LIFE-2",
      "LIFE-4",
      "LIFE-5",
      "QRY-5",
      "QRY-13"),
  DOES_WHAT_IT_DOES_NOT_DECLARE(ServiceMutants::doingWhatItDoesNotDeclare, "CAP-3", "CAP-6"),
  GIVES_ITS_CAPABILITIES_AWAY(ServiceMutants::givingItsCapabilitiesAway, "CAP-2"),
  EXCLUDES_THE_THRESHOLD(ServiceMutants::excludingTheThreshold, "QRY-8", "QRY-13"),
  INDEXES_A_BATCH_ONE_BY_ONE(
      ServiceMutants::indexingABatchOneByOne,
      "IDX-8",
      "IDX-11",
      "EMB-1",
      "EMB-3",
      "EMB-5",
      "CON-1"),
  RETURNS_MUTABLE_METADATA(ServiceMutants::returningMutableMetadata, "IDX-10"),
  DELETES_EVERYTHING_FOR_NO_SOURCES(
      ServiceMutants::deletingEverythingForNoSources, "DEL-3", "QRY-4"),
  TAKES_NO_COLLECTION_FOR_THE_DEFAULT(ServiceMutants::takingNoCollectionForTheDefault, "DEL-1"),
  LEAVES_THE_QUERY_INDEX_OUT(ServiceMutants::leavingTheQueryIndexOut, "QRY-9", "QRY-13"),
  LEAVES_CONTENT_OUT_OF_BATCHES(
      ServiceMutants::leavingContentOutOfBatches, "QRY-9", "QRY-10", "QRY-13"),
  NEVER_LEAVES_CONTENT_OUT(ServiceMutants::neverLeavingContentOut, "QRY-7", "QRY-9", "QRY-13"),
  BREAKS_TIES_BACKWARDS(ServiceMutants::breakingTiesBackwards, "QRY-1"),
  GETS_ENTRIES_IN_ORDER_OF_IDS(ServiceMutants::gettingEntriesInOrderOfIds, "ENT-3"),
  CREATES_WHAT_IT_DELETES_FROM(ServiceMutants::creatingWhatItDeletesFrom, "COL-5"),
  AVERAGES_BY_THE_BEST(ServiceMutants::averagingByTheBest, "MAT-2"),
  LETS_DRIVER_ERRORS_OUT(
      ServiceMutants::lettingDriverErrorsOut, "ERR-1", "ERR-2", "CON-4", "EMB-1", "ENT-1"),
  CLOSES_ONLY_ONCE(ServiceMutants::closingOnlyOnce, "LIFE-2", "LIFE-3", "COL-1", "COL-8", "EMB-6"),
  LEAVES_A_THREAD_BEHIND(ServiceMutants::leavingAThreadBehind, "LIFE-2"),
  SWALLOWS_INTERRUPTS(ServiceMutants::swallowingInterrupts, "CON-4");

  private final StoreMaker stores;
  private final UnaryOperator<BaseRagService> services;
  private final Set<String> breaks;
  private final boolean ofTheStore;

  /** Makes the store of a mutant. */
  interface StoreMaker {
    VectorStore make(Path folder, String token);
  }

  Mutant(StoreMaker stores, String... breaks) {
    this.stores = stores;
    this.services = service -> service;
    this.ofTheStore = true;
    this.breaks = Set.of(breaks);
  }

  Mutant(UnaryOperator<BaseRagService> services, String... breaks) {
    this.stores = MutantStore::new;
    this.services = services;
    this.ofTheStore = false;
    this.breaks = Set.of(breaks);
  }

  /** Whether its store is wrong, not what stands over it. */
  boolean isOfTheStore() {
    return ofTheStore;
  }

  VectorStore store(Path folder, String token) {
    return stores.make(folder, token);
  }

  BaseRagService service(BaseRagService service) {
    return services.apply(service);
  }

  /** The ids of the rules whose tests fail. */
  Set<String> breaks() {
    return breaks;
  }

  /** The name as configuration has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
