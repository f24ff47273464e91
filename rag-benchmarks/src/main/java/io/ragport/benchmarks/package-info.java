/** What Ragport costs, beside its peers and beside the bare libraries. */
@NullMarked
package io.ragport.benchmarks;

import org.jspecify.annotations.NullMarked;
