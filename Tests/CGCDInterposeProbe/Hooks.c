// Licensed under the Apache License, Version 2.0; see LICENSE.
// The recording hooks.
#define _GNU_SOURCE
#include "CGCDInterposeProbe.h"
#include "Record.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <string.h>
#include <time.h>

static bool answers_handled;
static gcdc_hooks former;
static int64_t slept;

void probe_handle(bool handled) { answers_handled = handled; }

/// Where the call came from, and that hooks run with control off.
static const char *from(gcdc_site site) {
  if (gcdc_is_controlled()) return " CONTROLLED";
  if (site == NULL) return " NO SITE";
  return gcdc_is_library_address(site) ? " from a library" : "";
}

static const char *traits(gcdc_work work) {
  static char text[80];
  text[0] = '\0';
  if (work.flags & GCDC_WORK_BLOCK) strcat(text, " block");
  if (work.flags & GCDC_WORK_BARRIER) strcat(text, " barrier");
  if (work.flags & GCDC_WORK_ITEM) strcat(text, " item");
  if (work.flags & GCDC_WORK_WAIT) strcat(text, " wait");
  if (work.flags & GCDC_WORK_CANCELLED) strcat(text, " cancelled");
  if (work.flags & GCDC_WORK_FETCH_CONTEXT) strcat(text, " fetch");
  if (work.function == NULL) strcat(text, " nothing");
  return text;
}

static void run(gcdc_work work) {
  if (work.function != NULL) gcdc_call(work.function, work.context);
  gcdc_work_dispose(work);
}

