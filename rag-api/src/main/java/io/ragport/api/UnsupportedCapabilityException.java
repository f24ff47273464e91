package io.ragport.api;

/** A method was called whose capability the backend does not declare; nothing happened (CAP-3). */
public final class UnsupportedCapabilityException extends UnsupportedOperationException {
  private static final long serialVersionUID = 1L;

  private final String backend;
  private final Capability capability;

  public UnsupportedCapabilityException(String backend, Capability capability) {
    super(
        backend
            + ": no "
            + capability.id()
            + " (ask supports(Capability."
            + capability.name()
            + ") first, or choose a backend that declares it)");
    this.backend = backend;
    this.capability = capability;
  }

  /** The backend's name. */
  public String backend() {
    return backend;
  }

  /** What was missing. */
  public Capability capability() {
    return capability;
  }
}
