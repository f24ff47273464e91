package io.ragport.conformance;

/**
 * How far a run is, told after each test.
 *
 * @param backend the backend of that test
 * @param topic the topic of that test, for example {@code QRY: querying}
 * @param done the test methods that are finished, of all backends
 * @param total the test methods there are, of all backends
 * @param failed the tests that failed so far, of all backends
 */
public record ConformanceProgress(String backend, String topic, int done, int total, int failed) {}