static void queue_created(gcdc_object queue, gcdc_site site) {
  probe_write("queue created %s%s", gcdc_queue_facts_of(queue).label, from(site));
}
static void async(gcdc_object queue, gcdc_work work, gcdc_object group, gcdc_site site) {
  probe_write("async %s group %s%s%s", probe_name_of(queue), probe_name_of(group), traits(work), from(site));
  run(work);
}
static void sync_hook(gcdc_object queue, gcdc_work work, gcdc_site site) {
  probe_write("sync %s%s%s", probe_name_of(queue), traits(work), from(site));
  gcdc_call(work.function, work.context);
}
static void after(uint64_t when, gcdc_object queue, gcdc_work work, gcdc_site site) {
  probe_write("after %llu %s%s%s", (unsigned long long)when, probe_name_of(queue), traits(work), from(site));
  run(work);
}
static void apply(size_t iterations, gcdc_object queue, void (*body)(void *, size_t), void *context,
                  gcdc_site site) {
  probe_write("apply %zu %s%s", iterations, probe_name_of(queue), from(site));
  for (size_t index = 0; index < iterations; index += 1) gcdc_call_indexed(body, context, index);
}
static bool set_target(gcdc_object object, gcdc_object target, gcdc_site site) {
  probe_write("target %s %s%s", probe_name_of(object), probe_name_of(target), from(site));
  return answers_handled;
}
static bool queue_set_width(gcdc_object queue, long width, gcdc_site site) {
  probe_write("width %s %ld%s", probe_name_of(queue), width, from(site));
  return answers_handled;
}
static gcdc_object current_queue(void) {
  probe_write("current queue");
  return gcdc_main_queue();
}
static void queue_set_specific(gcdc_object queue, const void *key, void *value, gcdc_function destructor,
                               gcdc_site site) {
  probe_write("specific %s %s %s %s%s", probe_name_of(queue), probe_name_of(key), probe_name_of(value),
              probe_name_of((void *)destructor), from(site));
}
static void *get_specific(const void *key) {
  probe_write("get specific %s", probe_name_of(key));
  return (void *)key;
}
static void will_create_queue(const void *attributes, gcdc_object target, gcdc_site site) {
  (void)attributes, (void)target, (void)site;
}
static void will_read_property(gcdc_object object, int property, gcdc_site site) {
  (void)object, (void)property, (void)site;
}
static void assert_queue(gcdc_object queue, int kind, gcdc_site site) {
  probe_write("assert %s %d%s", probe_name_of(queue), kind, from(site));
}
static void group_created(gcdc_object group, gcdc_site site) {
  probe_write("group created %u%s", gcdc_group_count(group), from(site));
}
static void group_enter(gcdc_object group, gcdc_site site) {
  probe_write("enter %s%s", probe_name_of(group), from(site));
}
static bool group_leave(gcdc_object group, gcdc_site site) {
  probe_write("leave %s%s", probe_name_of(group), from(site));
  return true;
}
static intptr_t group_wait(gcdc_object group, uint64_t timeout, gcdc_site site) {
  probe_write("group wait %s %lld%s", probe_name_of(group), (long long)timeout, from(site));
  errno = ETIMEDOUT;
  return -1;
}
static void group_notify(gcdc_object group, gcdc_object queue, gcdc_work work, gcdc_site site) {
  probe_write("notify %s %s%s%s", probe_name_of(group), probe_name_of(queue), traits(work), from(site));
  run(work);
}
static void semaphore_created(gcdc_object semaphore, intptr_t value, gcdc_site site) {
  probe_write("semaphore created %ld %s%s", (long)value, semaphore == NULL ? "-" : "+", from(site));
}
static intptr_t semaphore_signal(gcdc_object semaphore, gcdc_site site) {
  probe_write("signal %s%s", probe_name_of(semaphore), from(site));
  return 1;
}
static intptr_t semaphore_wait(gcdc_object semaphore, uint64_t timeout, gcdc_site site) {
  probe_write("wait %s %lld%s", probe_name_of(semaphore), (long long)timeout, from(site));
  return 0;
}
static bool suspend(gcdc_object object, gcdc_site site) {
  probe_write("suspend %s%s", probe_name_of(object), from(site));
  return answers_handled;
}
static bool resume(gcdc_object object, gcdc_site site) {
  probe_write("resume %s%s", probe_name_of(object), from(site));
  return answers_handled;
}
static bool activate(gcdc_object object, gcdc_site site) {
  probe_write("activate %s%s", probe_name_of(object), from(site));
  return answers_handled;
}
static void last_release(gcdc_object object, gcdc_site site) {
  probe_write("last release %s %d%s", probe_name_of(object), gcdc_external_count(object), from(site));
}
static void source_created(gcdc_object source, int type, uintptr_t handle, uintptr_t mask, gcdc_object queue,
                           gcdc_site site) {
  (void)handle, (void)mask;
  (void)source;
  probe_write("source created %d %s%s", type, probe_name_of(queue), from(site));
}
static void source_set_timer(gcdc_object source, uint64_t start, uint64_t interval, uint64_t leeway,
                             gcdc_site site) {
  probe_write("timer %s %llu %llu %llu%s", probe_name_of(source), (unsigned long long)start,
              (unsigned long long)interval, (unsigned long long)leeway, from(site));
}
static bool source_set_handler(gcdc_object source, int handler, gcdc_work work, gcdc_site site) {
  probe_write("handler %s %d%s%s", probe_name_of(source), handler, traits(work), from(site));
  if (!answers_handled) return false;
  if (work.flags & GCDC_WORK_FETCH_CONTEXT) work.context = gcdc_object_context(source);
  run(work);
  return true;
}
static bool source_cancel(gcdc_object source, gcdc_site site) {
  probe_write("cancel %s%s", probe_name_of(source), from(site));
  return answers_handled;
}
static bool source_cancel_and_wait(gcdc_object source, gcdc_site site) {
  probe_write("cancel and wait %s%s", probe_name_of(source), from(site));
  return true;
}
static bool source_test_cancel(gcdc_object source, intptr_t *result) {
  probe_write("test cancel %s", probe_name_of(source));
  *result = 7;
  return answers_handled;
}
static bool source_get_data(gcdc_object source, uintptr_t *result) {
  probe_write("get data %s", probe_name_of(source));
  *result = 8;
  return answers_handled;
}
static bool source_merge_data(gcdc_object source, uintptr_t value, gcdc_site site) {
  probe_write("merge %s %lu%s", probe_name_of(source), (unsigned long)value, from(site));
  return true;
}
static void once(intptr_t *predicate, void *context, gcdc_function function, gcdc_site site) {
  probe_write("once %s%s", probe_name_of(predicate), from(site));
  gcdc_call(function, context);
  *predicate = ~0l;
}
static void swift_once_hook(void *token, void *function, void *context, gcdc_site site) {
  probe_write("swift once%s", from(site));
  gcdc_real_swift_once(token, function, context);
}
static int mutex_lock(void *mutex, uint64_t deadline, bool is_try, bool is_user, gcdc_site site) {
  if (is_user) {
    const char *kind = is_try ? " try" : "";
    probe_write("lock %s %lld%s%s", probe_name_of(mutex), (long long)deadline, kind, from(site));
  }
  return gcdc_real_mutex_trylock(mutex);
}
static int mutex_unlock(void *mutex, bool is_user, gcdc_site site) {
  if (is_user) probe_write("unlock %s%s", probe_name_of(mutex), from(site));
  return gcdc_real_mutex_unlock(mutex);
}
static void primitive_created(void *address, int primitive, gcdc_site site) {
  probe_write("begin %d %s%s", primitive, probe_name_of(address), from(site));
}
static void primitive_destroyed(void *address) {
  if (probe_name_of(address)[0] != '?') probe_write("forget %s", probe_name_of(address));
}
static int condition_wait(void *condition, void *mutex, uint64_t deadline, gcdc_site site) {
  probe_write("condition wait %s %s %lld%s", probe_name_of(condition), probe_name_of(mutex),
              (long long)deadline, from(site));
  return deadline == UINT64_MAX ? 0 : ETIMEDOUT;
}
static int condition_signal(void *condition, bool all, bool is_user, gcdc_site site) {
  probe_write("condition signal %s%s%s%s", probe_name_of(condition), all ? " all" : "",
              is_user ? "" : " internal", from(site));
  return 0;
}
static void file_lock(void *file, gcdc_site site) {
  probe_write("lock %s%s", probe_name_of(file), from(site));
}
static int file_try_lock(void *file, gcdc_site site) {
  probe_write("try %s%s", probe_name_of(file), from(site));
  return 5;
}
static void file_unlock(void *file, gcdc_site site) {
  probe_write("unlock %s%s", probe_name_of(file), from(site));
}
static long futex(uint32_t *word, int operation, uint32_t value, uint64_t timeout, uint32_t *word2,
                  uint32_t value3, gcdc_site site) {
  probe_write("futex %s %d %u %llu %s %u%s", probe_name_of(word), operation, value,
              (unsigned long long)timeout, probe_name_of(word2), value3, from(site));
  errno = EAGAIN;
  return -1;
}
static int thread_id(void) { return 4242; }
/// Monotonic 1,000 s, wall 5,000 s, both moved by sleeping; no other clock is virtual.
static int64_t clock_now(int clock) {
  if (clock == CLOCK_MONOTONIC) return 1000 * 1000000000ll + slept;
  return clock == CLOCK_REALTIME ? 5000 * 1000000000ll + 123456789 + slept : -1;
}
static int sleep_hook(uint64_t nanoseconds, gcdc_site site) {
  probe_write("sleep %llu%s", (unsigned long long)nanoseconds, from(site));
  slept += (int64_t)nanoseconds;
  return 0;
}
static void yield(gcdc_site site) { probe_write("yield%s", from(site)); }
static void random_bytes(void *buffer, size_t count) {
  probe_write("random %zu", count);
  memset(buffer, 0x5a, count);
}
static void thread_created(gcdc_site site) { probe_write("thread%s", from(site)); }

