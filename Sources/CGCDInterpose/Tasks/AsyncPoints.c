// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where async code can be overtaken: hops between actors, continuations, cancellation.
//
// What the compiler calls with the conventions of async functions is defined with them here: the context is
// in the register of its own, and the last call is a jump. `swift_continuation_await` takes its context as a
// plain argument. Members of the library's types go by their mangled names, which belong to its ABI.
#include "AsyncCalls.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>

#define CHECKED_RESUME_RETURNING "$sScC6resume9returningyxn_tF"
#define CHECKED_RESUME_THROWING "$sScC6resume8throwingyq_n_tF"
#define TASK_CANCEL "$sScT6cancelyyF"

typedef ASYNC_CALL void (*switch_function)(ASYNC_CONTEXT void *context, void *resume, void *identity,
                                           void *implementation);
typedef ASYNC_CALL void (*await_function)(void *context);
/// The value and the continuation, which consists of a reference, are passed by their addresses.
typedef SWIFT_CALL void (*resume_function)(void *value, void *type, SWIFT_SELF void **continuation);
typedef SWIFT_CALL void (*cancel_function)(void *task, void *success, void *failure, void *conformance);

static struct {
  switch_function task_switch;
  await_function await;
  resume_function resume_returning, resume_throwing;
  cancel_function cancel;
  void (*cancel_all)(void *group);
} real;

GCDC_UNINSTRUMENTED __attribute__((constructor(101))) static void resolve(void) {
  real.await = (await_function)dlsym(RTLD_NEXT, "swift_continuation_await");
  real.resume_returning = (resume_function)dlsym(RTLD_NEXT, CHECKED_RESUME_RETURNING);
  real.resume_throwing = (resume_function)dlsym(RTLD_NEXT, CHECKED_RESUME_THROWING);
  real.cancel = (cancel_function)dlsym(RTLD_NEXT, TASK_CANCEL);
  real.cancel_all = (void (*)(void *))dlsym(RTLD_NEXT, "swift_taskGroup_cancelAll");
  // The last one: where it is set, all are.
  real.task_switch = (switch_function)dlsym(RTLD_NEXT, "swift_task_switch");
}

GCDC_UNINSTRUMENTED static void resolve_if_needed(void) {
  if (real.task_switch == NULL) resolve();
}

// MARK: Actors

GCDC_EXPORT void swift_defaultActor_initialize(void *actor) {
  GCDC_REAL(swift_defaultActor_initialize)(actor);
  if (GCDC_HOOKED(swift.actor_made)) GCDC_OFF(gcdc_hook_table.swift.actor_made(actor, GCDC_SITE));
}

GCDC_EXPORT void swift_defaultActor_destroy(void *actor) {
  if (GCDC_HOOKED(swift.actor_ended)) GCDC_OFF(gcdc_hook_table.swift.actor_ended(actor));
  GCDC_REAL(swift_defaultActor_destroy)(actor);
}

GCDC_UNINSTRUMENTED __attribute__((noinline)) static void announce_hop(void *function, void *resume,
                                                                     void *target) {
  void *left = gcdc_running_actor();
  // The compiler also asks for the executor that the task is on.
  if (left == target || !gcdc_is_user_site(gcdc_inside(resume))) return;
  GCDC_OFF(gcdc_hook_table.swift.hop(target, left, function, gcdc_inside(resume)));
}

GCDC_EXPORT ASYNC_CALL void swift_task_switch(ASYNC_CONTEXT void *context, void *resume, void *identity,
                                              void *implementation) {
  resolve_if_needed();
  if (GCDC_HOOKED(swift.hop)) announce_hop(context, resume, identity);
  __attribute__((musttail)) return real.task_switch(context, resume, identity, implementation);
}

// MARK: Continuations

GCDC_EXPORT void *swift_continuation_init(void *context, size_t flags) {
  void *task = GCDC_REAL(swift_continuation_init)(context, flags);
  if (GCDC_HOOKED(swift.continuation_made)) GCDC_OFF(gcdc_hook_table.swift.continuation_made(task));
  return task;
}

GCDC_UNINSTRUMENTED __attribute__((noinline)) static void announce_await(struct async_context *context) {
  void *task = gcdc_running_task();
  if (task == NULL || !gcdc_is_user_site(gcdc_inside(context->resume))) return;
  GCDC_OFF(gcdc_hook_table.swift.continuation_awaited(task, context->caller, gcdc_inside(context->resume)));
}

