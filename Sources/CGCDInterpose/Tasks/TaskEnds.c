// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where a task ends.
//
// The runtime ends a task in the function to which the first one of the task returns; no program calls that.
// A function of ours is put in its place, which announces the end and then calls it.
#include "AsyncCalls.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>

/// The first function of a task returns nothing in registers but its error.
typedef ASYNC_CALL void (*end_function)(ASYNC_CONTEXT void *context, SWIFT_SELF void *error);

/// Functions of the runtime that end tasks: a few, which differ in what they release. Written by the one
/// kernel thread of a run; a place is never changed once it is set, so that tasks which are left over when
/// the run has ended find it, on any thread.
static end_function real_ends[4];

GCDC_UNINSTRUMENTED __attribute__((noinline)) static void announce_end(void *context, bool failed) {
  void *task = gcdc_running_task();
  if (task != NULL) GCDC_OFF(gcdc_hook_table.swift.task_ends(task, context, failed));
}

#define END(number) \
  static ASYNC_CALL void end_##number(ASYNC_CONTEXT void *context, SWIFT_SELF void *error) { \
    if (GCDC_HOOKED(swift.task_ends)) announce_end(context, error != NULL); \
    __attribute__((musttail)) return real_ends[number](context, error); \
  }
END(0)
END(1)
END(2)
END(3)
static const end_function ends[] = {end_0, end_1, end_2, end_3};
enum { END_COUNT = sizeof ends / sizeof *ends };

const void *gcdc_end_called_for(const void *function) {
  for (size_t number = 0; number < END_COUNT; number += 1) {
    if ((const void *)ends[number] == function) return (const void *)real_ends[number];
  }
  return function;
}

GCDC_UNINSTRUMENTED static void watch_end(struct async_context *context) {
  end_function end = (end_function)context->resume;
  for (size_t number = 0; number < END_COUNT; number += 1) {
    if (real_ends[number] == NULL) {
      // A runtime that began its tasks in another way would have something else there.
      if (!gcdc_is_in_concurrency(context->resume)) return;
      real_ends[number] = end;
    }
    if (real_ends[number] == end) {
      context->resume = (void *)ends[number];
      return;
    }
  }
}

void gcdc_announce_task(void *task, void *first_context, gcdc_site site) {
  // What a library does in tasks of its own is no order of the program's.
  if (gcdc_is_user_site(site)) watch_end(first_context);
  GCDC_OFF(gcdc_hook_table.swift.task_created(task, site));
}

typedef void (*begin_function)(void **child, void *options, const void *result, void *function, void *closure,
                               void *value);
static begin_function real_begin;

GCDC_UNINSTRUMENTED __attribute__((constructor(101))) static void resolve(void) {
  real_begin = (begin_function)dlsym(RTLD_NEXT, "swift_asyncLet_begin");
}

GCDC_EXPORT void swift_asyncLet_begin(void **child, void *options, const void *result, void *function,
                                      void *closure, void *value) {
  if (real_begin == NULL) resolve();
  real_begin(child, options, result, function, closure, value);
  void *task = gcdc_task_of_async_let(child);
  if (GCDC_HOOKED(swift.task_created) && gcdc_is_task(task)) {
    gcdc_announce_task(task, gcdc_first_context(task), GCDC_SITE);
  }
}
#endif
