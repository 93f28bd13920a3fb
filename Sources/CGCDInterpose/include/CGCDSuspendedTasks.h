// Licensed under the Apache License, Version 2.0; see LICENSE.
// Swift tasks: what programs ask of the concurrency runtime, and what it keeps of a task.
#ifndef CGCD_SUSPENDED_TASKS_H
#define CGCD_SUSPENDED_TASKS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "CGCDTypes.h"

/// The part of `gcdc_hooks` that is about Swift tasks.
typedef struct {
  void (*_Nullable task_created)(void *_Nullable task, gcdc_site site);
  /// The running task makes a child in this group, which gives it a result.
  void (*_Nullable child_joins)(const void *_Nonnull group, bool has_result);
  /// Before code that runs on an actor makes a task, which may join the line of that actor.
  void (*_Nullable task_is_made_on)(void *_Nonnull actor, gcdc_site site);
  /// Before the main thread of a program with an async main begins to serve the main queue.
  void (*_Nullable async_main_begins)(gcdc_site site);
  /// Before the program's own code asks whether its task was cancelled.
  void (*_Nullable cancellation_asked)(gcdc_site site);
  /// An actor of the program's begins its life at this address, or ends it.
  void (*_Nullable actor_made)(void *_Nonnull actor, gcdc_site site);
  void (*_Nullable actor_ended)(void *_Nonnull actor);
  /// Before the running task leaves an executor for another one; NULL = the default executor. `site` is where
  /// it continues, `function` what the runtime keeps of the function that does.
  void (*_Nullable hop)(void *_Nullable target, void *_Nullable left, const void *_Nonnull function,
                        gcdc_site site);
  /// A continuation of the running task was made.
  void (*_Nullable continuation_made)(void *_Nonnull task);
  /// Before the running task awaits its continuation.
  void (*_Nullable continuation_awaited)(void *_Nonnull task, const void *_Nonnull function,
                                         gcdc_site site);
  /// Before the continuation of a task is resumed; `task` is NULL where a checked one has been resumed
  /// already, `checked` is NULL for an unsafe one.
  void (*_Nullable continuation_resumed)(void *_Nullable task, void *_Nullable checked, gcdc_site site);
  /// The last reference to a checked continuation goes away that was not resumed.
  void (*_Nullable continuation_dropped)(void);
  /// Before a task is cancelled; NULL = which tasks is not known.
  void (*_Nullable task_cancelled)(void *_Nullable task, gcdc_site site);
  /// That call returns.
  void (*_Nullable task_was_cancelled)(void);
  /// Before the running task ends, whose function has returned, or thrown if `failed`; `function` is what the
  /// runtime keeps of it.
  void (*_Nullable task_ends)(void *_Nonnull task, const void *_Nonnull function, bool failed);
  /// The running task, which is on an actor, is about to ask whether another one has ended, and to leave the
  /// actor if not; `site` and `function` as for a hop.
  void (*_Nullable task_awaited)(void *_Nonnull task, const void *_Nonnull function, gcdc_site site);
  /// Before the running task waits for children in a group that it has made.
  void (*_Nullable group_awaited)(void *_Nonnull task, bool is_on_actor);
  /// Before an element is given to an `AsyncStream`, and before its end.
  void (*_Nullable stream_used)(void);
  /// Before the running task takes an element of the stream that has this lock, or waits for one. `wait` is
  /// what the runtime keeps of that; `has_one_consumer`: no other task may wait for one.
  void (*_Nullable element_asked_for)(const void *_Nonnull lock, void *_Nonnull task,
                                      const void *_Nonnull wait, bool has_one_consumer);
} gcdc_swift_hooks;

enum { GCDC_SUSPENDED_DEPTH = 24 };

/// The functions of a suspended task that wait for each other, as return addresses, the innermost first.
///
/// @param task the object of a task that has not ended and does not run now.
/// @param stack room for GCDC_SUSPENDED_DEPTH addresses.
/// @param in_continuation gets whether it awaits a continuation.
/// @return how many addresses were written; 0 where nothing is known.
size_t gcdc_suspended_stack(const void *_Nonnull task, uintptr_t *_Nonnull stack,
                            bool *_Nonnull in_continuation);

