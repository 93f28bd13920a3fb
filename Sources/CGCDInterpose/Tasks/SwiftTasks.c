// Licensed under the Apache License, Version 2.0; see LICENSE.
// What programs ask of Swift's concurrency runtime: new tasks, the end of an async main, cancellation.
//
// These are plain calls in the C convention of both processors: a few words in, at most two out.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include "Addresses.h"

/// What a call that makes a task says of it beyond the flags (the runtime's ABI): a list.
struct task_option {
  size_t kind;  // in the lowest byte
  const struct task_option *next;
  const void *value;
};
enum { OPTION_GROUP = 1 };

/// Of the metadata of a type (the ABI), in words: its kind, and how many elements a tuple has.
enum { TYPE_KIND = 0, TYPE_ELEMENTS = 1, TUPLE = 0x301 };

GCDC_UNINSTRUMENTED __attribute__((noinline)) static void announce_group(const struct task_option *option,
                                                                       const uintptr_t *result) {
  while (option != NULL && (option->kind & 0xff) != OPTION_GROUP) option = option->next;
  if (option == NULL) return;
  bool is_void = result == NULL || (result[TYPE_KIND] == TUPLE && result[TYPE_ELEMENTS] == 0);
  GCDC_OFF(gcdc_hook_table.swift.child_joins(option->value, !is_void));
}

GCDC_EXPORT gcdc_new_task swift_task_create(size_t flags, void *options, const void *result, void *function,
                                            void *closure) {
  void *actor = NULL;
  if (GCDC_HOOKED(swift.task_is_made_on) && gcdc_is_user_site(GCDC_SITE)
      && (actor = gcdc_running_actor()) != NULL) {
    GCDC_OFF(gcdc_hook_table.swift.task_is_made_on(actor, GCDC_SITE));
  }
  if (GCDC_HOOKED(swift.child_joins)) announce_group(options, result);
  gcdc_new_task made = GCDC_REAL(swift_task_create)(flags, options, result, function, closure);
  if (GCDC_HOOKED(swift.task_created)) gcdc_announce_task(made.task, made.context, GCDC_SITE);
  return made;
}

/// The first part of an async main is over: such a program ends by `exit`, never here.
GCDC_EXPORT void swift_task_asyncMainDrainQueue(void) {
  if (GCDC_HOOKED(swift.async_main_begins)) GCDC_OFF(gcdc_hook_table.swift.async_main_begins(GCDC_SITE));
  GCDC_REAL(swift_task_asyncMainDrainQueue)();
}

// What the compiler calls of an async main in older programs, and SwiftPM's runner of tests: a closure in two
// words.
#define GCDC_RUN_ASYNC_MAIN "$ss13_runAsyncMainyyyyYaKcF"
GCDC_EXPORT void gcdc_run_async_main(void *function, void *context) __asm__(GCDC_RUN_ASYNC_MAIN);
void gcdc_run_async_main(void *function, void *context) {
  if (GCDC_HOOKED(swift.async_main_begins)) GCDC_OFF(gcdc_hook_table.swift.async_main_begins(GCDC_SITE));
  void (*real)(void *, void *) = (void (*)(void *, void *))dlsym(RTLD_NEXT, GCDC_RUN_ASYNC_MAIN);
  real(function, context);
}

/// A loop that waits for its cancellation makes no other call.
#define GCDC_ASK_FOR_CANCELLATION() \
  if (GCDC_HOOKED(swift.cancellation_asked) && !gcdc_is_library_address(GCDC_SITE)) { \
    GCDC_OFF(gcdc_hook_table.swift.cancellation_asked(GCDC_SITE)); \
  }

GCDC_EXPORT bool swift_task_isCancelled(void *task) {
  GCDC_ASK_FOR_CANCELLATION()
  return GCDC_REAL(swift_task_isCancelled)(task);
}

// Static members of Task: mangled names, which the linker takes like any other.
#define GCDC_IS_CANCELLED "$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ"
#define GCDC_CHECK_CANCELLATION "$sScTss5NeverORszABRs_rlE17checkCancellationyyKFZ"

typedef __attribute__((swiftcall)) void (*gcdc_throwing)(__attribute__((swift_context)) void *,
                                                          __attribute__((swift_error_result)) void **);

static struct {
  bool (*is_cancelled)(void);
  gcdc_throwing check;
} members;

/// Both are written together, always with the same values.
GCDC_UNINSTRUMENTED __attribute__((constructor(101))) static void resolve_members(void) {
  members.check = (gcdc_throwing)dlsym(RTLD_NEXT, GCDC_CHECK_CANCELLATION);
  members.is_cancelled = (bool (*)(void))dlsym(RTLD_NEXT, GCDC_IS_CANCELLED);
}

GCDC_EXPORT bool gcdc_task_is_cancelled(void) __asm__(GCDC_IS_CANCELLED);
bool gcdc_task_is_cancelled(void) {
  GCDC_ASK_FOR_CANCELLATION()
  if (members.is_cancelled == NULL) resolve_members();
  return members.is_cancelled();
}

GCDC_EXPORT __attribute__((swiftcall)) void gcdc_task_check_cancellation(
    __attribute__((swift_context)) void *context, __attribute__((swift_error_result)) void **error)
    __asm__(GCDC_CHECK_CANCELLATION);
__attribute__((swiftcall)) void gcdc_task_check_cancellation(
    __attribute__((swift_context)) void *context, __attribute__((swift_error_result)) void **error) {
  GCDC_ASK_FOR_CANCELLATION()
  if (members.check == NULL) resolve_members();
  members.check(context, error);
}
#endif
