package io.ragport.conformance;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Knows the tests of a suite among those of JUnit: their backends and their rules. Immutable. */
final class SuiteTests {
  private static final String TEMPLATE = "class-template";
  private static final String INVOCATION = "class-template-invocation";
  private static final Set<String> METHODS = Set.of("method", "test-template", "test-factory");

  private final Class<?> suite;

  /** Those of a parameterized class whose parameter is the backend. */
  SuiteTests(Class<?> suite) {
    this.suite = suite;
  }

  /** Whether the plan runs the suite, by itself or inside another one. */
  boolean areIn(TestPlan plan) {
    return plan.countTestIdentifiers(test -> isSuite(test.getUniqueIdObject())) > 0;
  }

  /** Whether the node is the suite itself or something around it in the plan. */
  boolean areBelow(TestIdentifier test, TestPlan plan) {
    return isSuite(test.getUniqueIdObject())
        || plan.getDescendants(test).stream()
            .anyMatch(descendant -> isSuite(descendant.getUniqueIdObject()));
  }

  /** The node of the backend that a test belongs to; empty outside of the suite. */
  Optional<UniqueId> backend(TestIdentifier test) {
    UniqueId id = test.getUniqueIdObject();
    for (int size = id.getSegments().size(); size > 1; size--) {
      if (id.getLastSegment().getType().equals(INVOCATION) && isSuite(id.removeLastSegment())) {
        return Optional.of(id);
      }
      id = id.removeLastSegment();
    }
    return Optional.empty();
  }

  private boolean isSuite(UniqueId id) {
    UniqueId.Segment last = id.getLastSegment();
    return last.getType().equals(TEMPLATE) && last.getValue().equals(suite.getName());
  }

  /** Whether it is a test method, and not one of several invocations of one. */
  static boolean isMethod(TestIdentifier test) {
    return METHODS.contains(test.getUniqueIdObject().getLastSegment().getType());
  }

  /** The method's name, and which invocation of it. */
  static String name(TestIdentifier test) {
    String display = test.getDisplayName();
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(source -> ((MethodSource) source).getMethodName())
        .map(method -> isMethod(test) ? method : method + " " + display)
        .orElse(display);
  }

  /** The rules of a test, or of all the tests in a container. */
  static Set<String> rules(TestIdentifier test, TestPlan plan) {
    if (test.getSource().isEmpty()) { // a dynamic test: its factory knows
      return plan.getParent(test).map(parent -> rules(parent, plan)).orElse(Set.of());
    }
    Set<String> rules = new LinkedHashSet<>();
    methods(test)
        .forEach(
            method ->
                AnnotationSupport.findAnnotation(method, Rule.class)
                    .ifPresent(rule -> rules.addAll(List.of(rule.value()))));
    return rules;
  }

  /** The test methods that a node stands for. */
  static List<Method> methods(TestIdentifier test) {
    TestSource source = test.getSource().orElse(null);
    if (source instanceof MethodSource method) {
      return List.of(method.getJavaMethod());
    }
    return source instanceof ClassSource type ? methods(type.getJavaClass()) : List.of();
  }

  /** The number of test methods for each backend. */
  int count() {
    return methods(suite).size();
  }

  private static List<Method> methods(Class<?> type) {
    List<Method> methods =
        new ArrayList<>(
            ReflectionSupport.findMethods(
                type,
                method -> method.isAnnotationPresent(Rule.class),
                HierarchyTraversalMode.TOP_DOWN));
    ReflectionSupport.findNestedClasses(type, nested -> true)
        .forEach(nested -> methods.addAll(methods(nested)));
    return methods;
  }
}
