/** The {@code rag} command. */
@NullMarked
package io.ragport.cli;

import org.jspecify.annotations.NullMarked;
