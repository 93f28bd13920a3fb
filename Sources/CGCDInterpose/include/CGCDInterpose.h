// Licensed under the Apache License, Version 2.0; see LICENSE.
// Exported dispatch_*, pthread_*, time, futex and thread entry points; each tests one thread-local flag and
// calls either the real function or one hook. No policy lives here.
#ifndef CGCD_INTERPOSE_H
#define CGCD_INTERPOSE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "CGCDAddresses.h"
#include "CGCDCopies.h"
#include "CGCDDescriptors.h"
#include "CGCDForeignCalls.h"
#include "CGCDFoundation.h"
#include "CGCDFutex.h"
#include "CGCDItems.h"
#include "CGCDObjects.h"
#include "CGCDOperations.h"
#include "CGCDRaces.h"
#include "CGCDSuspendedTasks.h"
#include "CGCDTypes.h"

/// Filled by the engine before the first controlled run. Called only on controlled threads, with control off;
/// `site` is the return address in the caller. The real function runs where a `bool` says "not handled".
typedef struct {
  // Queues
  /// Before a queue is made, with what was asked for.
  void (*_Nullable will_create_queue)(const void *_Nullable attributes, gcdc_object target, gcdc_site site);
  void (*_Nullable queue_created)(gcdc_object queue, gcdc_site site);
  void (*_Nullable async)(gcdc_object queue, gcdc_work work, gcdc_object group, gcdc_site site);
  /// Runs work.function(work.context) under the queue; the context is not owned: never copied from a stack.
  void (*_Nullable sync)(gcdc_object queue, gcdc_work work, gcdc_site site);
  void (*_Nullable after)(uint64_t when, gcdc_object queue, gcdc_work work, gcdc_site site);
  void (*_Nullable apply)(size_t iterations, gcdc_object queue,
                          void (*_Nonnull body)(void *_Nullable, size_t), void *_Nullable context,
                          gcdc_site site);
  bool (*_Nullable set_target)(gcdc_object object, gcdc_object target, gcdc_site site);
  bool (*_Nullable queue_set_width)(gcdc_object queue, long width, gcdc_site site);
  gcdc_object (*_Nullable current_queue)(void);
  /// The real setter has run with the destructor stripped; the new value and its destructor are given.
  void (*_Nullable queue_set_specific)(gcdc_object queue, const void *_Nullable key, void *_Nullable value,
                                       gcdc_function destructor, gcdc_site site);
  /// Before the real function changes a property; `property` is one of GCDC_PROPERTY_….
  void (*_Nullable will_read_property)(gcdc_object object, int property, gcdc_site site);
  void *_Nullable (*_Nullable get_specific)(const void *_Nullable key);
  void (*_Nullable assert_queue)(gcdc_object queue, int kind, gcdc_site site);
  void (*_Nullable main_loop)(gcdc_site site);  // dispatch_main
  void (*_Nullable main_queue_callback)(gcdc_site site);  // _dispatch_main_queue_callback_4CF
  /// A queue is to be made that a run loop serves; does not return.
  void (*_Nullable will_create_run_loop_queue)(gcdc_site site);
  /// A queue that no run loop serves is used as one that does; does not return.
  void (*_Nullable no_run_loop_queue)(gcdc_object queue, gcdc_site site);
  /// The run loop of the calling thread came back at once, having nothing to wait for; it was to wait until
  /// `limit`, in seconds since 2001.
  void (*_Nullable run_loop_was_empty)(double limit, gcdc_site site);
  /// The calling thread has got a run loop.
  void (*_Nullable run_loop_made)(void);
  /// Before a workloop's property (GCDC_WORKLOOP_…) is set; does not return where that is an error.
  void (*_Nullable workloop_property)(gcdc_object workloop, int property, gcdc_site site);
  // Groups and semaphores
  void (*_Nullable group_created)(gcdc_object group, gcdc_site site);
  void (*_Nullable group_enter)(gcdc_object group, gcdc_site site);
  /// False lets the real function run as well.
  bool (*_Nullable group_leave)(gcdc_object group, gcdc_site site);
  intptr_t (*_Nullable group_wait)(gcdc_object group, uint64_t timeout, gcdc_site site);
  void (*_Nullable group_notify)(gcdc_object group, gcdc_object queue, gcdc_work work, gcdc_site site);
  /// The semaphore is NULL when the value is negative.
  void (*_Nullable semaphore_created)(gcdc_object semaphore, intptr_t value, gcdc_site site);
  intptr_t (*_Nullable semaphore_signal)(gcdc_object semaphore, gcdc_site site);
  intptr_t (*_Nullable semaphore_wait)(gcdc_object semaphore, uint64_t timeout, gcdc_site site);
  // Work items
  /// `item` is NULL where no flags allow it; the group is the one that it keeps for itself.
  void (*_Nullable item_created)(void *_Nonnull item, gcdc_site site);
  /// Does what calling a work item does: runs its body, unless it is cancelled, and leaves its group.
  void (*_Nullable item_invoke)(void *_Nonnull item, gcdc_site site);
  void (*_Nullable item_cancel)(void *_Nullable block, gcdc_site site);
  intptr_t (*_Nullable item_test_cancel)(void *_Nullable block, gcdc_site site);
  intptr_t (*_Nullable item_wait)(void *_Nullable block, uint64_t timeout, gcdc_site site);
  void (*_Nullable item_notify)(void *_Nullable block, gcdc_object queue, gcdc_work work, gcdc_site site);
  /// Before dispatch_block_perform, which then runs by itself.
  void (*_Nullable block_perform)(unsigned long flags, gcdc_site site);
  /// Before a block is made into a work item.
  void (*_Nullable will_create_item)(void *_Nullable block, gcdc_site site);
  // Object state and lifetime
  bool (*_Nullable suspend)(gcdc_object object, gcdc_site site);
  bool (*_Nullable resume)(gcdc_object object, gcdc_site site);
  bool (*_Nullable activate)(gcdc_object object, gcdc_site site);
  /// Before the last external release of an object (xref count 0), and before an over-release (below 0).
  void (*_Nullable last_release)(gcdc_object object, gcdc_site site);
  /// Before an object is retained that has no external reference left.
  void (*_Nullable resurrected)(gcdc_object object, gcdc_site site);
  // Sources
  /// The source is NULL when the library refused the handle or the mask.
  void (*_Nullable source_created)(gcdc_object source, int type, uintptr_t handle, uintptr_t mask,
                                   gcdc_object queue, gcdc_site site);
  void (*_Nullable source_set_timer)(gcdc_object source, uint64_t start, uint64_t interval, uint64_t leeway,
                                     gcdc_site site);
  bool (*_Nullable source_set_handler)(gcdc_object source, int handler, gcdc_work work, gcdc_site site);
  /// A signal is sent to this process from inside the run; true when it went to sources.
  bool (*_Nullable signal_sent)(int number, gcdc_site site);
  /// alarm and the real-time timer: virtual nanoseconds from now, UINT64_MAX = never. Returns what was left.
  uint64_t (*_Nullable alarm_set)(uint64_t start, uint64_t interval, gcdc_site site);
  bool (*_Nullable source_cancel)(gcdc_object source, gcdc_site site);
  bool (*_Nullable source_cancel_and_wait)(gcdc_object source, gcdc_site site);
  bool (*_Nullable source_test_cancel)(gcdc_object source, intptr_t *_Nonnull result);
  bool (*_Nullable source_get_data)(gcdc_object source, uintptr_t *_Nonnull result);
  bool (*_Nullable source_merge_data)(gcdc_object source, uintptr_t value, gcdc_site site);
  // Once
  /// Not called for a finished predicate. Store ~0 when the function has returned: that is what callers test.
  void (*_Nullable once)(intptr_t *_Nonnull predicate, void *_Nullable context, gcdc_function function,
                         gcdc_site site);
  /// Not called for a finished token. The initialiser is `real(token, function, context)`, to be called when
  /// it is this thread's turn.
  void (*_Nullable swift_once)(void *_Nonnull token, void *_Nonnull function, void *_Nullable context,
                               gcdc_site site);
  gcdc_swift_hooks swift;
  gcdc_foundation_hooks foundation;
  // Locks; `is_user` as in Design.md "Library internals".
  /// Deadlines are virtual CLOCK_MONOTONIC nanoseconds, UINT64_MAX = none; the result is that of the pthread
  /// call.
  int (*_Nullable mutex_lock)(void *_Nonnull mutex, uint64_t deadline_ns, bool is_try, bool is_user,
                              gcdc_site site);
  int (*_Nullable mutex_unlock)(void *_Nonnull mutex, bool is_user, gcdc_site site);
  /// pthread_mutex_consistent of a robust mutex.
  int (*_Nullable mutex_consistent)(void *_Nonnull mutex);
  /// Modelled where the model saw the calling thread take the mutex.
  int (*_Nullable condition_wait)(void *_Nonnull condition, void *_Nonnull mutex, uint64_t deadline_ns,
                                  gcdc_site site);
  int (*_Nullable condition_signal)(void *_Nonnull condition, bool all, bool is_user, gcdc_site site);
  /// Very many locks of libraries were taken since the last call: perhaps a loop that polls through them.
  void (*_Nullable polled)(gcdc_site site);
  void (*_Nullable file_lock)(void *_Nonnull file, gcdc_site site);
  int (*_Nullable file_try_lock)(void *_Nonnull file, gcdc_site site);
  void (*_Nullable file_unlock)(void *_Nonnull file, gcdc_site site);
  /// The virtual futex: operation and arguments as of the system call, a waiting time as a deadline in
  /// virtual CLOCK_MONOTONIC nanoseconds (UINT64_MAX = none); the result is that of `syscall` (-1 and errno).
  long (*_Nullable futex)(uint32_t *_Nonnull word, int operation, uint32_t value, uint64_t deadline_or_value2,
                          uint32_t *_Nullable word2, uint32_t value3, gcdc_site site);
  int (*_Nullable thread_id)(void);
  /// The id by which a `Mutex` of the program knows its holder, for one lock or unlock.
  int (*_Nullable mutex_id)(gcdc_site site);
  // Time: virtual nanoseconds
  int64_t (*_Nullable clock_now)(int clock_id);  // -1: not a virtual clock, ask the real one
  int (*_Nullable sleep)(uint64_t nanoseconds, gcdc_site site);
  void (*_Nullable yield)(gcdc_site site);
  // Entropy
  void (*_Nullable random_bytes)(void *_Nonnull buffer, size_t count);
  void (*_Nullable file_named)(const char *_Nonnull name, int call, gcdc_site site);  // before such a call
  // Descriptors: all of them are the kernel's; only waiting and time are virtual.
  /// Waits until one of them is ready or the time is over (nanoseconds, UINT64_MAX = never); true when one
  /// is. Called when none was ready a moment ago; the real call follows and may still find nothing.
  bool (*_Nullable descriptor_wait)(const gcdc_awaited *_Nonnull awaited, size_t count, uint64_t timeout,
                                    int call, gcdc_site site);
  /// Before a call of the program's own on a descriptor, one that others can observe.
  void (*_Nullable descriptor_use)(int descriptor, int call, gcdc_site site);
  /// Before any code, a library's too, writes to a descriptor or connects it, and when it has written.
  void (*_Nullable descriptor_sends)(int descriptor);
  void (*_Nullable descriptor_sent)(gcdc_site site);
  /// A poll with no waiting time found nothing: perhaps a loop that polls.
  void (*_Nullable descriptor_polled)(gcdc_site site);
  /// Whether another process feeds this descriptor: it is read when nothing else can run, ready or not.
  bool (*_Nullable descriptor_is_fed)(int descriptor);
  /// Waits until an attempt succeeds, of which the last one has not. `descriptor` is -1 where the call has
  /// none but waits for something of this kind; where `is_outside`, only another process can let it succeed.
  void (*_Nullable attempt_wait)(gcdc_attempt _Nonnull attempt, void *_Nonnull context,
                                 gcdc_descriptor_kind kind, int descriptor, bool is_outside, int call,
                                 gcdc_site site);
  void (*_Nullable outside_seen)(void);  // something has come from outside without having been waited for
  int (*_Nullable choose_end)(int count);  // which of so many ended processes a wait for any is given
  /// So many real nanoseconds have passed in a call that waits for the kernel, with all threads at rest.
  void (*_Nullable kernel_waited)(uint64_t nanoseconds);
  /// Before the process becomes another program's.
  void (*_Nullable program_replaced)(const char *_Nonnull path, gcdc_site site);
  /// Both ends of something that only this process has; -1 where there is no second end.
  void (*_Nullable descriptors_made)(int first, int second, gcdc_site site);
  /// The program has made a process by a call that returns to this site; NULL where that is not known.
  void (*_Nullable process_made)(gcdc_site site);
  /// A process was made, or one, or the kernel, was sent something: it may answer by any descriptor.
  void (*_Nullable descriptors_shared)(void);
  /// Before a call that changes something outside of the process; only while `gcdc_set_prologue` is on.
  void (*_Nullable outside_effect)(void);
  /// A set of descriptors has other members than before.
  void (*_Nullable epoll_changed)(void);
  /// Before a descriptor is closed.
  void (*_Nullable descriptor_closing)(int descriptor);
  /// timerfd_settime: virtual nanoseconds from now, UINT64_MAX = disarmed.
  void (*_Nullable timer_armed)(int descriptor, uint64_t start, uint64_t interval, gcdc_site site);
  /// Nanoseconds until the timer expires, 0 = disarmed; false for a timer that is not virtual.
  bool (*_Nullable timer_rest)(int descriptor, uint64_t *_Nonnull rest, uint64_t *_Nonnull interval);
  /// A timer descriptor was read: how often it has expired; false for one that is not virtual.
  bool (*_Nullable timer_read)(int descriptor, uint64_t *_Nonnull expirations);
  // Threads that the program makes under control
  void (*_Nullable thread_created)(gcdc_site site);
  /// A call that ends the process begins; no exit handler has run.
  void (*_Nullable exit_called)(int status, gcdc_site site);
  /// The process is about to end without running exit handlers; it does when the hook returns.
  void (*_Nullable process_exit)(int status, gcdc_site site);
  /// Makes a thread of the run, with at least so much stack: stores its pthread_t; 0 or an error number.
  int (*_Nullable thread_create)(uintptr_t *_Nonnull thread, gcdc_thread_start start,
                                 void *_Nullable argument, bool is_detached, size_t stack_size,
                                 gcdc_site site);
  /// As above for a thread by which Foundation reports the end of a process; called while the engine waits.
  int (*_Nullable thread_adopted)(uintptr_t *_Nonnull thread, gcdc_thread_start start,
                                  void *_Nullable argument, bool is_detached);
  // These answer GCDC_NOT_OURS for a thread outside the run: the real function then has it.
  int (*_Nullable thread_join)(uintptr_t thread, uint64_t deadline_ns, bool is_try,
                               void *_Nullable *_Nullable value, gcdc_site site);
  int (*_Nullable thread_detach)(uintptr_t thread, gcdc_site site);
  int (*_Nullable thread_cancel)(uintptr_t thread, gcdc_site site);
  int (*_Nullable thread_facts)(uintptr_t thread, gcdc_thread_facts *_Nonnull facts);
  int (*_Nullable thread_set_name)(uintptr_t thread, const char *_Nonnull name);
  /// Before the calling thread ends itself; does not return where that is an error.
  void (*_Nullable thread_exit)(gcdc_site site);
  /// Whether the calling thread has been cancelled; accepts that, so it is asked once.
  bool (*_Nullable thread_must_end)(void);
  void (*_Nullable thread_ignores_cancellation)(bool ignores);
  // Read-write locks, spin locks, barriers, sem_t, pthread_once: for the user's calls and the user's objects.
  int (*_Nullable read_write_lock)(void *_Nonnull lock, bool is_write, uint64_t deadline_ns, bool is_try,
                                   gcdc_site site);
  int (*_Nullable read_write_unlock)(void *_Nonnull lock, gcdc_site site);
  int (*_Nullable spin_lock)(void *_Nonnull lock, bool is_try, gcdc_site site);
  int (*_Nullable spin_unlock)(void *_Nonnull lock, gcdc_site site);
  int (*_Nullable barrier_wait)(void *_Nonnull barrier, gcdc_site site);
  int (*_Nullable sem_opened)(void *_Nonnull semaphore, const char *_Nullable name, gcdc_site site);
  int (*_Nullable sem_wait)(void *_Nonnull semaphore, uint64_t deadline_ns, bool is_try, gcdc_site site);
  int (*_Nullable sem_post)(void *_Nonnull semaphore, gcdc_site site);
  int (*_Nullable sem_value)(void *_Nonnull semaphore, gcdc_site site);
  void (*_Nullable thread_once)(int *_Nonnull control, gcdc_once_body body, gcdc_site site);
  /// An exception leaves the routine that was begun last, or the thread ends in it.
  void (*_Nullable thread_once_left)(int *_Nonnull control, gcdc_site site);
  /// A lock or the like of the user's begins its life at this address; its real form is initialised.
  void (*_Nullable primitive_created)(void *_Nonnull address, int primitive, gcdc_site site);
  /// One of them ends its life: what was known about this address is void.
  void (*_Nullable primitive_destroyed)(void *_Nonnull address);
  /// Whether the run knows an object at this address.
  bool (*_Nullable primitive_is_known)(void *_Nonnull address);
} gcdc_hooks;

