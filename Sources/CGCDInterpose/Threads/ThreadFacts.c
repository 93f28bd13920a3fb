// Licensed under the Apache License, Version 2.0; see LICENSE.
// What a program asks of a thread and sets: attributes, names, cancellation.
#include "ThreadLife.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <string.h>

/// False for a thread that is none of the run's. With control on.
GCDC_UNINSTRUMENTED static bool facts_of(pthread_t thread, gcdc_thread_facts *facts) {
  int result;
  GCDC_OFF(result = gcdc_hook_table.thread_facts(thread, facts));
  return result == 0;
}

GCDC_EXPORT int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
  int result = GCDC_REAL(pthread_getattr_np)(thread, attributes);
  // ThreadSanitizer asks too, in the middle of a report, where the engine must not run.
  if (gcdc_is_watched) return result;
  gcdc_thread_facts facts;
  if (result != 0 || !GCDC_HOOKED(thread_facts) || !facts_of(thread, &facts)) return result;
  // The borrowed thread is detached, and its stack is larger than what it lends.
  pthread_attr_setdetachstate(attributes,
                              facts.is_detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  pthread_attr_setstack(attributes, (void *)facts.stack_low, facts.stack_high - facts.stack_low);
  return 0;
}

GCDC_EXPORT int pthread_getname_np(pthread_t thread, char *name, size_t size) {
  gcdc_thread_facts facts;
  if (!GCDC_HOOKED(thread_facts) || !facts_of(thread, &facts)) {
    return GCDC_REAL(pthread_getname_np)(thread, name, size);
  }
  if (size < sizeof facts.name) return ERANGE;
  // A thread begins with the name of its process.
  strncpy(name, facts.name[0] != '\0' ? facts.name : program_invocation_short_name, sizeof facts.name - 1);
  name[sizeof facts.name - 1] = '\0';
  return 0;
}

GCDC_EXPORT int pthread_setname_np(pthread_t thread, const char *name) {
  if (!GCDC_HOOKED(thread_set_name)) return GCDC_REAL(pthread_setname_np)(thread, name);
  if (strlen(name) >= sizeof ((gcdc_thread_facts *)0)->name) return ERANGE;
  int result;
  GCDC_OFF(result = gcdc_hook_table.thread_set_name(thread, name));
  return result == GCDC_NOT_OURS ? GCDC_REAL(pthread_setname_np)(thread, name) : result;
}

/// The kernel's clock of a thread that lends its stack does not move, and a copy of the process has none.
GCDC_EXPORT int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
  gcdc_thread_facts facts;
  if (!GCDC_HOOKED(thread_facts) || !facts_of(thread, &facts)) {
    return GCDC_REAL(pthread_getcpuclockid)(thread, clock);
  }
  // That of the caller, which is the same for all: virtual time.
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

GCDC_EXPORT int pthread_cancel(pthread_t thread) {
  if (!GCDC_HOOKED(thread_cancel)) return GCDC_REAL(pthread_cancel)(thread);
  int result;
  GCDC_OFF(result = gcdc_hook_table.thread_cancel(thread, GCDC_SITE));
  return result == GCDC_NOT_OURS ? GCDC_REAL(pthread_cancel)(thread) : result;
}

GCDC_EXPORT void pthread_testcancel(void) {
  if (!GCDC_HOOKED(thread_must_end)) return GCDC_REAL(pthread_testcancel)();
  bool must_end;
  GCDC_OFF(must_end = gcdc_hook_table.thread_must_end());
  if (must_end) gcdc_leave_thread(PTHREAD_CANCELED, GCDC_SITE);
}

GCDC_EXPORT int pthread_setcancelstate(int state, int *former) {
  int result = GCDC_REAL(pthread_setcancelstate)(state, former);
  if (result != 0 || !GCDC_HOOKED(thread_ignores_cancellation)) return result;
  GCDC_OFF(gcdc_hook_table.thread_ignores_cancellation(state == PTHREAD_CANCEL_DISABLE));
  return 0;
}
#endif
