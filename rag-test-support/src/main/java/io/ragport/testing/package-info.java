/** Entries, searches, filters and embedders that the tests of several backends share. */
@NullMarked
package io.ragport.testing;

import org.jspecify.annotations.NullMarked;
