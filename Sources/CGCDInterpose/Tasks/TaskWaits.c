// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where a task waits: for the end of another one, for the children in a group, for an element of a stream.
#include "../Threads/LockCalls.h"
#include "AsyncCalls.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <link.h>

/// Off actors nothing of others depends on whether a wait is over at once.
GCDC_UNINSTRUMENTED __attribute__((noinline)) static void announce_await(void *task, const void *function,
                                                                        void *resume) {
  if (gcdc_running_actor() == NULL || !gcdc_is_user_site(gcdc_inside(resume))) return;
  GCDC_OFF(gcdc_hook_table.swift.task_awaited(task, function, gcdc_inside(resume)));
}

#define CONTEXT ASYNC_CONTEXT struct async_context *context

/// Defines a getter of a task: the value goes to an address, the rest says what is generic.
#define GETTER(function, symbol) \
  typedef ASYNC_CALL void (*function##_type)(CONTEXT, void *value, void *task, void *success, \
                                             void *failure, void *conformance); \
  static function##_type real_##function; \
  GCDC_EXPORT ASYNC_CALL void function(CONTEXT, void *value, void *task, void *success, void *failure, \
                                       void *conformance) __asm__(symbol); \
  ASYNC_CALL void function(CONTEXT, void *value, void *task, void *success, void *failure, \
                           void *conformance) { \
    resolve_if_needed(); \
    if (GCDC_HOOKED(swift.task_awaited)) announce_await(task, context->caller, context->resume); \
    __attribute__((musttail)) return real_##function(context, value, task, success, failure, conformance); \
  }
/// Defines a wait for the task of an `async let`.
#define WAIT(function) \
  typedef ASYNC_CALL void (*function##_type)(CONTEXT, void **child, void *value, void *resume, void *kept); \
  static function##_type real_##function; \
  GCDC_EXPORT ASYNC_CALL void function(CONTEXT, void **child, void *value, void *resume, void *kept) { \
    resolve_if_needed(); \
    if (GCDC_HOOKED(swift.task_awaited)) announce_await(gcdc_task_of_async_let(child), context, resume); \
    __attribute__((musttail)) return real_##function(context, child, value, resume, kept); \
  }

/// The place of the task in what the compiler keeps of an `async let`, in words; flags are in its low bits.
enum { TASK_OF_ASYNC_LET = 3, TASK_FLAGS = 15 };

void *gcdc_task_of_async_let(void *const *child) {
  return (void *)((uintptr_t)child[TASK_OF_ASYNC_LET] & ~(uintptr_t)TASK_FLAGS);
}

static void resolve_if_needed(void);

/// A function of the runtime, by the addresses of its code.
struct function {
  uintptr_t start, end;
};

/// Those that wait for children in a group, and take the lock of the group first.
static struct function wait_for_next, wait_for_all;
/// Where the runtime takes the lock of a stream, for each element that comes or goes: in a function that has
/// no name outside of the library. Written once, before the first run.
static gcdc_site stream_lock;
static _Thread_local bool is_learning __attribute__((tls_model("initial-exec")));

GCDC_UNINSTRUMENTED static struct function find(const char *symbol) {
  Dl_info info;
  const ElfW(Sym) *entry = NULL;
  void *start = dlsym(RTLD_NEXT, symbol);
  if (start == NULL || dladdr1(start, &info, (void **)&entry, RTLD_DL_SYMENT) == 0 || entry == NULL) {
    return (struct function){0, 0};
  }
  return (struct function){(uintptr_t)start, (uintptr_t)start + entry->st_size};
}

static bool is_in(struct function function, gcdc_site site) {
  return (uintptr_t)site - function.start < function.end - function.start;
}

void gcdc_learn_stream_lock(bool begins) { is_learning = begins; }

void gcdc_look_at_lock(gcdc_site site) {
  if (is_learning && gcdc_is_in_concurrency((const void *)site)) stream_lock = site;
}

gcdc_lock_use gcdc_use_of_lock(gcdc_site site) {
  if (is_in(wait_for_next, site)) return GCDC_LOCK_WAIT_FOR_NEXT;
  return is_in(wait_for_all, site) ? GCDC_LOCK_WAIT_FOR_ALL : GCDC_LOCK_OTHER;
}

static void announce_use_of_stream(const void *lock) {
  void *task = gcdc_running_task();
  bool can_fail = false;
  const void *wait = task == NULL ? NULL : gcdc_element_asked_for(task, &can_fail);
  if (wait == NULL) return gcdc_hook_table.swift.stream_used();
  gcdc_hook_table.swift.element_asked_for(lock, task, wait, can_fail);
}

void gcdc_announce_lock_of_runtime(const void *lock, gcdc_site site) {
  if (site == stream_lock) GCDC_OFF(announce_use_of_stream(lock));
  if (gcdc_use_of_lock(site) == GCDC_LOCK_OTHER) return;
  void *task = gcdc_running_task();
  if (task != NULL) GCDC_OFF(gcdc_hook_table.swift.group_awaited(task, gcdc_running_actor() != NULL));
}

#define VALUE "$sScTss5NeverORs_rlE5valuexvg"
#define THROWING_VALUE "$sScT5valuexvg"
#define RESULT "$sScT6results6ResultOyxq_Gvg"
GETTER(gcdc_task_value, VALUE)
GETTER(gcdc_task_throwing_value, THROWING_VALUE)
GETTER(gcdc_task_result, RESULT)
WAIT(swift_asyncLet_get)
WAIT(swift_asyncLet_get_throwing)
WAIT(swift_asyncLet_finish)

GCDC_UNINSTRUMENTED __attribute__((constructor(101))) static void resolve(void) {
  real_gcdc_task_value = (gcdc_task_value_type)dlsym(RTLD_NEXT, VALUE);
  real_gcdc_task_throwing_value = (gcdc_task_throwing_value_type)dlsym(RTLD_NEXT, THROWING_VALUE);
  real_gcdc_task_result = (gcdc_task_result_type)dlsym(RTLD_NEXT, RESULT);
  real_swift_asyncLet_get_throwing =
      (swift_asyncLet_get_throwing_type)dlsym(RTLD_NEXT, "swift_asyncLet_get_throwing");
  real_swift_asyncLet_finish = (swift_asyncLet_finish_type)dlsym(RTLD_NEXT, "swift_asyncLet_finish");
  wait_for_next = find("swift_taskGroup_wait_next_throwing");
  wait_for_all = find("swift_taskGroup_waitAll");
  // The last one: where it is set, all are.
  real_swift_asyncLet_get = (swift_asyncLet_get_type)dlsym(RTLD_NEXT, "swift_asyncLet_get");
}

GCDC_UNINSTRUMENTED static void resolve_if_needed(void) {
  if (real_swift_asyncLet_get == NULL) resolve();
}
#endif
