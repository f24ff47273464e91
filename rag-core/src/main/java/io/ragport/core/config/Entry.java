package io.ragport.core.config;

import org.jspecify.annotations.Nullable;

/**
 * One setting as a file gives it.
 *
 * @param path its keys joined with dots
 * @param value a String or a list of Strings: numbers and flags keep the text they were written
 *     with, so that all formats mean the same; null where the file has no value or an empty map
 * @param line where it stands, from 1
 */
record Entry(String path, @Nullable Object value, int line) {}