void probe_begin(void) {
  static const gcdc_hooks recording = {
      .queue_created = queue_created, .async = async, .sync = sync_hook, .after = after, .apply = apply,
      .set_target = set_target, .queue_set_width = queue_set_width, .current_queue = current_queue,
      .queue_set_specific = queue_set_specific, .get_specific = get_specific, .assert_queue = assert_queue,
      .will_create_queue = will_create_queue, .will_read_property = will_read_property,
      .group_created = group_created, .group_enter = group_enter, .group_leave = group_leave,
      .group_wait = group_wait, .group_notify = group_notify, .semaphore_created = semaphore_created,
      .semaphore_signal = semaphore_signal, .semaphore_wait = semaphore_wait, .suspend = suspend,
      .resume = resume, .activate = activate, .last_release = last_release, .source_created = source_created,
      .source_set_timer = source_set_timer, .source_set_handler = source_set_handler,
      .source_cancel = source_cancel, .source_cancel_and_wait = source_cancel_and_wait,
      .source_test_cancel = source_test_cancel, .source_get_data = source_get_data,
      .source_merge_data = source_merge_data, .once = once, .swift_once = swift_once_hook,
      .mutex_lock = mutex_lock, .mutex_unlock = mutex_unlock,
      .primitive_created = primitive_created, .primitive_destroyed = primitive_destroyed,
      .condition_wait = condition_wait, .condition_signal = condition_signal, .file_lock = file_lock,
      .file_try_lock = file_try_lock, .file_unlock = file_unlock, .futex = futex, .thread_id = thread_id,
      .clock_now = clock_now, .sleep = sleep_hook, .yield = yield, .random_bytes = random_bytes,
      .thread_created = thread_created,
  };
  probe_clear();
  answers_handled = false;
  slept = 0;
  former = gcdc_hook_table;
  gcdc_install_hooks(&recording);
}

const char *probe_end(void) {
  gcdc_install_hooks(&former);
  return probe_text();
}
#endif
