package io.ragport.cli;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.CollectionInfo;
import java.util.Optional;

/** Looks collections up by name. */
final class Collections {
  private Collections() {}

  /** The collection, if it exists and the backend can tell. */
  static Optional<CollectionInfo> find(BaseRagService service, String name) {
    return service.supports(Capability.MANAGE_COLLECTIONS)
        ? service.listCollections().stream().filter(info -> info.name().equals(name)).findFirst()
        : Optional.empty();
  }
}