extern gcdc_hooks gcdc_hook_table;
/// Replaces the whole table. No thread may be under control meanwhile.
void gcdc_install_hooks(const gcdc_hooks *_Nonnull hooks);

/// True where interposition works: Linux with a dynamic libdispatch.
bool gcdc_interposition_supported(void);

/// Control of the calling (virtual) thread. Hooks run with control off.
bool gcdc_control(bool on);
/// True while the calling (virtual) thread is under control.
bool gcdc_is_controlled(void);
/// What gettid answers on the calling (virtual) thread, under control or not; 0 = ask the hook, then the
/// kernel. Runtime libraries cache the answer per thread, so set it before the first code runs there.
void gcdc_set_thread_id(int id);
/// Calls function(context) with control on; control is off again afterwards.
void gcdc_call(gcdc_function function, void *_Nullable context);
/// Calls the routine of a pthread_once with control on; where it is left otherwise, thread_once_left is
/// called.
void gcdc_call_once(int *_Nonnull control, gcdc_once_body body, gcdc_site site);
/// Calls start(argument) with control on, as the whole of a thread: pthread_exit comes back here, and then
/// what the thread has left in its thread-local storage is given back as glibc does it, as user code. The
/// result is the thread's.
void *_Nullable gcdc_call_thread(gcdc_thread_start start, void *_Nullable argument);
/// Gives the calling virtual thread the thread-local storage of a new one. What is left of its former use is
/// destroyed, as on the thread `kernel_id`, or dropped where that ended in an abandoned run; from then on the
/// thread belongs to the run, as thread `id`. With control off.
void gcdc_begin_thread_storage(bool was_abandoned, int kernel_id, int id);
/// Calls body(context, index) with control on.
void gcdc_call_indexed(void (*_Nonnull body)(void *_Nullable, size_t), void *_Nullable context, size_t index);
/// Releases what the work owns: the copied block.  With control on: destructors of captures are user code.
void gcdc_work_dispose(gcdc_work work);
/// Calls a non-escaping block with control on (the body of a run). The block stays on the caller's stack.
void gcdc_call_block(void *_Nonnull block);
/// What `gcdc_self_check` found.
typedef struct {
  bool calls_arrive;       // every loaded library is bound to our functions
  bool library_is_open;    // libdispatch's own calls of its functions can be taken, too
  bool layout_known;       // object offsets as in the table of the library build that we know
  char cause[256];       // the file that provides the symbol instead, or the field that differs
} gcdc_check;
gcdc_check gcdc_self_check(void);

