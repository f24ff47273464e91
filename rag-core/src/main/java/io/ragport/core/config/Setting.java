package io.ragport.core.config;

/**
 * A value and where it was set.
 *
 * @param value a String or a list of Strings
 * @param place for messages, for example {@code rag.yaml line 4}
 */
record Setting(Object value, String place) {}
