package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityTest {
  @ParameterizedTest
  @EnumSource
  void isFoundByItsId(Capability capability) {
    assertThat(Capability.find(capability.id())).contains(capability);
  }

  @ParameterizedTest
  @EnumSource
  void isFoundByItsNameInAnyCase(Capability capability) {
    assertThat(Capability.find(capability.name())).contains(capability);
    assertThat(Capability.find(capability.name().toLowerCase(Locale.ROOT))).contains(capability);
  }

  @ParameterizedTest
  @EnumSource
  void isNamedLikeItsConstant(Capability capability) {
    assertThat(capability.id()).isEqualToIgnoringCase(capability.name().replace("_", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "count", "countentries", "countEntries ", "teleport"})
  void anUnknownNameIsNotFound(String name) {
    assertThat(Capability.find(name)).isEmpty();
  }

  @Test
  void isFoundInATurkishLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      assertThat(Capability.find("iter_entries")).contains(Capability.ITER_ENTRIES);
      assertThat(Capability.find("FILTER")).contains(Capability.FILTER);
    } finally {
      Locale.setDefault(before);
    }
  }
}
