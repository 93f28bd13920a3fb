// Licensed under the Apache License, Version 2.0; see LICENSE.
// Handing work to a queue: asynchronous, synchronous, delayed, repeated. A synchronous block is never copied.
#include "Interposer.h"

#if GCDC_INTERPOSES
/// Defines a call that hands a block to a queue, and its form for a function. `pass` notes one that is not
/// for the model.
#define GCDC_SUBMISSIONS(name, pass, hook, block_work, flags, call) \
  GCDC_EXPORT void name(void *queue, void *block) { \
    if (!GCDC_HOOKED(hook)) return pass, GCDC_REAL(name)(queue, block); \
    gcdc_work work = block_work(block, flags); \
    GCDC_OFF(call); \
  } \
  GCDC_SUBMISSION_OF_FUNCTION(name##_f, pass, hook, flags, call)

#define GCDC_SUBMISSION_OF_FUNCTION(name, pass, hook, flags, call) \
  GCDC_EXPORT void name(void *queue, void *context, gcdc_function function) { \
    if (!GCDC_HOOKED(hook)) return pass, GCDC_REAL(name)(queue, context, function); \
    gcdc_work work = gcdc_function_work(function, context, flags); \
    GCDC_OFF(call); \
  }

#define GCDC_ASYNC gcdc_hook_table.async(queue, work, NULL, GCDC_SITE)
#define GCDC_SYNC gcdc_hook_table.sync(queue, work, GCDC_SITE)

GCDC_SUBMISSIONS(dispatch_async, GCDC_PASS(queue, ASYNC), async, gcdc_owned_work, 0, GCDC_ASYNC)
GCDC_SUBMISSION_OF_FUNCTION(dispatch_async_enforce_qos_class_f, GCDC_PASS(queue, ASYNC), async, 0, GCDC_ASYNC)
GCDC_SUBMISSIONS(dispatch_barrier_async, GCDC_PASS(queue, BARRIER_ASYNC), async, gcdc_owned_work,
                 GCDC_WORK_BARRIER, GCDC_ASYNC)
GCDC_SUBMISSIONS(dispatch_barrier_sync, GCDC_PASS(queue, BARRIER_SYNC), sync, gcdc_borrowed_work,
                 GCDC_WORK_BARRIER, GCDC_SYNC)
GCDC_SUBMISSIONS(dispatch_async_and_wait, GCDC_PASS(queue, ASYNC_AND_WAIT), sync, gcdc_borrowed_work,
                 GCDC_WORK_WAIT, GCDC_SYNC)
GCDC_SUBMISSIONS(dispatch_barrier_async_and_wait, GCDC_PASS(queue, BARRIER_ASYNC_AND_WAIT), sync,
                 gcdc_borrowed_work, GCDC_WORK_WAIT | GCDC_WORK_BARRIER, GCDC_SYNC)

GCDC_EXPORT void dispatch_sync(void *queue, void *block) {
  if (!GCDC_HOOKED(sync)) return GCDC_PASS(queue, SYNC), GCDC_REAL(dispatch_sync)(queue, block);
  gcdc_work work = gcdc_borrowed_work(block, 0);
  GCDC_OFF(gcdc_hook_table.sync(queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_sync_f(void *queue, void *context, gcdc_function function) {
  if (__builtin_expect(gcdc_controlled, false) && gcdc_answers_probe()) return;
  if (!GCDC_HOOKED(sync)) return GCDC_PASS(queue, SYNC), GCDC_REAL(dispatch_sync_f)(queue, context, function);
  gcdc_work work = gcdc_function_work(function, context, 0);
  GCDC_OFF(gcdc_hook_table.sync(queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_after(uint64_t when, void *queue, void *block) {
  if (!GCDC_HOOKED(after)) {
    return GCDC_PASS(queue, ASYNC), GCDC_REAL(dispatch_after)(when, queue, block);
  }
  gcdc_work work = gcdc_owned_work(block, 0);
  GCDC_OFF(gcdc_hook_table.after(when, queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_after_f(uint64_t when, void *queue, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(after)) {
    return GCDC_PASS(queue, ASYNC), GCDC_REAL(dispatch_after_f)(when, queue, context, function);
  }
  gcdc_work work = gcdc_function_work(function, context, 0);
  GCDC_OFF(gcdc_hook_table.after(when, queue, work, GCDC_SITE));
}

GCDC_ENTRY(void, dispatch_apply, (size_t iterations, void *queue, void *block), (iterations, queue, block),
           GCDC_HOOKED(apply),
           GCDC_OFF(gcdc_hook_table.apply(iterations, queue,
                                          (gcdc_body)(void *)gcdc_block_function(block), block, GCDC_SITE)))
GCDC_ENTRY(void, dispatch_apply_f, (size_t iterations, void *queue, void *context, gcdc_body body),
           (iterations, queue, context, body), GCDC_HOOKED(apply),
           GCDC_OFF(gcdc_hook_table.apply(iterations, queue, body, context, GCDC_SITE)))
#endif