/// Functions of one kind.
typedef struct {
  const char *_Nullable name;             // in words
  size_t functions;
  size_t absent;                          // no loaded library has them
  size_t elsewhere;                       // a library that looks them up gets another file's
  const char *_Nullable first_elsewhere;  // one of those
  const char *_Nullable provider;         // the file that has the real ones
} gcdc_family;
/// The families of functions that are intercepted, by index from 0; false behind the last one.
bool gcdc_family_at(size_t index, gcdc_family *_Nonnull family);
/// The version of the C library.
const char *_Nonnull gcdc_library_version(void);

// For the engine: real calls that Swift code cannot spell with untyped objects.
void gcdc_real_activate(gcdc_object object);
/// Cancels and activates a source that was never active, so that its last release is legal.
void gcdc_retire_source(gcdc_object source);
void *_Nullable gcdc_queue_specific(gcdc_object queue, const void *_Nullable key);
void gcdc_queue_clear_specific(gcdc_object queue, const void *_Nullable key);
// The real mutexes that virtual threads hold: a run that is abandoned gives them back.
void gcdc_note_lock(void *_Nonnull mutex, bool is_modelled);
/// Says whether the model saw it taken.
bool gcdc_forget_lock(void *_Nonnull mutex);
bool gcdc_lock_is_noted(void *_Nonnull mutex);

