package io.ragport.core;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.RagException;
import java.util.Objects;
import java.util.function.Supplier;

/** A call of a plugin that makes something, such that only our own exceptions come out (ERR-1). */
final class PluginCall {
  private PluginCall() {}

  /**
   * What the plugin makes.
   *
   * @param key the setting that selected the plugin
   * @param name the plugin's name
   * @throws RagConfigurationException naming the plugin's class and jar if something is thrown that
   *     is neither ours nor about an argument or a state, such as for a driver that is not there
   */
  static <T> T make(String key, String name, Object plugin, Supplier<T> call) {
    try {
      return Objects.requireNonNull(call.get(), "what it made");
    } catch (RagException | IllegalArgumentException | IllegalStateException e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      Class<?> type = plugin.getClass();
      throw new RagConfigurationException(
          key,
          name
              + " cannot be opened: "
              + Failures.reason(e)
              + " ("
              + type.getName()
              + " in "
              + Origins.of(type)
              + ")",
          e);
    }
  }
}
