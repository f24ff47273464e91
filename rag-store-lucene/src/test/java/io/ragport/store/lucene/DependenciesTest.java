package io.ragport.store.lucene;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A backend sees the API and its own driver, nothing else. */
@AnalyzeClasses(
    packages = "io.ragport.store.lucene",
    importOptions = ImportOption.DoNotIncludeTests.class)
class DependenciesTest {
  @ArchTest
  static final ArchRule SEES_API_AND_LUCENE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "io.ragport.api..",
              "io.ragport.store.lucene",
              "org.apache.lucene..",
              "org.jspecify..");
}
