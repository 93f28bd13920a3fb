// Licensed under the Apache License, Version 2.0; see LICENSE.
// The control flag of a virtual thread, and the ways back into user code.
#include "Interposer.h"

#if GCDC_INTERPOSES
_Thread_local bool gcdc_controlled __attribute__((tls_model("initial-exec")));
gcdc_hooks gcdc_hook_table;

void gcdc_install_hooks(const gcdc_hooks *hooks) { gcdc_hook_table = *hooks; }

GCDC_UNINSTRUMENTED bool gcdc_control(bool on) {
  bool before = gcdc_controlled;
  gcdc_controlled = on;
  return before;
}

GCDC_UNINSTRUMENTED bool gcdc_is_controlled(void) { return gcdc_controlled; }

GCDC_UNINSTRUMENTED void gcdc_call(gcdc_function function, void *context) {
  gcdc_controlled = true;
  function(context);
  gcdc_controlled = false;
}

GCDC_UNINSTRUMENTED void gcdc_call_indexed(gcdc_body body, void *context, size_t index) {
  gcdc_controlled = true;
  body(context, index);
  gcdc_controlled = false;
}

GCDC_UNINSTRUMENTED void gcdc_call_block(void *block) {
  gcdc_controlled = true;
  gcdc_block_function(block)(block);
  gcdc_controlled = false;
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
