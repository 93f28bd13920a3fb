// Licensed under the Apache License, Version 2.0; see LICENSE.
// Calls of every dispatch family, with control on.
#define _GNU_SOURCE
#include "CGCDInterposeProbe.h"

#if GCDC_INTERPOSES
#include "Dispatch.h"
#include <errno.h>


static void say(void *context) {
  probe_write("  runs %s%s", (const char *)context, gcdc_is_controlled() ? "" : " UNCONTROLLED");
}

static dispatch_queue_t named_queue(const char *name) {
  dispatch_queue_t queue = dispatch_queue_create(name, NULL);
  probe_name(queue, name);
  return queue;
}

void probe_queues(void) {
  gcdc_control(true);
  dispatch_queue_t a = named_queue("a");
  dispatch_queue_t b = dispatch_queue_create_with_target("b", DISPATCH_QUEUE_CONCURRENT, a);
  probe_name(b, "b");
  dispatch_set_target_queue(a, b);
  dispatch_queue_set_width(b, -3);
  probe_name("key", "key");
  probe_name((const void *)say, "say");
  dispatch_queue_set_specific(a, "key", "key", say);
  probe_write("real specific %s", probe_name_of(dispatch_queue_get_specific(a, "key")));
  probe_write("got %s", probe_name_of(dispatch_get_specific("key")));
  probe_write("label %s", dispatch_queue_get_label(DISPATCH_CURRENT_QUEUE_LABEL));
  probe_write("label %s", dispatch_queue_get_label(a));
  dispatch_assert_queue(a);
  dispatch_assert_queue_not(a);
  dispatch_assert_queue_barrier(a);
  gcdc_control(false);
}

void probe_submissions(void) {
  gcdc_control(true);
  dispatch_queue_t q = named_queue("q");
  dispatch_async(q, ^{ say("async"); });
  dispatch_async_f(q, "async_f", say);
  dispatch_async_enforce_qos_class_f(q, "enforce", say);
  dispatch_barrier_async(q, ^{ say("barrier"); });
  dispatch_barrier_async_f(q, "barrier_f", say);
  dispatch_sync(q, ^{ say("sync"); });
  dispatch_sync_f(q, "sync_f", say);
  dispatch_barrier_sync(q, ^{ say("barrier_sync"); });
  dispatch_barrier_sync_f(q, "barrier_sync_f", say);
  dispatch_async_and_wait(q, ^{ say("and_wait"); });
  dispatch_async_and_wait_f(q, "and_wait_f", say);
  dispatch_barrier_async_and_wait(q, ^{ say("barrier_and_wait"); });
  dispatch_barrier_async_and_wait_f(q, "barrier_and_wait_f", say);
  dispatch_after(17, q, ^{ say("after"); });
  dispatch_after_f(18, q, "after_f", say);
  gcdc_control(false);
}

static void say_index(void *context, size_t index) {
  probe_write("  index %zu %s", index, (const char *)context);
}

void probe_apply(void) {
  gcdc_control(true);
  dispatch_queue_t q = named_queue("q");
  dispatch_apply(2, q, ^(size_t index) { probe_write("  index %zu", index); });
  dispatch_apply_f(1, NULL, "f", say_index);
  gcdc_control(false);
}

void probe_work_items(void) {
  gcdc_control(true);
  dispatch_queue_t q = named_queue("q");
  dispatch_block_t item = dispatch_block_create(DISPATCH_BLOCK_BARRIER, ^{ say("item"); });
  probe_write("flags %u", gcdc_block_item_flags(item));
  dispatch_async(q, item);
  dispatch_block_notify(item, q, ^{ say("notified"); });
  probe_write("wait %ld", dispatch_block_wait(item, DISPATCH_TIME_NOW));
  dispatch_block_t cancelled = dispatch_block_create(0, ^{ say("CANCELLED BODY"); });
  dispatch_block_cancel(cancelled);
  probe_write("cancelled %ld", dispatch_block_testcancel(cancelled));
  dispatch_sync(q, cancelled);
  dispatch_block_perform(0, ^{ say("performed"); });
  gcdc_control(false);
}

