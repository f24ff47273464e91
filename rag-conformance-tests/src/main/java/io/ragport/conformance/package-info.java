/** The conformance suite: every rule of the contract, checked on every backend there is. */
@NullMarked
package io.ragport.conformance;

import org.jspecify.annotations.NullMarked;
