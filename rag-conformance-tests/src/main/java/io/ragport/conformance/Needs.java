package io.ragport.conformance;

import io.ragport.api.Capability;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a test, or every test of a class, asks of a backend. Without the capabilities the rule does
 * not bind it; without the means the rule cannot be tested on it.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@interface Needs {
  /** Capabilities, all of them. */
  Capability[] value() default {};

  /** Means of the fixture, all of them. */
  Means[] means() default {};
}
