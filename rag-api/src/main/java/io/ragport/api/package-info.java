/** The contract an application talks to: requests, results, filters, capabilities and failures. */
@NullMarked
package io.ragport.api;

import org.jspecify.annotations.NullMarked;
