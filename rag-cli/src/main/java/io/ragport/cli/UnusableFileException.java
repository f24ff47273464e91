package io.ragport.cli;

/** A file cannot be indexed; the message says why. */
final class UnusableFileException extends Exception {
  private static final long serialVersionUID = 1L;

  UnusableFileException(String reason) {
    super(reason);
  }
}
