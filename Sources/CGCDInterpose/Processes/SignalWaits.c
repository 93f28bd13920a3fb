// Licensed under the Apache License, Version 2.0; see LICENSE.
// Calls that wait for a signal: asked without waiting, and asked again by the engine until one has come. The
// alarm is virtual, so a real wait for it would never end.
#include "RetriedCalls.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include "Deadlines.h"

struct gcdc_signal_wait {
  const sigset_t *set;
  siginfo_t *facts;
  int result, code;
};

GCDC_UNINSTRUMENTED static bool try_signal(void *context) {
  struct gcdc_signal_wait *wait = context;
  struct timespec none = {0, 0};
  wait->result = GCDC_REAL(sigtimedwait)(wait->set, wait->facts, &none);
  wait->code = errno;
  return wait->result > 0 || (wait->code != EAGAIN && wait->code != EINTR);
}

/// The number of the signal, or -1 and errno. Call with control off.
GCDC_UNINSTRUMENTED static int take_signal(const sigset_t *set, siginfo_t *facts, gcdc_site site) {
  struct gcdc_signal_wait wait = {set, facts, 0, 0};
  if (!try_signal(&wait)) {
    gcdc_hook_table.attempt_wait(try_signal, &wait, GCDC_DESCRIPTOR_SIGNALS, -1, false,
                                 GCDC_OPERATION_WAIT_FOR_SIGNAL, site);
  }
  errno = wait.code;
  return wait.result;
}

GCDC_EXPORT int sigwait(const sigset_t *set, int *number) {
  if (!GCDC_WAITS) return GCDC_REAL(sigwait)(set, number);
  int result;
  GCDC_OFF(result = take_signal(set, NULL, GCDC_SITE));
  if (result < 0) return errno;
  *number = result;
  return 0;
}

GCDC_ENTRY(int, sigwaitinfo, (const sigset_t *set, siginfo_t *facts), (set, facts), GCDC_WAITS,
           GCDC_RETURN_OFF(take_signal(set, facts, GCDC_SITE)))

/// As what ppoll answers where a handler has run: it has been asked with the mask under which the program
/// waits, while the carrier blocks all the signals that the program handles.
struct gcdc_handler_wait {
  sigset_t mask;
};

GCDC_UNINSTRUMENTED static bool try_handler(void *context) {
  const struct gcdc_handler_wait *wait = context;
  struct timespec none = {0, 0};
  return GCDC_REAL(ppoll)(NULL, 0, &none, &wait->mask) < 0 && errno == EINTR;
}

/// All signals but those by which the engine suspends a carrier and reports a fault.
GCDC_UNINSTRUMENTED static void fill_handled(sigset_t *set) {
  static const int kept[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP};
  sigemptyset(set);
  for (int number = 1; number < 32; number += 1) sigaddset(set, number);
  for (size_t index = 0; index < sizeof kept / sizeof *kept; index += 1) sigdelset(set, kept[index]);
}

/// Returns when a handler of the program has run. Call with control off.
///
/// Others may run before the wait begins: a handler that runs then has run before it, and ends it not.
GCDC_UNINSTRUMENTED static void await_handler(const sigset_t *mask, gcdc_descriptor_kind kind,
                                              gcdc_site site) {
  gcdc_awaited none = {-1, 0, 0};
  gcdc_hook_table.descriptor_wait(&none, 0, 0, GCDC_OPERATION_WAIT_FOR_SIGNAL, site);
  struct gcdc_handler_wait wait;
  sigset_t handled, before;
  fill_handled(&handled);
  pthread_sigmask(SIG_BLOCK, &handled, &before);
  wait.mask = mask == NULL ? before : *mask;
  if (!try_handler(&wait)) {
    gcdc_hook_table.attempt_wait(try_handler, &wait, kind, -1, false, GCDC_OPERATION_WAIT_FOR_SIGNAL, site);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = EINTR;
}

GCDC_EXPORT int sigsuspend(const sigset_t *mask) {
  if (!GCDC_WAITS) return GCDC_REAL(sigsuspend)(mask);
  GCDC_OFF(await_handler(mask, GCDC_DESCRIPTOR_SUSPENSION, GCDC_SITE));
  return -1;
}

GCDC_EXPORT int pause(void) {
  if (!GCDC_WAITS) return GCDC_REAL(pause)();
  GCDC_OFF(await_handler(NULL, GCDC_DESCRIPTOR_PAUSE, GCDC_SITE));
  return -1;
}
#endif
