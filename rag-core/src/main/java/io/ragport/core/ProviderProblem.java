package io.ragport.core;

import org.jspecify.annotations.Nullable;

/**
 * A plugin that was found and cannot be used (SPI-2): its class is missing or fails, or it shares a
 * name with another one (SPI-3).
 *
 * @param className the plugin's class; the service interface where the class is not known
 * @param origin the jar or folder it comes from; {@code unknown} if the class does not tell
 * @param reason what is wrong, in words
 * @param cause what was thrown; null if nothing was
 */
public record ProviderProblem(
    String className, String origin, String reason, @Nullable Throwable cause) {
  /** Class, origin and reason in one line. */
  @Override
  public String toString() {
    return className + " in " + origin + ": " + reason;
  }
}