/// The functions that await one another, from the one that awaits the function of which the runtime keeps
/// this.
///
/// @param stack as above.
/// @return how many addresses were written.
size_t gcdc_async_callers(const void *_Nonnull function, uintptr_t *_Nonnull stack);

/// What the runtime keeps of each of them: of this function first.
size_t gcdc_async_functions(const void *_Nonnull function, uintptr_t *_Nonnull functions);

/// The task that the calling thread runs; NULL = none.
void *_Nullable gcdc_running_task(void);
/// The actor, or its executor where it has one of its own, that the calling thread runs on; NULL = none.
void *_Nullable gcdc_running_actor(void);
/// A digest of the runtime's status of a task that has not ended: whether it is cancelled, and what is
/// registered with it for that. Whether it runs, and what it waits for, is no part of it.
uint64_t gcdc_task_status(const void *_Nonnull task);
/// The name that the program gave it; NULL = none.
const char *_Nullable gcdc_name_of_running_task(void);
/// The executor of the main actor; NULL where there is no concurrency runtime.
const void *_Nullable gcdc_main_executor(void);

/// What the runtime keeps of the element of a stream that the running task is about to ask for; NULL where it
/// does something else with a stream.
///
/// @param task the running task.
/// @param can_fail gets whether the stream can end with an error.
const void *_Nullable gcdc_element_asked_for(const void *_Nonnull task, bool *_Nonnull can_fail);

/// A digest of what the functions of a suspended task keep: equal for two rounds of a loop that counts
/// nothing.
///
/// @param task as above.
/// @return 0 where nothing is known.
uint64_t gcdc_kept_by_suspended(const void *_Nonnull task);
/// The same of the running task, which is in an async function whose frame this is.
uint64_t gcdc_kept_by_running(const void *_Nonnull task, const void *_Nonnull context);
/// The same of the stored properties of an actor with the default executor, and of the objects that these
/// refer to; 0 for any other executor.
uint64_t gcdc_kept_by_actor(const void *_Nonnull actor);

/// What a task does, as far as the runtime's own record of it can be read.
typedef enum {
  GCDC_TASK_UNREADABLE,  // ended and freed, or laid out in an unknown way
  GCDC_TASK_ENDED,
  GCDC_TASK_ACTIVE,      // it runs, or is queued
  GCDC_TASK_SUSPENDED
} gcdc_task_state;

/// What a task waits for that does not run; the values are the runtime's. One that is queued waits for its
/// executor.
typedef enum {
  GCDC_AWAITS_UNKNOWN = 0,
  GCDC_AWAITS_TASK = 1,
  GCDC_AWAITS_CONTINUATION = 2,
  GCDC_AWAITS_GROUP = 3,
  GCDC_AWAITS_EXECUTOR = 4
} gcdc_awaited_kind;

typedef struct {
  gcdc_task_state state;
  gcdc_awaited_kind awaits;
  /// The task, continuation or group that it waits for.
  const void *_Nullable object;
} gcdc_task_facts;

/// Reads the runtime's record of what was a task when it was made; safe for memory that was freed since.
gcdc_task_facts gcdc_task_facts_of(const void *_Nonnull task);

/// Whose code a stack is in.
typedef enum {
  GCDC_CODE_UNKNOWN,  // libraries alone
  GCDC_CODE_OF_TESTING,
  GCDC_CODE_OF_USER
} gcdc_code_owner;

/// The owner of the innermost function that is no library's, Swift Testing apart.
gcdc_code_owner gcdc_owner_of_code(const uintptr_t *_Nonnull stack, size_t depth);

/// Whether a live object is an actor that has no executor of its own, and so has its line in itself.
bool gcdc_is_default_actor(const void *_Nonnull object);
/// A digest of what the runtime keeps of such an actor: its state and its line.
uint64_t gcdc_actor_digest(const void *_Nonnull actor);
/// Whether a thread runs in such an actor now, as far as its layout is that of Swift 6.
bool gcdc_actor_is_run(const void *_Nonnull actor);
/// A stored property of a class.
typedef struct {
  const char *_Nullable name;
  const void *_Nonnull type;
  size_t offset, size;
  /// A value of its type is there, and may be copied: no weak reference, for one.
  bool holds_value;
} gcdc_stored_property;

