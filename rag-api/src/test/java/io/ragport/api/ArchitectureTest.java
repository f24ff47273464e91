package io.ragport.api;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.ragport.api.store.MetadataJson;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/** The borders of the module, and those inside it. */
@AnalyzeClasses(packages = "io.ragport.api", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String JACKSON = "com.fasterxml.jackson..";

  @ArchTest
  static final ArchRule THE_MODULE_NEEDS_THE_JDK_JSPECIFY_AND_JACKSON_ALONE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.ragport.api..", "java..", "org.jspecify.annotations", JACKSON);

  @ArchTest
  static final ArchRule JACKSON_IS_KNOWN_TO_THE_METADATA_CODEC_ALONE =
      noClasses()
          .that(DescribedPredicate.not(partOf(MetadataJson.class)))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(JACKSON);

  @ArchTest
  static final ArchRule NO_SIGNATURE_NAMES_A_JACKSON_TYPE =
      methods().that().arePublic().or().areProtected().should(notMention("com.fasterxml.jackson"));

  @ArchTest
  static final ArchRule THE_CONTRACT_KNOWS_NEITHER_STORES_NOR_PLUGINS =
      noClasses()
          .that()
          .resideInAnyPackage("io.ragport.api", "io.ragport.api.embedding")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.ragport.api.store", "io.ragport.api.spi");

  @ArchTest
  static final ArchRule PLUGINS_KNOW_NO_STORE =
      noClasses()
          .that()
          .resideInAPackage("io.ragport.api.spi")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.ragport.api.store");

  /** The contract returns a normalizer; other than that, embedding builds on it, not it on them. */
  @ArchTest
  static final ArchRule THE_CONTRACT_KNOWS_OF_EMBEDDING_ONLY_THE_NORMALIZER_AND_THE_LISTENER =
      noClasses()
          .that()
          .resideInAPackage("io.ragport.api")
          .should()
          .dependOnClassesThat(
              DescribedPredicate.describe(
                  "are in io.ragport.api.embedding and neither Normalizer nor EmbeddingListener",
                  type ->
                      type.getPackageName().equals("io.ragport.api.embedding")
                          && !type.getSimpleName().equals("Normalizer")
                          && !type.getSimpleName().equals("EmbeddingListener")));

  /** The one thread that ties the two packages into a knot. */
  @ArchTest
  static final ArchRule EMBEDDING_KNOWS_OF_THE_CONTRACT_ONLY_ITS_ARGUMENT_CHECKS =
      noClasses()
          .that()
          .resideInAPackage("io.ragport.api.embedding")
          .should()
          .dependOnClassesThat(
              DescribedPredicate.describe(
                  "are in io.ragport.api and not Arguments",
                  type ->
                      type.getPackageName().equals("io.ragport.api")
                          && !type.getSimpleName().equals("Arguments")));

  @ArchTest static final ArchRule NOTHING_IS_PRINTED = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

  @ArchTest
  static final ArchRule LOGS_GO_TO_THE_SYSTEM_LOGGER = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

  @ArchTest
  static void publicClassesAreInExportedPackages(JavaClasses all) throws Exception {
    Set<String> exported = exports();

    assertThat(all.stream().filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC)))
        .allSatisfy(type -> assertThat(exported).contains(type.getPackageName()));
  }

  @ArchTest
  static void exactlyTheseFourPackagesAreExported(JavaClasses all) throws Exception {
    assertThat(exports())
        .containsExactlyInAnyOrder(
            "io.ragport.api",
            "io.ragport.api.embedding",
            "io.ragport.api.spi",
            "io.ragport.api.store");
    assertThat(all.stream().map(JavaClass::getPackageName).collect(Collectors.toSet()))
        .isEqualTo(exports());
  }

  @ArchTest
  static void theModuleRequiresJacksonAndForCompilingJspecify(JavaClasses all) throws Exception {
    ModuleDescriptor module = module();

    assertThat(module.name()).isEqualTo("io.ragport.api");
    assertThat(module.requires())
        .extracting(ModuleDescriptor.Requires::name)
        .containsExactlyInAnyOrder("java.base", "com.fasterxml.jackson.databind", "org.jspecify");
    assertThat(module.opens()).isEmpty();
  }

  private static Set<String> exports() throws Exception {
    return module().exports().stream()
        .filter(export -> !export.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toSet());
  }

  private static ModuleDescriptor module() throws Exception {
    try (InputStream in = Files.newInputStream(Path.of("target/classes/module-info.class"))) {
      return ModuleDescriptor.read(in);
    }
  }

  private static DescribedPredicate<JavaClass> partOf(Class<?> outer) {
    return DescribedPredicate.describe(
        "are part of " + outer.getSimpleName(),
        type ->
            type.getName().equals(outer.getName())
                || type.getName().startsWith(outer.getName() + "$"));
  }

  private static ArchCondition<JavaMethod> notMention(String packageName) {
    return new ArchCondition<>("not mention " + packageName) {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        boolean mentions =
            method.getReturnType().getAllInvolvedRawTypes().stream()
                    .anyMatch(type -> type.getPackageName().startsWith(packageName))
                || method.getParameterTypes().stream()
                    .flatMap(type -> type.getAllInvolvedRawTypes().stream())
                    .anyMatch(type -> type.getPackageName().startsWith(packageName));
        events.add(
            new SimpleConditionEvent(method, !mentions, method.getFullName() + " mentions it"));
      }
    };
  }
}