/// An address on the stack of the thread that took a mutex; NULL where none is noted.
const void *_Nullable gcdc_stack_of_holder(const void *_Nonnull mutex);
/// Takes the real mutex and notes it, and whether the model saw that; false where another thread has it.
bool gcdc_take_lock(void *_Nonnull mutex, bool is_modelled);
/// Gives the real mutex back; says whether the model saw it taken, and whether virtual threads wait for
/// library locks. Its result is pthread's.
int gcdc_release_lock(void *_Nonnull mutex, bool *_Nonnull was_modelled, bool *_Nonnull has_waiters);
void gcdc_release_locks(void);
/// A virtual thread begins or ends to wait for a library's lock: meanwhile unlocks of libraries reach the
/// hook.
void gcdc_count_library_waiter(bool begins);
bool gcdc_locks_are_contended(void);
/// From now on locks that libraries take for what they share between their callers are recorded, or no more.
void gcdc_record_library_locks(bool told);
/// Takes one from the list of those, and what it was taken for; NULL = none is left. It may have been freed.
const void *_Nullable gcdc_next_library_lock(gcdc_lock_use *_Nonnull use);
/// Releases what the work owns without control: for blocks that are left over when a run has ended.
void gcdc_work_discard(gcdc_work work);
/// While muted, controlled code prints nothing to standard output. Only between runs.
void gcdc_mute_output(bool muted);
/// A program that hangs with text in its buffer would have shown it on a terminal.
void gcdc_flush_output(void);
/// What quick_exit was last called with.
int gcdc_quick_exit_status(void);
/// The event descriptor on which a run loop waits for the virtual main queue, -1 when there is none.
int gcdc_main_queue_port(void);
/// Makes it readable, or not.
void gcdc_main_queue_signal(void);
void gcdc_main_queue_clear(void);
/// Whether the process has run loops that can be distinguished by run. Never on a controlled thread.
bool gcdc_has_run_loops(void);
/// Whether it has some that are not as those that are known; where the question above has been asked before.
bool gcdc_run_loops_are_unknown(void);
/// On the virtual main thread: from now on `RunLoop.main` is a fresh loop of this thread.
void gcdc_begin_run_loops(uintptr_t thread);
/// Whether code has asked for `RunLoop.main` since.
bool gcdc_main_loop_is_made(void);
/// `RunLoop.main` is the process's own again.
void gcdc_end_run_loops(void);
/// Frees the run loop of the calling thread, if it has one, and all that is scheduled on it.
void gcdc_end_run_loop_here(void);
/// True when the address is in Foundation: a timer source that is made there is the timeout of a run loop.
bool gcdc_is_run_loop_site(gcdc_site site);
/// True when the address is in XCTest.
bool gcdc_is_xctest_site(gcdc_site site);
/// True when a call is made by the function that is called in place of `RunLoop.run(mode:before:)`: it is a
/// part of the program that this is linked to.
bool gcdc_is_run_loop_turn(gcdc_site site);
/// Called when a sanitizer ends the process, after it has reported.
void gcdc_on_sanitizer_death(void (*_Nonnull callback)(void));
/// True on the kernel thread that the process began with.
bool gcdc_is_main_thread(void);
#if defined(__BLOCKS__)
/// Calls use(block, context); the block stays on the caller's stack for that time and is never copied.
void gcdc_lend_block(__attribute__((noescape)) void (^_Nonnull block)(void),
                     void (*_Nonnull use)(void *_Nonnull block, void *_Nullable context),
                     void *_Nullable context);
