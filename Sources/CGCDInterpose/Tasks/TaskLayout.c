// Licensed under the Apache License, Version 2.0; see LICENSE.
// Proof that the runtime lays its tasks out as the other files here believe, on a task that never runs.
#include "AsyncCalls.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>

/// How the runtime is given an async function (its ABI): where the code is from here, and how large its first
/// frame is.
struct async_function {
  int32_t code;
  uint32_t frame;
};
enum { SMALLEST_FRAME = 16 };

static ASYNC_CALL void never_called(ASYNC_CONTEXT void *context) { (void)context; }

/// Within reach of the code, as the distance has 32 bits.
static struct async_function never_run;

/// Set before the first run, and by tests between runs.
static bool is_known = true;

bool gcdc_tasks_are_unknown(void) { return !is_known; }

static gcdc_new_task make_task(void) {
  typedef gcdc_new_task (*create_function)(size_t, void *, const void *, void *, void *);
  create_function create = (create_function)dlsym(RTLD_DEFAULT, "swift_task_create");
  if (create == NULL) return (gcdc_new_task){NULL, NULL};
  never_run.code = (int32_t)((intptr_t)never_called - (intptr_t)&never_run.code);
  never_run.frame = SMALLEST_FRAME;
  return create(0, NULL, NULL, &never_run, NULL);
}

static bool is_as_known(gcdc_new_task made) {
  void (*cancel)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, "swift_task_cancel");
  if (made.task == NULL || cancel == NULL) return true;
  uint64_t before = gcdc_task_status(made.task);
  if (!gcdc_is_task(made.task) || gcdc_first_context(made.task) != made.context
      || gcdc_task_facts_of(made.task).state != GCDC_TASK_SUSPENDED) {
    return false;
  }
  cancel(made.task);
  return gcdc_task_status(made.task) != before;
}

void gcdc_prove_tasks(gcdc_new_task (*make)(void)) {
  // Never given back, since nothing but its end would do that: made once in each process.
  static gcdc_new_task own;
  static bool own_is_known;
  is_known = true;
  if (make != NULL) {
    is_known = is_as_known(make());
    return;
  }
  if (own.task == NULL) {
    own = make_task();
    own_is_known = is_as_known(own);
  }
  is_known = own_is_known;
}
#endif
