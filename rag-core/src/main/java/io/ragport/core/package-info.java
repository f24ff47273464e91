/** Finds plugins, opens services from a configuration, and the embedders that need no model. */
@NullMarked
package io.ragport.core;

import org.jspecify.annotations.NullMarked;