#endif

/// One more owner of a copied block.
gcdc_work gcdc_work_share(gcdc_work work);

/// The real functions, for the engine where calling by name would be unclear.
int gcdc_real_mutex_trylock(void *_Nonnull mutex);
int gcdc_real_mutex_lock(void *_Nonnull mutex);
int gcdc_real_mutex_unlock(void *_Nonnull mutex);
void gcdc_real_swift_once(void *_Nonnull token, void *_Nonnull function, void *_Nullable context);
uint64_t gcdc_real_monotonic_ns(void);
/// Splits a dispatch_time_t: returns the clock, stores absolute nanoseconds on that clock; FOREVER →
/// UINT64_MAX.
int gcdc_time_decode(uint64_t when, uint64_t *_Nonnull nanoseconds);
/// Makes Swift's hashing independent of the process; before first use. False when the library lacks the
/// symbol.
bool gcdc_make_hashing_deterministic(void);
// Data races, in a program built with ThreadSanitizer.
/// True in such a program, from before main.
bool gcdc_races_are_watched(void);
/// The address that represents a part of a task, a queue or another virtual object; never accessed.
const void *_Nonnull gcdc_order_point(uint32_t facet, uint32_t id);
/// One end of a happens-before edge of the calling thread: released here, or acquired.
void gcdc_order(const void *_Nonnull address, bool releases);
/// The flags of a block made by dispatch_block_create; 0 for any other block.
uint32_t gcdc_block_item_flags(const void *_Nullable block);
#endif
