package io.ragport.conformance;

import io.ragport.api.BaseRagService;
import io.ragport.api.store.VectorStore;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What can be wrong with a backend, and the rules of the contract that it breaks. */
enum Mutant {
  IGNORES_AN_EXISTING_ID(StoreMutants::ignoringExistingIds, "IDX-2"),
  LOSES_THE_LAST_OF_A_BATCH(StoreMutants::losingTheLastOfABatch, "IDX-3"),
  MERGES_METADATA(StoreMutants::mergingMetadata, "IDX-2"),
  FORGETS_WHEN_AN_ENTRY_WAS_CREATED(StoreMutants::forgettingCreatedAt, "IDX-2"),
  KEEPS_MILLISECONDS(StoreMutants::keepingMilliseconds, "IDX-11"),
  NORMALISES_UNICODE(StoreMutants::normalisingUnicode, "IDX-6"),
  TRIMS_TEXT(StoreMutants::trimmingText, "IDX-6"),
  ROUNDS_VECTORS(StoreMutants::roundingVectors, "ENT-4"),
  MAKES_INTEGERS_DOUBLES(StoreMutants::makingIntegersDoubles, "META-1", "META-2"),
  DROPS_NULLS(StoreMutants::droppingNulls, "META-1"),
  LOSES_KEYS_OF_ITS_OWN(StoreMutants::losingKeysOfItsOwn, "META-3"),
  REPLACES_IN_TWO_STEPS(StoreMutants::replacingInTwoSteps, "REP-7"),
  REPLACES_WITHOUT_DELETING(StoreMutants::replacingWithoutDeleting, "REP-3"),
  WRITES_WITHOUT_A_LOCK(StoreMutants::writingWithoutALock, "CON-1"),
  FINDS_ONE_TOO_FEW(StoreMutants::countingOneTooFew, "QRY-2"),
  FILTERS_AFTER_TOP_K(StoreMutants::filteringAfterTopK, "QRY-5"),
  LIMITS_ENTRIES_BEFORE_KEEP_BEST(StoreMutants::limitingEntriesBeforeKeepBest, "QRY-6"),
  TAKES_THE_DOT_PRODUCT(StoreMutants::takingTheDotProduct, "QRY-1"),
  HAS_NO_NEGATIVE_SIMILARITIES(StoreMutants::withoutNegativeSimilarities, "QRY-1"),
  READS_OPERATORS_IN_KEYWORDS(StoreMutants::readingOperatorsInKeywords, "QRY-13"),
  SKIPS_THE_FIRST_OF_A_PAGE(StoreMutants::skippingTheFirstOfAPage, "ENT-2"),
  PAGES_BY_SIGNED_IDS(StoreMutants::pagingBySignedIds, "ENT-2"),
  COUNTS_FROM_MEMORY(StoreMutants::countingFromMemory, "ENT-1"),
  NE_SKIPS_MISSING_KEYS(StoreMutants::neSkippingMissingKeys, "FLT-3"),
  COMPARES_INTEGERS_AS_DOUBLES(StoreMutants::comparingIntegersAsDoubles, "FLT-4"),
  COMPARES_AS_TEXT(StoreMutants::comparingAsText, "FLT-4"),
  READS_DOTS_AS_PATHS(StoreMutants::readingDotsAsPaths, "FLT-7"),
  ORDERS_BY_UTF_16(StoreMutants::orderingByUtf16, "FLT-6"),
  IGNORES_CASE(StoreMutants::ignoringCase, "FLT-1"),
  MATCHES_PATTERNS(StoreMutants::matchingPatterns, "FLT-8"),
  EMPTY_IN_MATCHES_EVERYTHING(StoreMutants::emptyInMatchingEverything, "FLT-5"),
  MIXES_NAMES_THAT_DIFFER_IN_CASE(StoreMutants::mixingNamesThatDifferInCase, "COL-1"),
  REMEMBERS_COLLECTIONS(StoreMutants::rememberingCollections, "COL-9"),
  DROPS_WHAT_IS_NOT_ITS(StoreMutants::droppingWhatIsNotIts, "COL-8"),
  FORGETS_ON_CLOSE(StoreMutants::forgettingOnClose, "LIFE-3"),
  LISTS_ONE_COLLECTION(StoreMutants::listingOneCollection, "COL-6"),
  READS_AN_UNREACHABLE_SERVER_AS_EMPTY(StoreMutants::readingAnUnreachableServerAsEmpty, "LIFE-4"),
  READS_REFUSALS_AS_EMPTY(StoreMutants::readingRefusalsAsEmpty, "LIFE-5"),
  DECLARES_WHAT_IT_REFUSES(ServiceMutants::declaringWhatItRefuses, "CAP-3"),
  DOES_WHAT_IT_DOES_NOT_DECLARE(ServiceMutants::doingWhatItDoesNotDeclare, "CAP-4"),
  GIVES_ITS_CAPABILITIES_AWAY(ServiceMutants::givingItsCapabilitiesAway, "CAP-2"),
  EXCLUDES_THE_THRESHOLD(ServiceMutants::excludingTheThreshold, "QRY-8"),
  INDEXES_A_BATCH_ONE_BY_ONE(ServiceMutants::indexingABatchOneByOne, "IDX-8"),
  RETURNS_MUTABLE_METADATA(ServiceMutants::returningMutableMetadata, "IDX-10"),
  DELETES_EVERYTHING_FOR_NO_SOURCES(ServiceMutants::deletingEverythingForNoSources, "DEL-3"),
  TAKES_NO_COLLECTION_FOR_THE_DEFAULT(ServiceMutants::takingNoCollectionForTheDefault, "DEL-1"),
  LEAVES_THE_QUERY_INDEX_OUT(ServiceMutants::leavingTheQueryIndexOut, "QRY-9"),
  LEAVES_CONTENT_OUT_OF_BATCHES(ServiceMutants::alwaysLeavingContentOut, "QRY-9"),
  NEVER_LEAVES_CONTENT_OUT(ServiceMutants::neverLeavingContentOut, "QRY-7"),
  BREAKS_TIES_BACKWARDS(ServiceMutants::breakingTiesBackwards, "QRY-1"),
  GETS_ENTRIES_IN_ORDER_OF_IDS(ServiceMutants::gettingEntriesInOrderOfIds, "ENT-3"),
  CREATES_WHAT_IT_READS(ServiceMutants::creatingWhatItReads, "COL-5"),
  AVERAGES_BY_THE_BEST(ServiceMutants::averagingByTheBest, "MAT-2"),
  LETS_DRIVER_ERRORS_OUT(ServiceMutants::lettingDriverErrorsOut, "ERR-1"),
  CLOSES_ONLY_ONCE(ServiceMutants::closingOnlyOnce, "LIFE-2"),
  LEAVES_A_THREAD_BEHIND(ServiceMutants::leavingAThreadBehind, "LIFE-2"),
  SWALLOWS_INTERRUPTS(ServiceMutants::swallowingInterrupts, "CON-4");

  private final StoreMaker stores;
  private final UnaryOperator<BaseRagService> services;
  private final Set<String> breaks;

  /** Makes the store of a mutant. */
  interface StoreMaker {
    VectorStore make(Path folder, String token);
  }

  Mutant(StoreMaker stores, String... breaks) {
    this.stores = stores;
    this.services = service -> service;
    this.breaks = Set.of(breaks);
  }

  Mutant(UnaryOperator<BaseRagService> services, String... breaks) {
    this.stores = ReferenceVectorStore::new;
    this.services = services;
    this.breaks = Set.of(breaks);
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
}
