// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where a task ends, and where another one waits for that.
//
// The runtime ends a task in the function to which the first one of the task returns; no program calls that.
// A function of ours is put in its place, which announces the end and then calls it.
#include "../Threads/LockCalls.h"
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#define ASYNC_CALL __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))
#define SWIFT_SELF __attribute__((swift_context))

// MARK: Ends

/// The first function of a task returns nothing in registers but its error.
typedef ASYNC_CALL void (*end_function)(ASYNC_CONTEXT void *context, SWIFT_SELF void *error);

/// What an async function keeps first: whose callee it is, and where that one continues.
struct async_context {
  struct async_context *caller;
  void *resume;
};

/// Functions of the runtime that end tasks: a few, which differ in what they release. Written by the one
/// kernel thread of a run; a place is never changed once it is set, so that tasks which are left over when
/// the run has ended find it, on any thread.
static end_function real_ends[4];

GCDC_UNINSTRUMENTED __attribute__((noinline)) static void announce_end(void *context) {
  void *task = gcdc_running_task();
  if (task != NULL) GCDC_OFF(gcdc_hook_table.swift.task_ends(task, context));
}

#define END(number) \
  static ASYNC_CALL void end_##number(ASYNC_CONTEXT void *context, SWIFT_SELF void *error) { \
    if (GCDC_HOOKED(swift.task_ends)) announce_end(context); \
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

static bool is_in_concurrency(const void *address) {
  Dl_info info;
  return dladdr(address, &info) != 0 && info.dli_fname != NULL
         && strstr(info.dli_fname, "libswift_Concurrency") != NULL;
}

GCDC_UNINSTRUMENTED static void watch_end(struct async_context *context) {
  end_function end = (end_function)context->resume;
  for (size_t number = 0; number < END_COUNT; number += 1) {
    if (real_ends[number] == NULL) {
      // A runtime that began its tasks in another way would have something else there.
      if (!is_in_concurrency(context->resume)) return;
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

// MARK: Waits

/// Inside the function at `code`, as a return address is inside its caller.
static gcdc_site inside(void *code) { return (gcdc_site)((uintptr_t)code + 1); }

/// Off actors nothing of others depends on whether a wait is over at once.
GCDC_UNINSTRUMENTED __attribute__((noinline)) static void announce_await(void *task, const void *function,
                                                                        void *resume) {
  if (gcdc_running_actor() == NULL || !gcdc_is_user_site(inside(resume))) return;
  GCDC_OFF(gcdc_hook_table.swift.task_awaited(task, function, inside(resume)));
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
    if (GCDC_HOOKED(swift.task_awaited)) announce_await(task_of_async_let(child), context, resume); \
    __attribute__((musttail)) return real_##function(context, child, value, resume, kept); \
  }

/// The place of the task in what the compiler keeps of an `async let`, in words; flags are in its low bits.
enum { TASK_OF_ASYNC_LET = 3, TASK_FLAGS = 15 };

static void *task_of_async_let(void *const *child) {
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
  if (is_learning && is_in_concurrency((const void *)site)) stream_lock = site;
}

void gcdc_announce_lock_of_runtime(gcdc_site site) {
  if (site == stream_lock) GCDC_OFF(gcdc_hook_table.swift.stream_used());
  if (!is_in(wait_for_next, site) && !is_in(wait_for_all, site)) return;
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

static void (*real_swift_asyncLet_begin)(void **child, void *options, const void *result, void *function,
                                         void *closure, void *value);
GCDC_EXPORT void swift_asyncLet_begin(void **child, void *options, const void *result, void *function,
                                      void *closure, void *value) {
  resolve_if_needed();
  real_swift_asyncLet_begin(child, options, result, function, closure, value);
  void *task = task_of_async_let(child);
  if (GCDC_HOOKED(swift.task_created) && gcdc_is_task(task)) {
    gcdc_announce_task(task, gcdc_first_context(task), GCDC_SITE);
  }
}

GCDC_UNINSTRUMENTED __attribute__((constructor(101))) static void resolve(void) {
  real_gcdc_task_value = (gcdc_task_value_type)dlsym(RTLD_NEXT, VALUE);
  real_gcdc_task_throwing_value = (gcdc_task_throwing_value_type)dlsym(RTLD_NEXT, THROWING_VALUE);
  real_gcdc_task_result = (gcdc_task_result_type)dlsym(RTLD_NEXT, RESULT);
  real_swift_asyncLet_get_throwing =
      (swift_asyncLet_get_throwing_type)dlsym(RTLD_NEXT, "swift_asyncLet_get_throwing");
  real_swift_asyncLet_finish = (swift_asyncLet_finish_type)dlsym(RTLD_NEXT, "swift_asyncLet_finish");
  wait_for_next = find("swift_taskGroup_wait_next_throwing");
  wait_for_all = find("swift_taskGroup_waitAll");
  real_swift_asyncLet_begin = (void (*)(void **, void *, const void *, void *, void *, void *))dlsym(
      RTLD_NEXT, "swift_asyncLet_begin");
  // The last one: where it is set, all are.
  real_swift_asyncLet_get = (swift_asyncLet_get_type)dlsym(RTLD_NEXT, "swift_asyncLet_get");
}

GCDC_UNINSTRUMENTED static void resolve_if_needed(void) {
  if (real_swift_asyncLet_get == NULL) resolve();
}
#endif
