package io.ragport.core;

/**
 * A plugin that works.
 *
 * @param origin its jar or folder
 */
record FoundPlugin<P>(String name, P plugin, String className, String origin) {
  /** Class and place in words. */
  String described() {
    return className + " in " + origin;
  }

  /** Whether the problem is about this class in this place. */
  boolean isSource(ProviderProblem problem) {
    return !origin.equals(Origins.UNKNOWN)
        && className.equals(problem.className())
        && origin.equals(problem.origin());
  }
}
