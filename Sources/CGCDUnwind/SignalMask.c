// Licensed under the Apache License, Version 2.0; see LICENSE.
#define _GNU_SOURCE
#include "SignalMask.h"
#include "Platform.h"
#if GCDC_SUPPORTED
#include <errno.h>
#include <stdbool.h>

#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
// The sanitizers have a function of this name, which has to see the program's calls.
#define GCDC_REPLACES 0
#else
#define GCDC_REPLACES 1
#endif

/// On this thread all signals are blocked, and stay so whatever libunwind asks for.
static _Thread_local bool are_blocked __attribute__((tls_model("initial-exec")));

void gcdc_block_signals(sigset_t *before) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, before);
  are_blocked = true;
}

void gcdc_unblock_signals(const sigset_t *before) {
  are_blocked = false;
  pthread_sigmask(SIG_SETMASK, before, NULL);
}

#if GCDC_REPLACES
/// In place of the C library's, which libunwind calls; for all other callers it is the same.
__attribute__((visibility("default"))) int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
  if (are_blocked) return 0;
  int error = pthread_sigmask(how, set, before);
  if (error == 0) return 0;
  errno = error;
  return -1;
}
#endif
#endif
