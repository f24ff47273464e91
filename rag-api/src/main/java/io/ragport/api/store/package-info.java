/**
 * The storage level: what a database must offer, and the service that builds the contract on it.
 */
@NullMarked
package io.ragport.api.store;

import org.jspecify.annotations.NullMarked;