GCDC_EXPORT ASYNC_CALL void swift_continuation_await(void *context) {
  resolve_if_needed();
  if (GCDC_HOOKED(swift.continuation_awaited)) announce_await(context);
  __attribute__((musttail)) return real.await(context);
}

/// What a library resumes for itself is no choice of the program's.
#define ANNOUNCE_RESUME(task, checked) \
  if (GCDC_HOOKED(swift.continuation_resumed) && gcdc_is_user_site(GCDC_SITE)) { \
    GCDC_OFF(gcdc_hook_table.swift.continuation_resumed((task), (checked), GCDC_SITE)); \
  }

GCDC_EXPORT void swift_continuation_resume(void *task) {
  ANNOUNCE_RESUME(task, NULL)
  GCDC_REAL(swift_continuation_resume)(task);
}

GCDC_EXPORT void swift_continuation_throwingResume(void *task) {
  ANNOUNCE_RESUME(task, NULL)
  GCDC_REAL(swift_continuation_throwingResume)(task);
}

GCDC_EXPORT void swift_continuation_throwingResumeWithError(void *task, void *error) {
  ANNOUNCE_RESUME(task, NULL)
  GCDC_REAL(swift_continuation_throwingResumeWithError)(task, error);
}

/// Defines a way to resume a `CheckedContinuation`.
#define CHECKED_RESUME(function, symbol, next) \
  GCDC_EXPORT SWIFT_CALL void function(void *value, void *type, SWIFT_SELF void **continuation) \
      __asm__(symbol); \
  SWIFT_CALL void function(void *value, void *type, SWIFT_SELF void **continuation) { \
    resolve_if_needed(); \
    ANNOUNCE_RESUME(gcdc_task_of_checked(*continuation), *continuation) \
    real.next(value, type, continuation); \
  }
CHECKED_RESUME(gcdc_checked_resume_returning, CHECKED_RESUME_RETURNING, resume_returning)
CHECKED_RESUME(gcdc_checked_resume_throwing, CHECKED_RESUME_THROWING, resume_throwing)

// MARK: Cancellation

GCDC_EXPORT SWIFT_CALL void gcdc_task_cancel(void *task, void *success, void *failure, void *conformance)
    __asm__(TASK_CANCEL);
SWIFT_CALL void gcdc_task_cancel(void *task, void *success, void *failure, void *conformance) {
  resolve_if_needed();
  bool is_told = GCDC_HOOKED(swift.task_cancelled) && gcdc_is_user_site(GCDC_SITE);
  if (is_told) GCDC_OFF(gcdc_hook_table.swift.task_cancelled(gcdc_is_task(task) ? task : NULL, GCDC_SITE));
  real.cancel(task, success, failure, conformance);
  if (is_told && GCDC_HOOKED(swift.task_was_cancelled)) GCDC_OFF(gcdc_hook_table.swift.task_was_cancelled());
}

/// Defines a way to cancel all children in a group; what is generic comes behind the group.
#define CANCEL_ALL(function, symbol) \
  GCDC_EXPORT SWIFT_CALL void function(void *group, void *result, void *failure) __asm__(symbol); \
  SWIFT_CALL void function(void *group, void *result, void *failure) { \
    resolve_if_needed(); \
    bool is_told = GCDC_HOOKED(swift.task_cancelled) && gcdc_is_user_site(GCDC_SITE); \
    if (is_told) GCDC_OFF(gcdc_hook_table.swift.task_cancelled(NULL, GCDC_SITE)); \
    real.cancel_all(group); \
    if (is_told && GCDC_HOOKED(swift.task_was_cancelled)) { \
      GCDC_OFF(gcdc_hook_table.swift.task_was_cancelled()); \
    } \
  }
CANCEL_ALL(gcdc_cancel_all, "swift_taskGroup_cancelAll")
CANCEL_ALL(gcdc_group_cancel_all, "$sScG9cancelAllyyF")
CANCEL_ALL(gcdc_throwing_group_cancel_all, "$sScg9cancelAllyyF")
CANCEL_ALL(gcdc_discarding_group_cancel_all, "$ss19DiscardingTaskGroupV9cancelAllyyF")
CANCEL_ALL(gcdc_throwing_discarding_group_cancel_all, "$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF")
#endif
