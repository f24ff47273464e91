package io.ragport.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.ragport.core", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule coreSeesNoBackendAndNoEmbedder =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.ragport.store..", "io.ragport.embed..", "io.ragport.cli..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.ragport.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule jacksonStaysInTheConfiguration =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.ragport.core.config")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml..");

  @ArchTest
  static final ArchRule staticFieldsAreConstants = fields().that().areStatic().should().beFinal();

  @ArchTest
  static final ArchRule publicClassesAreFinal =
      classes()
          .that()
          .arePublic()
          .and()
          .areNotInterfaces()
          .and()
          .areNotEnums()
          .should()
          .haveModifier(JavaModifier.FINAL);
}
