// Licensed under the Apache License, Version 2.0; see LICENSE.
// One-time initialisation: dispatch_once and Swift's lazy globals.
#include "Interposer.h"

#if GCDC_INTERPOSES
// A finished token is the real function's business: it returns at once, and under ThreadSanitizer it also orders the
// reader behind the initialiser.
GCDC_UNINSTRUMENTED static bool gcdc_is_done(const intptr_t *predicate) {
  return __atomic_load_n(predicate, __ATOMIC_ACQUIRE) == ~(intptr_t)0;
}

/// The runtime's own test: a finished token begins with a negative word.
GCDC_UNINSTRUMENTED static bool gcdc_is_swift_done(const void *token) {
  return __atomic_load_n((const int32_t *)token, __ATOMIC_ACQUIRE) < 0;
}

GCDC_EXPORT void dispatch_once_f(intptr_t *predicate, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(once) || gcdc_is_done(predicate)) return GCDC_REAL(dispatch_once_f)(predicate, context, function);
  if (gcdc_is_inside_dispatch(predicate)) {
    // It guards the set-up of the library's own pool, which stays real.
    GCDC_OFF(GCDC_REAL(dispatch_once_f)(predicate, context, function));
  } else {
    GCDC_OFF(gcdc_hook_table.once(predicate, context, function, GCDC_SITE));
  }
}

GCDC_EXPORT void dispatch_once(intptr_t *predicate, void *block) {
  if (!GCDC_HOOKED(once) || gcdc_is_done(predicate)) return GCDC_REAL(dispatch_once)(predicate, block);
  GCDC_OFF(gcdc_hook_table.once(predicate, block, gcdc_block_function(block), GCDC_SITE));
}

GCDC_EXPORT void swift_once(void *token, void *function, void *context) {
  if (!GCDC_HOOKED(swift_once) || gcdc_is_swift_done(token)) {
    return GCDC_REAL(swift_once)(token, function, context);
  }
  GCDC_OFF(gcdc_hook_table.swift_once(token, function, context, GCDC_SITE));
}

GCDC_UNINSTRUMENTED void gcdc_real_swift_once(void *token, void *function, void *context) {
  // Control is on throughout: the initialiser is user code, and the thread id that the runtime stores in the token's
  // lock, and keeps for later, must be the virtual thread's.
  bool before = gcdc_control(true);
  GCDC_REAL(swift_once)(token, function, context);
  gcdc_control(before);
}
#endif
