package io.ragport.conformance;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The mutant that the environment names, in the sandboxes of the reference store. */
public final class MutantFixture implements BackendFixture {
  static final String KIND = "RAG_MUTANT_KIND";

  private final ReferenceFixture reference = new ReferenceFixture();

  /** For {@link java.util.ServiceLoader}. */
  public MutantFixture() {}

  @Override
  public String backend() {
    return MutantProvider.NAME;
  }

  @Override
  public Optional<String> missing(Map<String, String> environment) {
    return environment.containsKey(KIND) ? Optional.empty() : Optional.of(KIND + " is not set");
  }

  @Override
  public Sandbox open(Map<String, String> environment) {
    return new Mutated(reference.open(environment), environment.getOrDefault(KIND, ""));
  }

  @Override
  public Map<Means, String> impossible(Map<String, String> environment) {
    return reference.impossible(environment);
  }

  private record Mutated(Sandbox sandbox, String kind) implements Sandbox {
    @Override
    public Map<String, Object> settings() {
      return with(sandbox.settings());
    }

    @Override
    public Map<String, Object> unreachable() {
      return with(sandbox.unreachable());
    }

    @Override
    public Map<String, Object> wrongCredentials() {
      return with(sandbox.wrongCredentials());
    }

    @Override
    public Supplier<?> placeForeignData() {
      return sandbox.placeForeignData();
    }

    @Override
    public void close() {
      sandbox.close();
    }

    private Map<String, Object> with(Map<String, Object> settings) {
      Map<String, Object> all = new HashMap<>(settings);
      all.put("kind", kind);
      return all;
    }
  }
}
