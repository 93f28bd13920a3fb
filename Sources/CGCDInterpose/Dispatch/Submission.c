// Licensed under the Apache License, Version 2.0; see LICENSE.
// Handing work to a queue: asynchronous, synchronous, delayed, repeated. A synchronous block is never copied.
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_EXPORT void dispatch_async(void *queue, void *block) {
  if (!GCDC_HOOKED(async)) return GCDC_PASS(queue, ASYNC), GCDC_REAL(dispatch_async)(queue, block);
  gcdc_work work = gcdc_owned_work(block, 0);
  GCDC_OFF(gcdc_hook_table.async(queue, work, NULL, GCDC_SITE));
}

GCDC_EXPORT void dispatch_barrier_async(void *queue, void *block) {
  if (!GCDC_HOOKED(async)) {
    return GCDC_PASS(queue, BARRIER_ASYNC), GCDC_REAL(dispatch_barrier_async)(queue, block);
  }
  gcdc_work work = gcdc_owned_work(block, GCDC_WORK_BARRIER);
  GCDC_OFF(gcdc_hook_table.async(queue, work, NULL, GCDC_SITE));
}

GCDC_EXPORT void dispatch_async_f(void *queue, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(async)) {
    return GCDC_PASS(queue, ASYNC), GCDC_REAL(dispatch_async_f)(queue, context, function);
  }
  gcdc_work work = gcdc_function_work(function, context, 0);
  GCDC_OFF(gcdc_hook_table.async(queue, work, NULL, GCDC_SITE));
}

GCDC_EXPORT void dispatch_async_enforce_qos_class_f(void *queue, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(async)) {
    return GCDC_PASS(queue, ASYNC), GCDC_REAL(dispatch_async_enforce_qos_class_f)(queue, context, function);
  }
  gcdc_work work = gcdc_function_work(function, context, 0);
  GCDC_OFF(gcdc_hook_table.async(queue, work, NULL, GCDC_SITE));
}

GCDC_EXPORT void dispatch_barrier_async_f(void *queue, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(async)) {
    return GCDC_PASS(queue, BARRIER_ASYNC), GCDC_REAL(dispatch_barrier_async_f)(queue, context, function);
  }
  gcdc_work work = gcdc_function_work(function, context, GCDC_WORK_BARRIER);
  GCDC_OFF(gcdc_hook_table.async(queue, work, NULL, GCDC_SITE));
}

GCDC_EXPORT void dispatch_sync(void *queue, void *block) {
  if (!GCDC_HOOKED(sync)) return GCDC_PASS(queue, SYNC), GCDC_REAL(dispatch_sync)(queue, block);
  gcdc_work work = gcdc_borrowed_work(block, 0);
  GCDC_OFF(gcdc_hook_table.sync(queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_sync_f(void *queue, void *context, gcdc_function function) {
  if (__builtin_expect(gcdc_controlled, false) && gcdc_answers_probe()) return;
  if (!GCDC_HOOKED(sync)) {
    return GCDC_PASS(queue, SYNC), GCDC_REAL(dispatch_sync_f)(queue, context, function);
  }
  gcdc_work work = gcdc_function_work(function, context, 0);
  GCDC_OFF(gcdc_hook_table.sync(queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_barrier_sync(void *queue, void *block) {
  if (!GCDC_HOOKED(sync)) {
    return GCDC_PASS(queue, BARRIER_SYNC), GCDC_REAL(dispatch_barrier_sync)(queue, block);
  }
  gcdc_work work = gcdc_borrowed_work(block, GCDC_WORK_BARRIER);
  GCDC_OFF(gcdc_hook_table.sync(queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_barrier_sync_f(void *queue, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(sync)) {
    return GCDC_PASS(queue, BARRIER_SYNC), GCDC_REAL(dispatch_barrier_sync_f)(queue, context, function);
  }
  gcdc_work work = gcdc_function_work(function, context, GCDC_WORK_BARRIER);
  GCDC_OFF(gcdc_hook_table.sync(queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_async_and_wait(void *queue, void *block) {
  if (!GCDC_HOOKED(sync)) return GCDC_REAL(dispatch_async_and_wait)(queue, block);
  gcdc_work work = gcdc_borrowed_work(block, GCDC_WORK_WAIT);
  GCDC_OFF(gcdc_hook_table.sync(queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_async_and_wait_f(void *queue, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(sync)) return GCDC_REAL(dispatch_async_and_wait_f)(queue, context, function);
  gcdc_work work = gcdc_function_work(function, context, GCDC_WORK_WAIT);
  GCDC_OFF(gcdc_hook_table.sync(queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_barrier_async_and_wait(void *queue, void *block) {
  if (!GCDC_HOOKED(sync)) return GCDC_REAL(dispatch_barrier_async_and_wait)(queue, block);
  gcdc_work work = gcdc_borrowed_work(block, GCDC_WORK_WAIT | GCDC_WORK_BARRIER);
  GCDC_OFF(gcdc_hook_table.sync(queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_barrier_async_and_wait_f(void *queue, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(sync)) return GCDC_REAL(dispatch_barrier_async_and_wait_f)(queue, context, function);
  gcdc_work work = gcdc_function_work(function, context, GCDC_WORK_WAIT | GCDC_WORK_BARRIER);
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

GCDC_EXPORT void dispatch_apply(size_t iterations, void *queue, void *block) {
  if (!GCDC_HOOKED(apply)) return GCDC_REAL(dispatch_apply)(iterations, queue, block);
  GCDC_OFF(gcdc_hook_table.apply(iterations, queue, (gcdc_body)(void *)gcdc_block_function(block), block,
                                 GCDC_SITE));
}

GCDC_EXPORT void dispatch_apply_f(size_t iterations, void *queue, void *context, gcdc_body body) {
  if (!GCDC_HOOKED(apply)) return GCDC_REAL(dispatch_apply_f)(iterations, queue, context, body);
  GCDC_OFF(gcdc_hook_table.apply(iterations, queue, body, context, GCDC_SITE));
}
#endif
