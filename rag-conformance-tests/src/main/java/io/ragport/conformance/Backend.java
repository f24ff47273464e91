package io.ragport.conformance;

import io.ragport.api.spi.RagBackendProvider;
import io.ragport.api.store.VectorStoreProvider;
import io.ragport.core.RagBackends;
import java.util.Map;
import java.util.Optional;

/**
 * One backend under test.
 *
 * @param provider as discovered
 * @param fixture how to open it on data of its own
 * @param discovered all backends, among which services find this one
 * @param environment what the fixture sees
 */
record Backend(
    RagBackendProvider provider,
    BackendFixture fixture,
    RagBackends discovered,
    Map<String, String> environment) {
  String name() {
    return provider.name();
  }

  Sandbox open() {
    return fixture.open(environment);
  }

  /** Why the backend cannot have that means; empty if it can. */
  Optional<String> impossible(Means means) {
    if (means == Means.STORE) {
      return provider instanceof VectorStoreProvider
          ? Optional.empty()
          : Optional.of("the backend implements the service itself, not a VectorStore");
    }
    return Optional.ofNullable(fixture.impossible(environment).get(means));
  }

  /** The name: what reports show. */
  @Override
  public String toString() {
    return name();
  }
}
