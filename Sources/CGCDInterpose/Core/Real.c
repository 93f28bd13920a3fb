// Licensed under the Apache License, Version 2.0; see LICENSE.
// Finds the functions that our exported ones hide.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>

struct gcdc_real_functions gcdc_real;

// A sanitizer's interceptors, where the program is built with one: outside a run they must still see every
// call, or uncontrolled code loses its happens-before edges.
#define GCDC_DECLARE_INTERCEPTOR(result, name, parameters) \
  extern char ___interceptor_##name[] __attribute__((weak, visibility("default")));
GCDC_INTERPOSED_FUNCTIONS(GCDC_DECLARE_INTERCEPTOR)

/// In place of a function that no loaded library has; no code can have been linked against it.
static void absent_function(void) { __builtin_trap(); }

void *gcdc_absent_function(void) { return (void *)absent_function; }

GCDC_UNINSTRUMENTED static void *look_up(const char *name, void *interceptor) {
  if (interceptor != NULL) return interceptor;
  void *address = dlsym(RTLD_NEXT, name);
  return address != NULL ? address : (void *)absent_function;
}

#define GCDC_RESOLVE_INTERPOSED(result, name, parameters) \
  gcdc_real.name = (result(*) parameters)look_up(#name, ___interceptor_##name);
#define GCDC_RESOLVE_CALLED(result, name, parameters) \
  gcdc_real.name = (result(*) parameters)look_up(#name, NULL);

GCDC_UNINSTRUMENTED __attribute__((constructor(101))) void gcdc_resolve(void) {
  GCDC_INTERPOSED_FUNCTIONS(GCDC_RESOLVE_INTERPOSED)
  GCDC_CALLED_FUNCTIONS(GCDC_RESOLVE_CALLED)
}

bool gcdc_interposition_supported(void) {
  return (void *)GCDC_REAL(dispatch_async) != (void *)absent_function;
}

// The C library's own, also where a sanitizer has interceptors: what virtual threads take and abandon would
// look to it like locks that are taken twice. Each entry point that takes one states what it orders.
static struct {
  int (*trylock)(pthread_mutex_t *);
  int (*lock)(pthread_mutex_t *);
  int (*unlock)(pthread_mutex_t *);
} plain;

GCDC_UNINSTRUMENTED __attribute__((constructor(101))) static void resolve_plain(void) {
  plain.trylock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_trylock");
  plain.lock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
  plain.unlock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_unlock");
}

GCDC_UNINSTRUMENTED int gcdc_real_mutex_trylock(void *mutex) { return plain.trylock(mutex); }
GCDC_UNINSTRUMENTED int gcdc_real_mutex_lock(void *mutex) { return plain.lock(mutex); }
GCDC_UNINSTRUMENTED int gcdc_real_mutex_unlock(void *mutex) { return plain.unlock(mutex); }

uint64_t gcdc_real_monotonic_ns(void) {
  struct timespec now;
  GCDC_REAL(clock_gettime)(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
#endif
