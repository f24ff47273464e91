package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.Capability;
import org.junit.jupiter.api.Test;

/** CAP: what is declared works, what is not refuses. */
abstract class CapabilityRules extends Rules {
  CapabilityRules(Backend backend) {
    super(backend);
  }

  @Rule("CAP-2")
  @Test
  void capabilitiesAreAnImmutableSetThatStaysTheSame() {
    assertThat(service.capabilities()).isEqualTo(service.capabilities());
    assertThatThrownBy(() -> service.capabilities().add(Capability.FILTER))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
