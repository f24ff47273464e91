package io.ragport.embed.onnx;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** An embedder sees the API and its own libraries, nothing else. */
@AnalyzeClasses(
    packages = "io.ragport.embed.onnx",
    importOptions = ImportOption.DoNotIncludeTests.class)
class DependenciesTest {
  @ArchTest
  static final ArchRule SEES_API_ONNXRUNTIME_AND_TOKENIZERS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "io.ragport.api..",
              "io.ragport.embed.onnx",
              "ai.djl..",
              "ai.onnxruntime..",
              "org.jspecify..",
              "org.slf4j..");
}