void probe_groups(void) {
  gcdc_control(true);
  dispatch_queue_t q = named_queue("q");
  dispatch_group_t g = dispatch_group_create();
  probe_name(g, "g");
  dispatch_group_enter(g);
  dispatch_group_leave(g);
  errno = 0;
  intptr_t result = dispatch_group_wait(g, DISPATCH_TIME_FOREVER);
  probe_write("result %ld %s", (long)result, errno == ETIMEDOUT ? "timed out" : "");
  dispatch_group_notify(g, q, ^{ say("notify"); });
  dispatch_group_notify_f(g, q, "notify_f", say);
  dispatch_group_async(g, q, ^{ say("group async"); });
  dispatch_group_async_f(g, q, "group_async_f", say);
  gcdc_control(false);
}

void probe_semaphores(void) {
  gcdc_control(true);
  dispatch_semaphore_t s = dispatch_semaphore_create(2);
  probe_name(s, "s");
  probe_write("none %s", dispatch_semaphore_create(-1) == NULL ? "yes" : "no");
  probe_write("signalled %ld", (long)dispatch_semaphore_signal(s));
  probe_write("waited %ld", (long)dispatch_semaphore_wait(s, DISPATCH_TIME_NOW));
  gcdc_control(false);
}

void probe_lifetime(void) {
  gcdc_control(true);
  dispatch_queue_t a = named_queue("a");
  dispatch_suspend(a);
  probe_write("count %u", gcdc_queue_facts_of(a).suspend_count);
  dispatch_resume(a);
  probe_handle(true);
  dispatch_suspend(a);
  probe_write("count %u", gcdc_queue_facts_of(a).suspend_count);
  dispatch_resume(a);
  dispatch_activate(a);
  dispatch_retain(a);
  gcdc_pin(a);
  dispatch_release(a);
  dispatch_release(a);
  probe_write("external %d", gcdc_external_count(a));
  gcdc_unpin(a);
  gcdc_control(false);
}

void probe_sources(void) {
  gcdc_control(true);
  dispatch_queue_t q = named_queue("q");
  dispatch_source_t add = dispatch_source_create(_dispatch_source_type_data_add, 0, 0, q);
  dispatch_source_create(_dispatch_source_type_data_or, 0, 0, q);
  dispatch_source_create(_dispatch_source_type_data_replace, 0, 0, q);
  dispatch_source_create(_dispatch_source_type_read, 0, 0, q);
  probe_name(add, "add");
  dispatch_source_t timer = dispatch_source_create(_dispatch_source_type_timer, 0, 0, q);
  probe_name(timer, "timer");
  dispatch_source_set_timer(timer, 1, 2, 3);
  dispatch_set_context(timer, "context");
  probe_handle(true);
  dispatch_source_set_event_handler(timer, ^{ say("event"); });
  dispatch_source_set_event_handler_f(timer, say);
  dispatch_source_set_cancel_handler(timer, ^{ say("cancel"); });
  dispatch_source_set_cancel_handler_f(timer, say);
  dispatch_source_set_mandatory_cancel_handler(timer, ^{ say("mandatory"); });
  dispatch_source_set_mandatory_cancel_handler_f(timer, say);
  dispatch_source_set_registration_handler(timer, ^{ say("registration"); });
  dispatch_source_set_registration_handler_f(timer, say);
  dispatch_source_set_event_handler(timer, NULL);
  dispatch_source_merge_data(add, 9);
  probe_write("data %lu", (unsigned long)dispatch_source_get_data(add));
  probe_write("cancelled %ld", (long)dispatch_source_testcancel(add));
  dispatch_source_cancel(add);
  probe_handle(false);
  probe_write("real data %lu", (unsigned long)dispatch_source_get_data(add));
  dispatch_source_set_event_handler(add, ^{ say("NEVER"); });
  dispatch_source_cancel(add);
  probe_write("really cancelled %ld", (long)dispatch_source_testcancel(add));
  dispatch_source_cancel_and_wait(timer);
  gcdc_control(false);
}

void probe_once(void) {
  static dispatch_once_t first;
  static dispatch_once_t second;
  first = second = 0;
  probe_name(&first, "first");
  probe_name(&second, "second");
  gcdc_control(true);
  for (int round = 0; round < 2; round += 1) {
    probe_write("round %d", round);
    dispatch_once(&first, ^{ say("once"); });
    dispatch_once_f(&second, "once_f", say);
  }
  gcdc_control(false);
}
#endif
