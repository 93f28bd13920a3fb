// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where a Swift task that is suspended goes on: it has no thread whose stack could tell.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CGCDSuspendedTasks.h"

#if defined(__linux__) && !defined(GCDC_OTHER_PLATFORM)
#include <dlfcn.h>

/// What every suspended function keeps (the runtime's ABI): whose callee it is, and where that one goes on.
struct async_frame {
  const struct async_frame *caller;
  uintptr_t resumption;
};

/// As far as needed: an object's header, what the scheduler keeps, and then the place.
struct task_layout {
  void *before_place[7];
  uintptr_t resumption;
  const struct async_frame *frame;
};

static bool is_code(uintptr_t address) {
  Dl_info info;
  return address != 0 && dladdr((void *)address, &info) != 0;
}

size_t gcdc_suspended_stack(const void *task, uintptr_t *stack, bool *in_continuation) {
  const struct task_layout *layout = task;
  const struct async_frame *frame = layout->frame;
  // Where a runtime lays its tasks out in another way, nothing is known.
  if (!is_code(layout->resumption) || frame == NULL || (uintptr_t)frame % sizeof(void *) != 0) return 0;
  // Inside the function that goes on, as a return address is inside its caller.
  size_t depth = 0;
  *in_continuation = layout->resumption == frame->resumption;
  if (!*in_continuation) stack[depth++] = layout->resumption + 1;
  while (frame != NULL && is_code(frame->resumption) && depth < GCDC_SUSPENDED_DEPTH) {
    stack[depth++] = frame->resumption + 1;
    frame = frame->caller;
  }
  return depth;
}
#else
size_t gcdc_suspended_stack(const void *task, uintptr_t *stack, bool *in_continuation) {
  return (void)task, (void)stack, (void)in_continuation, 0;
}
#endif
