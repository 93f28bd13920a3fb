// Licensed under the Apache License, Version 2.0; see LICENSE.
// The routine of pthread_once may be left by an exception, or by pthread_exit: then it has not run, as in
// glibc, and the next caller runs it again.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <unwind.h>

struct gcdc_once_call {
  int *control;
  gcdc_site site;
  struct gcdc_once_call *outer;
};
/// The routines that the calling thread is in, the innermost first.
static _Thread_local struct gcdc_once_call *innermost __attribute__((tls_model("initial-exec")));

/// What the unwinder calls for the frame of gcdc_call_once, and for no other.
GCDC_UNINSTRUMENTED GCDC_HIDDEN __attribute__((used)) _Unwind_Reason_Code gcdc_once_is_unwound(
    int version, _Unwind_Action actions, uint64_t class, struct _Unwind_Exception *exception,
    struct _Unwind_Context *context) {
  (void)version, (void)class, (void)exception, (void)context;
  if (actions & _UA_CLEANUP_PHASE) {
    const struct gcdc_once_call *call = innermost;
    innermost = call->outer;
    if (GCDC_HOOKED(thread_once_left)) GCDC_OFF(gcdc_hook_table.thread_once_left(call->control, call->site));
  }
  return _URC_CONTINUE_UNWIND;
}

// Never inlined: a frame has one personality.
GCDC_UNINSTRUMENTED __attribute__((noinline)) void gcdc_call_once(int *control, gcdc_once_body body,
                                                              gcdc_site site) {
  // Relative to its place, in four bytes.
  __asm__ volatile(".cfi_personality 0x1b, gcdc_once_is_unwound");
  struct gcdc_once_call call = {control, site, innermost};
  innermost = &call;
  bool before = gcdc_control(true);
  body();
  gcdc_control(before);
  innermost = call.outer;
}
#endif
