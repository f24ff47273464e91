package io.ragport.store.qdrant;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A backend sees the API and its own drivers, nothing else. */
@AnalyzeClasses(
    packages = "io.ragport.store.qdrant",
    importOptions = ImportOption.DoNotIncludeTests.class)
class DependenciesTest {
  @ArchTest
  static final ArchRule SEES_API_AND_DRIVERS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "com.google.common.util.concurrent",
              "com.google.protobuf",
              "io.grpc..",
              "io.qdrant.client..",
              "io.ragport.api..",
              "io.ragport.store.qdrant",
              "java..",
              "javax.net.ssl",
              "org.jspecify..");
}
