// Licensed under the Apache License, Version 2.0; see LICENSE.
// The test framework finds the running test through a task-local. Blocks of a queue run in no task, and
// detached tasks inherit nothing, so a failing expectation in one belongs to no test. On controlled threads
// its keys, and only its keys, are read elsewhere where the running task has no value for them.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CGCDHost.h"

#include <stddef.h>

#if defined(__linux__) && !defined(GCDC_OTHER_PLATFORM)
#include <dlfcn.h>

/// Of the interposers: switches control of the calling thread, returns what it was.
extern bool gcdc_control(bool on);

/// Under ThreadSanitizer these would report their own state and be a frame between the program and its
/// caller.
#define UNSEEN __attribute__((disable_sanitizer_instrumentation))
#define SWIFT_CALL __attribute__((swiftcall))
typedef SWIFT_CALL void (*get_function)(__attribute__((swift_indirect_result)) void *result,
                                        __attribute__((swift_context)) void *key);
__attribute__((weak)) SWIFT_CALL void *swift_task_getCurrent(void);
__attribute__((weak)) SWIFT_CALL void *swift_task_localValueGet(const void *key);

enum { MAX_KEYS = 8 };
// Written by the one thread that learns, before `context` is set; read by the carrier only.
static void *keys[MAX_KEYS];
static int key_count;
static __thread bool is_learning __attribute__((tls_model("initial-exec")));
static gcdc_host_context context;
static get_function real_get;

bool gcdc_host_has_task(void) { return swift_task_getCurrent && swift_task_getCurrent() != NULL; }

UNSEEN void gcdc_host_learn_keys(bool learning) { is_learning = learning; }

UNSEEN void gcdc_host_adopt(gcdc_host_context new_context) { context = new_context; }

UNSEEN static bool is_learned(void *key) {
  for (int i = 0; i < key_count; i++) {
    if (keys[i] == key) return true;
  }
  return false;
}

/// Whether the running task, if there is one, has a value of its own or an inherited one.
UNSEEN static bool has_value(void *key) {
  return gcdc_host_has_task() && swift_task_localValueGet && swift_task_localValueGet(key) != NULL;
}

typedef struct {
  void *result;
  void *key;
} reading;

UNSEEN static void read_in_context(void *argument) {
  reading *it = argument;
  real_get(it->result, it->key);
}

/// `Swift.TaskLocal.get() -> Value`. Weak: where the runtime is linked statically its own definition wins.
__attribute__((weak, visibility("default"))) SWIFT_CALL void gcdc_task_local_get(
    __attribute__((swift_indirect_result)) void *result,
    __attribute__((swift_context)) void *key) __asm__("$ss9TaskLocalC3getxyF");

UNSEEN SWIFT_CALL void gcdc_task_local_get(__attribute__((swift_indirect_result)) void *result,
                                           __attribute__((swift_context)) void *key) {
  if (!real_get) real_get = (get_function)dlsym(RTLD_NEXT, "$ss9TaskLocalC3getxyF");
  if (is_learning && key_count < MAX_KEYS && !is_learned(key)) keys[key_count++] = key;
  gcdc_host_context where = context;
  if (where && is_learned(key) && !has_value(key) && gcdc_control(false)) {
    reading it = {result, key};
    where(read_in_context, &it);
    gcdc_control(true);
    return;
  }
  real_get(result, key);
}
#endif
