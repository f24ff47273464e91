/**
 * What a plugin implements to be found by {@link java.util.ServiceLoader} and configured by name.
 */
@NullMarked
package io.ragport.api.spi;

import org.jspecify.annotations.NullMarked;
