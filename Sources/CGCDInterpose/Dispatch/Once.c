// Licensed under the Apache License, Version 2.0; see LICENSE.
// One-time initialisation: dispatch_once and Swift's lazy globals.
#include "Interposer.h"

#if GCDC_INTERPOSES
extern char ___interceptor_dispatch_once[] __attribute__((weak));

/// The library's own test. Answered here in and out of a run, because ThreadSanitizer's interceptor marks its
/// tokens in another way and would wait forever on one of these.
GCDC_UNINSTRUMENTED static bool is_done(intptr_t *predicate) {
  if (__atomic_load_n(predicate, __ATOMIC_ACQUIRE) != ~(intptr_t)0) return false;
  if (__builtin_expect(gcdc_is_watched, false)) gcdc_acquire_here(predicate);
  return true;
}

/// True when ThreadSanitizer's interceptor has finished with the token before the run.
GCDC_UNINSTRUMENTED static bool is_marked_by_sanitizer(const intptr_t *predicate) {
  return ___interceptor_dispatch_once != NULL && *(const uint32_t *)predicate == 2;
}

/// The first word of a finished token is -1, or 1 in a program built with ThreadSanitizer. Asked on each
/// access to a lazy global, since compiled code has no test of its own.
GCDC_UNINSTRUMENTED static bool is_swift_done(const void *token) {
  return __atomic_load_n((const int32_t *)token, __ATOMIC_ACQUIRE) != 0;
}

GCDC_EXPORT void dispatch_once_f(intptr_t *predicate, void *context, gcdc_function function) {
  if (is_done(predicate)) return;
  if (!GCDC_HOOKED(once) || is_marked_by_sanitizer(predicate)) {
    return GCDC_REAL(dispatch_once_f)(predicate, context, function);
  }
  if (gcdc_is_inside_dispatch(predicate)) {
    // It guards the set-up of the library's own pool, which stays real.
    GCDC_OFF(GCDC_REAL(dispatch_once_f)(predicate, context, function));
  } else {
    GCDC_OFF(gcdc_hook_table.once(predicate, context, function, GCDC_SITE));
  }
}

GCDC_EXPORT void dispatch_once(intptr_t *predicate, void *block) {
  if (is_done(predicate)) return;
  if (!GCDC_HOOKED(once) || is_marked_by_sanitizer(predicate)) {
    return GCDC_REAL(dispatch_once)(predicate, block);
  }
  GCDC_OFF(gcdc_hook_table.once(predicate, block, gcdc_block_function(block), GCDC_SITE));
}

GCDC_EXPORT int pthread_once(pthread_once_t *control, void (*body)(void)) {
  // glibc marks a finished one with 2.
  if (__atomic_load_n(control, __ATOMIC_ACQUIRE) == 2) {
    if (__builtin_expect(gcdc_is_watched, false)) gcdc_acquire_here(control);
    return 0;
  }
  if (!GCDC_HOOKED(thread_once) || !gcdc_is_user_site(GCDC_SITE)) {
    return GCDC_REAL(pthread_once)(control, body);
  }
  GCDC_OFF(gcdc_hook_table.thread_once(control, body, GCDC_SITE));
  return 0;
}

struct gcdc_initializer {
  void *token;
  gcdc_function function;
  void *context;
};

GCDC_UNINSTRUMENTED static void initialize_in_order(void *context) {
  const struct gcdc_initializer *initializer = context;
  initializer->function(initializer->context);
  gcdc_release_here(initializer->token);
}

/// The runtime's `swift_once`: a later caller is ordered after the initialiser, and after nothing else.
GCDC_UNINSTRUMENTED static void swift_once_in_order(void *token, void *function, void *context) {
  struct gcdc_initializer initializer = {token, (gcdc_function)function, context};
  if (!is_swift_done(token)) {
    GCDC_REAL(swift_once)(token, (void *)initialize_in_order, &initializer);
  }
  gcdc_acquire_here(token);
}

GCDC_EXPORT void swift_once(void *token, void *function, void *context) {
  if (!GCDC_HOOKED(swift_once) || is_swift_done(token)) {
    if (__builtin_expect(gcdc_is_watched, false)) return swift_once_in_order(token, function, context);
    return GCDC_REAL(swift_once)(token, function, context);
  }
  GCDC_OFF(gcdc_hook_table.swift_once(token, function, context, GCDC_SITE));
}

GCDC_UNINSTRUMENTED void gcdc_real_swift_once(void *token, void *function, void *context) {
  // Control is on throughout: the initialiser is user code, and the thread id that the runtime stores in the
  // token's lock, and keeps for later, must be the virtual thread's.
  bool before = gcdc_control(true);
  if (gcdc_is_watched) {
    swift_once_in_order(token, function, context);
  } else {
    GCDC_REAL(swift_once)(token, function, context);
  }
  gcdc_control(before);
}
#endif