/// How many stored properties the objects of a class have; 0 where there is no reflection.
size_t gcdc_stored_properties(const void *_Nonnull type);
/// One of them.
gcdc_stored_property gcdc_stored_property_at(const void *_Nonnull type, size_t index);
/// Whether there is an object of exactly this class at the address, where one was: what is freed is not.
bool gcdc_is_object(const void *_Nonnull address, const void *_Nonnull type);
/// Keeps the memory of an object of Swift's, though not the object, until `gcdc_free_address`.
void gcdc_keep_address(void *_Nonnull object);
void gcdc_free_address(void *_Nonnull object);
/// What a task is to the one that made it.
typedef enum {
  GCDC_TASK_OF_ITS_OWN,
  GCDC_TASK_CHILD,
  GCDC_TASK_CHILD_IN_GROUP
} gcdc_task_relation;

/// Of a task that has not been freed.
gcdc_task_relation gcdc_task_relation_of(const void *_Nonnull task);
/// The number by which the runtime knows a task that has not been freed.
uint32_t gcdc_task_number(const void *_Nonnull task);
/// Whether a live object of Swift's is a task.
bool gcdc_is_task(const void *_Nonnull object);
/// The task that a `CheckedContinuation` resumes; NULL where it has been resumed, or is laid out in an
/// unknown way.
void *_Nullable gcdc_task_of_checked(const void *_Nonnull continuation);

/// Whether an address is in the concurrency runtime.
bool gcdc_is_in_concurrency(const void *_Nonnull address);
/// The task of an `async let`, of which the compiler keeps this.
void *_Nonnull gcdc_task_of_async_let(void *_Nullable const *_Nonnull child);
/// What the runtime keeps of the first function of a task that has not begun.
void *_Nonnull gcdc_first_context(const void *_Nonnull task);
/// A call at `site` has made a task: announces it, and from now on its end, if the call is the program's.
///
/// @param first_context what the runtime keeps of the first function of the task.
void gcdc_announce_task(void *_Nonnull task, void *_Nonnull first_context, gcdc_site site);
/// The function of the runtime that one of ours is called for at the end of a task; any other as it is.
const void *_Nullable gcdc_end_called_for(const void *_Nullable function);

/// From now on the calling thread uses a stream, and takes no other lock of the concurrency runtime; or no
/// more. Uses of streams are announced once a lock was seen.
void gcdc_learn_stream_lock(bool begins);

/// What the concurrency runtime takes a lock for.
typedef enum {
  GCDC_LOCK_OTHER,
  GCDC_LOCK_WAIT_FOR_ALL,  // to wait for all children in the group that the lock is of
  GCDC_LOCK_WAIT_FOR_NEXT
} gcdc_lock_use;

/// Proves on a task that never runs that the runtime lays tasks out as it is known to; before the first run.
///
/// @param make makes the task; NULL = the runtime does.
void gcdc_prove_tasks(gcdc_new_task (*_Nullable make)(void));
/// Whether that proof has failed: of tasks nothing is read then.
bool gcdc_tasks_are_unknown(void);

/// What the concurrency runtime submits to Dispatch.
typedef enum {
  GCDC_JOB_NONE,        // not the runtime's
  GCDC_JOB_TASK,        // a task continues: the context is the task
  GCDC_JOB_RESUMPTION,  // resumes a task that has yielded
  GCDC_JOB_OTHER        // an actor's turn, or unknown
} gcdc_job_kind;

/// What a job of the runtime's is.
gcdc_job_kind gcdc_kind_of_job(const void *_Nonnull job);
/// What a function that is submitted with this context is. Reads the context only if the function is the
/// runtime's.
gcdc_job_kind gcdc_job_kind_of(void (*_Nullable function)(void *_Nullable), const void *_Nonnull context);
#endif
