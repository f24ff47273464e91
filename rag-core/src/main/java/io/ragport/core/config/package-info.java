/** One configuration from code, environment and file (CFG-1 to CFG-4). */
@NullMarked
package io.ragport.core.config;

import org.jspecify.annotations.NullMarked;
