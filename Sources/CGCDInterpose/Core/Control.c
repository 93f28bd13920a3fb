// Licensed under the Apache License, Version 2.0; see LICENSE.
// The control flag of a virtual thread, and the ways back into user code.
#include "ThreadLife.h"

#if GCDC_INTERPOSES
_Thread_local bool gcdc_controlled __attribute__((tls_model("initial-exec")));
gcdc_hooks gcdc_hook_table;

void gcdc_install_hooks(const gcdc_hooks *hooks) { gcdc_hook_table = *hooks; }

/// The user's code begins: from here on it is looked at.
GCDC_UNINSTRUMENTED static inline void switch_on(void) {
  if (__builtin_expect(gcdc_is_watched, false)) gcdc_reveal();
  gcdc_controlled = true;
}

GCDC_UNINSTRUMENTED static inline void switch_off(void) {
  gcdc_controlled = false;
  // A thread that is outside the run has no control to lose, and stays in sight.
  if (__builtin_expect(gcdc_is_watched, false) && gcdc_is_run_member()) gcdc_hide();
}

GCDC_UNINSTRUMENTED bool gcdc_control(bool on) {
  bool before = gcdc_controlled;
  if (before != on) on ? switch_on() : switch_off();
  return before;
}

GCDC_UNINSTRUMENTED bool gcdc_is_controlled(void) { return gcdc_controlled; }

GCDC_UNINSTRUMENTED void gcdc_call(gcdc_function function, void *context) {
  switch_on();
  function(context);
  switch_off();
}

GCDC_UNINSTRUMENTED void gcdc_call_indexed(gcdc_body body, void *context, size_t index) {
  switch_on();
  body(context, index);
  switch_off();
}

GCDC_UNINSTRUMENTED void gcdc_call_block(void *block) {
  switch_on();
  // A main thread may end itself, too.
  gcdc_call_until_exit(gcdc_block_function(block), block);
  switch_off();
}

gcdc_work gcdc_work_share(gcdc_work work) {
  if (work.flags & GCDC_WORK_BLOCK && work.context != NULL) GCDC_REAL(_Block_copy)(work.context);
  return work;
}

GCDC_UNINSTRUMENTED void gcdc_work_dispose(gcdc_work work) {
  if ((work.flags & GCDC_WORK_BLOCK) == 0 || work.context == NULL) return;
  bool before = gcdc_control(true);
  GCDC_REAL(_Block_release)(work.context);
  gcdc_control(before);
}
#endif
