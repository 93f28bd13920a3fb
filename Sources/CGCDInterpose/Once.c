// Licensed under the Apache License, Version 2.0; see LICENSE.
// One-time initialisation: dispatch_once and Swift's lazy globals.
#include "Interposer.h"

#if GCDC_INTERPOSES
/// Tokens inside libdispatch guard the set-up of its own pool, which belongs to the real library.
GCDC_UNINSTRUMENTED static bool gcdc_is_token_of_the_library(const void *token) {
  return __builtin_expect(gcdc_controlled, false) && gcdc_is_inside_dispatch(token);
}

GCDC_EXPORT void dispatch_once_f(intptr_t *predicate, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(once)) return GCDC_REAL(dispatch_once_f)(predicate, context, function);
  if (gcdc_is_token_of_the_library(predicate)) {
    GCDC_OFF(GCDC_REAL(dispatch_once_f)(predicate, context, function));
  } else {
    GCDC_OFF(gcdc_hook_table.once(predicate, context, function, GCDC_SITE));
  }
}

GCDC_EXPORT void dispatch_once(intptr_t *predicate, void *block) {
  if (!GCDC_HOOKED(once)) return GCDC_REAL(dispatch_once)(predicate, block);
  GCDC_OFF(gcdc_hook_table.once(predicate, block, gcdc_block_function(block), GCDC_SITE));
}

GCDC_EXPORT void swift_once(void *token, void *function, void *context) {
  if (!GCDC_HOOKED(swift_once)) return GCDC_REAL(swift_once)(token, function, context);
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
