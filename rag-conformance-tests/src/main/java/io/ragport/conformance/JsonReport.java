package io.ragport.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.ragport.api.Capability;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code conformance.json}: the report for programs. Keys keep their order from run to run. */
final class JsonReport {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final ConformanceReport report;

  JsonReport(ConformanceReport report) {
    this.report = report;
  }

  /** The file. */
  String text() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("date", report.date().toString());
    values.put("passed", report.passed());
    values.put("summary", report.summary());
    values.put("platform", report.platform());
    values.put("backends", report.backends().stream().map(JsonReport::values).toList());
    values.put("leftOut", report.leftOut());
    values.put("problems", report.problems());
    try {
      return MAPPER.writeValueAsString(values) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not a plain value", e);
    }
  }

  private static Map<String, Object> values(BackendReport backend) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("name", backend.name());
    values.put("passed", backend.passed());
    values.put("versions", backend.versions());
    values.put("capabilities", backend.capabilities().stream().map(Capability::id).toList());
    values.put("seconds", seconds(backend.duration()));
    Map<String, Object> counts = new LinkedHashMap<>();
    for (Outcome outcome : Outcome.values()) {
      counts.put(outcome.id(), backend.count(outcome));
    }
    values.put("counts", counts);
    Map<String, Object> rules = new LinkedHashMap<>();
    backend.rules().forEach(rule -> rules.put(rule.id(), values(rule)));
    values.put("rules", rules);
    return values;
  }

  private static Map<String, Object> values(RuleReport rule) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("outcome", rule.outcome().id());
    if (!rule.reason().isEmpty()) {
      values.put("reason", rule.reason());
    }
    if (!rule.failures().isEmpty()) {
      values.put("failures", rule.failures().stream().map(JsonReport::values).toList());
    }
    return values;
  }

  private static Map<String, String> values(RuleReport.Failure failure) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("test", failure.test());
    values.put("message", failure.message());
    return values;
  }

  /** Seconds with one decimal. */
  static double seconds(Duration duration) {
    return Math.round(duration.toMillis() / 100.0) / 10.0;
  }
}
