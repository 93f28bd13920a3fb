// Licensed under the Apache License, Version 2.0; see LICENSE.
// The part of <dispatch/dispatch.h> that the probe calls; a package's C targets do not see the toolchain's
// copy.
#ifndef CGCD_PROBE_DISPATCH_H
#define CGCD_PROBE_DISPATCH_H
#include <stdint.h>

typedef void *dispatch_object_t;
typedef void *dispatch_queue_t;
typedef void *dispatch_group_t;
typedef void *dispatch_semaphore_t;
typedef void *dispatch_source_t;
typedef intptr_t dispatch_once_t;
typedef uint64_t dispatch_time_t;
typedef void (^dispatch_block_t)(void);
typedef void (*dispatch_function_t)(void *);

#define DISPATCH_TIME_NOW 0ull
#define DISPATCH_TIME_FOREVER (~0ull)
#define DISPATCH_CURRENT_QUEUE_LABEL NULL
#define DISPATCH_BLOCK_BARRIER 1ul

extern char _dispatch_queue_attr_concurrent[];
extern char _dispatch_source_type_timer[];
extern char _dispatch_source_type_data_add[];
extern char _dispatch_source_type_data_or[];
extern char _dispatch_source_type_data_replace[];
extern char _dispatch_source_type_read[];
#define DISPATCH_QUEUE_CONCURRENT _dispatch_queue_attr_concurrent

dispatch_queue_t dispatch_queue_create(const char *, void *);
dispatch_queue_t dispatch_queue_create_with_target(const char *, void *, dispatch_queue_t);
dispatch_queue_t dispatch_get_global_queue(intptr_t, uintptr_t);
void dispatch_set_target_queue(dispatch_object_t, dispatch_queue_t);
void dispatch_queue_set_width(dispatch_queue_t, long);
void dispatch_queue_set_specific(dispatch_queue_t, const void *, void *, dispatch_function_t);
void *dispatch_queue_get_specific(dispatch_queue_t, const void *);
void *dispatch_get_specific(const void *);
const char *dispatch_queue_get_label(dispatch_queue_t);
void dispatch_assert_queue(dispatch_queue_t);
void dispatch_assert_queue_not(dispatch_queue_t);
void dispatch_assert_queue_barrier(dispatch_queue_t);

void dispatch_async(dispatch_queue_t, dispatch_block_t);
void dispatch_async_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_async_enforce_qos_class_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_barrier_async(dispatch_queue_t, dispatch_block_t);
void dispatch_barrier_async_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_sync(dispatch_queue_t, dispatch_block_t);
void dispatch_sync_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_barrier_sync(dispatch_queue_t, dispatch_block_t);
void dispatch_barrier_sync_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_async_and_wait(dispatch_queue_t, dispatch_block_t);
void dispatch_async_and_wait_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_barrier_async_and_wait(dispatch_queue_t, dispatch_block_t);
void dispatch_barrier_async_and_wait_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_after(dispatch_time_t, dispatch_queue_t, dispatch_block_t);
void dispatch_after_f(dispatch_time_t, dispatch_queue_t, void *, dispatch_function_t);
void dispatch_apply(size_t, dispatch_queue_t, void (^)(size_t));
void dispatch_apply_f(size_t, dispatch_queue_t, void *, void (*)(void *, size_t));

dispatch_block_t dispatch_block_create(unsigned long, dispatch_block_t);
void dispatch_block_perform(unsigned long, dispatch_block_t);
intptr_t dispatch_block_wait(dispatch_block_t, dispatch_time_t);
void dispatch_block_notify(dispatch_block_t, dispatch_queue_t, dispatch_block_t);
void dispatch_block_cancel(dispatch_block_t);
intptr_t dispatch_block_testcancel(dispatch_block_t);

dispatch_group_t dispatch_group_create(void);
void dispatch_group_enter(dispatch_group_t);
void dispatch_group_leave(dispatch_group_t);
intptr_t dispatch_group_wait(dispatch_group_t, dispatch_time_t);
void dispatch_group_notify(dispatch_group_t, dispatch_queue_t, dispatch_block_t);
void dispatch_group_notify_f(dispatch_group_t, dispatch_queue_t, void *, dispatch_function_t);
void dispatch_group_async(dispatch_group_t, dispatch_queue_t, dispatch_block_t);
void dispatch_group_async_f(dispatch_group_t, dispatch_queue_t, void *, dispatch_function_t);
dispatch_semaphore_t dispatch_semaphore_create(intptr_t);
intptr_t dispatch_semaphore_signal(dispatch_semaphore_t);
intptr_t dispatch_semaphore_wait(dispatch_semaphore_t, dispatch_time_t);

void dispatch_suspend(dispatch_object_t);
void dispatch_resume(dispatch_object_t);
void dispatch_activate(dispatch_object_t);
void dispatch_retain(dispatch_object_t);
void dispatch_release(dispatch_object_t);
void dispatch_set_context(dispatch_object_t, void *);

dispatch_source_t dispatch_source_create(const void *, uintptr_t, uintptr_t, dispatch_queue_t);
void dispatch_source_set_timer(dispatch_source_t, dispatch_time_t, uint64_t, uint64_t);
void dispatch_source_set_event_handler(dispatch_source_t, dispatch_block_t);
void dispatch_source_set_event_handler_f(dispatch_source_t, dispatch_function_t);
void dispatch_source_set_cancel_handler(dispatch_source_t, dispatch_block_t);
void dispatch_source_set_cancel_handler_f(dispatch_source_t, dispatch_function_t);
void dispatch_source_set_mandatory_cancel_handler(dispatch_source_t, dispatch_block_t);
void dispatch_source_set_mandatory_cancel_handler_f(dispatch_source_t, dispatch_function_t);
void dispatch_source_set_registration_handler(dispatch_source_t, dispatch_block_t);
void dispatch_source_set_registration_handler_f(dispatch_source_t, dispatch_function_t);
void dispatch_source_merge_data(dispatch_source_t, uintptr_t);
uintptr_t dispatch_source_get_data(dispatch_source_t);
intptr_t dispatch_source_testcancel(dispatch_source_t);
void dispatch_source_cancel(dispatch_source_t);
void dispatch_source_cancel_and_wait(dispatch_source_t);

void dispatch_once(dispatch_once_t *, dispatch_block_t);
void dispatch_once_f(dispatch_once_t *, void *, dispatch_function_t);
dispatch_time_t dispatch_time(dispatch_time_t, int64_t);
dispatch_time_t dispatch_walltime(const void *, int64_t);
#endif
