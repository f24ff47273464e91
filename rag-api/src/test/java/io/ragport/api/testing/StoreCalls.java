package io.ragport.api.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The calls a store got, and the failures and interruptions that still await it. */
final class StoreCalls {
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final List<Fault> waiting = new ArrayList<>();
  private final Map<String, Runnable> hooks = new HashMap<>();

  List<String> list() {
    return List.copyOf(calls);
  }

  void forget() {
    calls.clear();
  }

  synchronized void failOn(String operation, int nth, boolean halfway, RuntimeException failure) {
    waiting.add(new Fault(operation, nth, halfway, failure));
  }

  synchronized void beforeNext(String operation, Runnable hook) {
    hooks.put(operation, hook);
  }

  /** Takes down a call that fails at once or not at all. */
  void take(String operation) {
    take(operation, "").complete();
  }

  /** Takes down a call; throws the failure that awaits it unless that one comes halfway. */
  synchronized Fault take(String operation, String size) {
    calls.add(operation + size);
    Runnable hook = hooks.remove(operation);
    if (hook != null) {
      hook.run();
    }
    Fault due = Fault.NONE;
    for (Fault fault : List.copyOf(waiting)) {
      if (fault.operation.equals(operation) && --fault.remaining == 0) {
        waiting.remove(fault);
        due = fault;
      }
    }
    if (!due.halfway) {
      due.complete();
    }
    return due;
  }

  /** One failure of the n-th call of an operation. */
  static final class Fault {
    static final Fault NONE = new Fault("", 0, false, new IllegalStateException("none"));

    private final String operation;
    private final boolean halfway;
    private final RuntimeException failure;
    private int remaining;

    private Fault(String operation, int nth, boolean halfway, RuntimeException failure) {
      this.operation = operation;
      this.remaining = nth;
      this.halfway = halfway;
      this.failure = failure;
    }

    /** The part of the work that is done before the failure. */
    <T> List<T> part(List<T> work) {
      return halfway ? work.subList(0, work.size() / 2) : work;
    }

    /** Fails, if there is something to fail with. */
    void complete() {
      if (!operation.isEmpty()) {
        throw failure;
      }
    }
  }
}
