package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.ragport.api.Capability;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** The contract and the suite, checked against each other in both directions. */
class RuleCoverageTest {
  private static final Contract CONTRACT = Contract.load();

  @Test
  void everyRuleHasATestOrAReasonWhyItHasNone() {
    Set<String> tested = new TreeSet<>(testsByRule().keySet());
    Set<String> untestable = CONTRACT.untestable().keySet();

    assertThat(CONTRACT.rules())
        .hasSizeGreaterThan(90)
        .extracting(Contract.Entry::id)
        .allSatisfy(
            id ->
                assertThat(tested.contains(id) != untestable.contains(id))
                    .as("%s has either a test or a reason", id)
                    .isTrue());
  }

  @Test
  void everyTestNamesRulesOfTheContract() {
    assertThat(tests())
        .isNotEmpty()
        .allSatisfy(
            test -> {
              Rule rule = test.getAnnotation(Rule.class);
              assertThat(rule).as("@Rule on %s", test).isNotNull();
              assertThat(rule.value())
                  .as("rules of %s", test)
                  .isNotEmpty()
                  .allMatch(id -> CONTRACT.find(id).isPresent());
            });
    assertThat(CONTRACT.untestable())
        .allSatisfy(
            (id, reason) -> {
              assertThat(CONTRACT.find(id)).as(id).isPresent();
              assertThat(reason).as(id).isNotBlank();
            });
  }

  @Test
  void aTestOfARuleThatIsTaggedNeedsItsCapability() {
    for (Contract.Entry rule : CONTRACT.rules()) {
      if (!rule.capabilities().isEmpty()) {
        assertThat(testsByRule().getOrDefault(rule.id(), List.of()))
            .as("tests of %s need one of %s", rule.id(), rule.capabilities())
            .allMatch(test -> needs(test).stream().anyMatch(rule.capabilities()::contains));
      }
    }
  }

  @Test
  void everyTopicIsInTheSuite() {
    Set<String> inTheSuite =
        topics().map(topic -> topic.getSuperclass().getName()).collect(Collectors.toSet());

    Set<String> written =
        new ClassFileImporter()
            .importPackagesOf(RagConformanceSuite.class).stream()
                .filter(type -> type.isAssignableTo(Rules.class))
                .filter(type -> type.getModifiers().contains(JavaModifier.ABSTRACT))
                .filter(type -> hasTests(type.reflect()))
                .map(JavaClass::getName)
                .collect(Collectors.toSet());

    assertThat(inTheSuite).hasSizeGreaterThan(15).containsExactlyInAnyOrderElementsOf(written);
  }

  private static boolean hasTests(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .anyMatch(method -> AnnotationSupport.isAnnotated(method, Testable.class));
  }

  private static Set<Capability> needs(Method test) {
    Set<Capability> needs = new HashSet<>();
    for (Needs each :
        new Needs[] {
          test.getAnnotation(Needs.class), test.getDeclaringClass().getAnnotation(Needs.class)
        }) {
      if (each != null) {
        needs.addAll(Arrays.asList(each.value()));
      }
    }
    return needs;
  }

  private static Map<String, List<Method>> testsByRule() {
    Map<String, List<Method>> tests = new LinkedHashMap<>();
    for (Method test : tests()) {
      for (String id : test.getAnnotation(Rule.class).value()) {
        tests.computeIfAbsent(id, key -> new ArrayList<>()).add(test);
      }
    }
    return tests;
  }

  private static List<Method> tests() {
    return topics()
        .flatMap(
            topic ->
                ReflectionSupport.findMethods(
                    topic,
                    method -> AnnotationSupport.isAnnotated(method, Testable.class),
                    HierarchyTraversalMode.TOP_DOWN)
                    .stream())
        .toList();
  }

  private static Stream<Class<?>> topics() {
    return Stream.of(RagConformanceSuite.class.getDeclaredClasses())
        .filter(type -> type.isAnnotationPresent(Nested.class));
  }
}
