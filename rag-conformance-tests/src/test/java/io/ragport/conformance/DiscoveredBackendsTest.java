package io.ragport.conformance;

import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.SelectClasses;
import org.junit.platform.suite.api.Suite;

/** The suite on every backend on the class path. */
@Suite
@SelectClasses(RagConformanceSuite.class)
@ConfigurationParameter(key = ConformanceSettings.REPORT, value = "target/conformance")
class DiscoveredBackendsTest {}
