package io.ragport.core;

import java.util.ServiceConfigurationError;

/** What foreign code threw: whether to go on, and how to say it. */
final class Failures {
  private static final int DEEPEST_CAUSE = 20;

  private Failures() {}

  /** Throws what no caller can go on after; a stack overflow is the plugin's own fault. */
  static void rethrowFatal(Throwable thrown) {
    if (thrown instanceof VirtualMachineError fatal && !(thrown instanceof StackOverflowError)) {
      throw fatal;
    }
  }

  /** The failure in one line; of a service loader's error the part that tells something. */
  static String reason(Throwable thrown) {
    if (thrown instanceof IncompatibleClassChangeError) {
      return oneLine(thrown.toString()) + " (is it built for another version of rag-api?)";
    }
    if (!(thrown instanceof ServiceConfigurationError)) {
      return oneLine(thrown.toString());
    }
    if (thrown.getCause() instanceof NoSuchMethodException) {
      return "cannot be constructed: no public constructor without parameters";
    }
    if (thrown.getCause() != null) {
      return "cannot be constructed: " + reason(rootCause(thrown));
    }
    String message = oneLine(String.valueOf(thrown.getMessage()));
    int afterService = message.indexOf(": ");
    return afterService < 0 ? message : message.substring(afterService + 2);
  }

  private static Throwable rootCause(Throwable thrown) {
    Throwable root = thrown;
    for (int i = 0; i < DEEPEST_CAUSE; i++) {
      Throwable cause = root.getCause();
      if (cause == null) {
        return root;
      }
      root = cause;
    }
    return root;
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
