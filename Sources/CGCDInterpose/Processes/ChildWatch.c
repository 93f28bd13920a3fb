// Licensed under the Apache License, Version 2.0; see LICENSE.
// The end of a process that Foundation's Process has started. Two threads of Foundation's own learn of it:
// one that selects on sockets, one whose run loop then calls waitpid and notifies the Process. Both stay
// real. The second is held back in waitpid until the run has come to rest, so that a process ends at the same
// step in each run of a schedule.
#include "RetriedCalls.h"

#if GCDC_INTERPOSES
#include <stdatomic.h>

enum { most_children = 256, longest_report_ms = 1000 };
static const struct timespec moment = {0, 200000};
static const int moments_per_ms = 5;

/// Processes of this run whose end has not been reported; 0 = a free entry. Written by the carrier and by
/// the reporting thread.
static _Atomic pid_t children[most_children];
/// Entries of `children` may be in use: most runs start no process, and do not look through them.
static _Atomic bool has_children;
/// Odd while a run is on; written by the carrier alone.
static _Atomic unsigned run;
/// Threads inside waitpid; how many of them may continue; how many have come back to their rest.
static _Atomic int standing, passes, rested;
static _Thread_local bool has_passed;

static _Atomic pid_t *entry_of(pid_t process) {
  for (int index = 0; index < most_children; index += 1) {
    if (atomic_load_explicit(&children[index], memory_order_relaxed) == process) return &children[index];
  }
  return NULL;
}

void gcdc_begin_child_watch(void) {
  gcdc_forget_family();
  atomic_store_explicit(&passes, 0, memory_order_release);
  atomic_store_explicit(&standing, 0, memory_order_release);
  atomic_store_explicit(
    &run, atomic_load_explicit(&run, memory_order_relaxed) + 1, memory_order_release);
}

void gcdc_end_child_watch(void) {
  unsigned now = atomic_load_explicit(&run, memory_order_relaxed);
  if ((now & 1) == 0) return;
  if (gcdc_is_child_awaited()) {
    for (int index = 0; index < most_children; index += 1) atomic_store(&children[index], 0);
  }
  atomic_store_explicit(&has_children, false, memory_order_relaxed);
  atomic_store_explicit(&run, now + 1, memory_order_release);
}

GCDC_UNINSTRUMENTED void gcdc_note_child(pid_t process) {
  _Atomic pid_t *entry = entry_of(0);
  if (entry == NULL) return;
  atomic_store(entry, process);
  atomic_store(&has_children, true);
}

bool gcdc_has_living_child(void) {
  siginfo_t end = {0};
  return GCDC_REAL(waitid)(P_ALL, 0, &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == 0;
}

bool gcdc_is_child_awaited(void) {
  if (!atomic_load_explicit(&has_children, memory_order_acquire)) return false;
  for (int index = 0; index < most_children; index += 1) {
    if (atomic_load_explicit(&children[index], memory_order_relaxed) != 0) return true;
  }
  return false;
}

/// Whether one of `children` has ended, and waits to be asked for.
static bool has_ended_child(void) {
  for (int index = 0; index < most_children; index += 1) {
    pid_t child = atomic_load_explicit(&children[index], memory_order_relaxed);
    if (child == 0) continue;
    siginfo_t end = {0};
    bool is_known = GCDC_REAL(waitid)(P_PID, (id_t)child, &end, WEXITED | WNOHANG | WNOWAIT) == 0;
    if (is_known && end.si_pid == child) return true;
  }
  return false;
}

void gcdc_await_child_report(void) {
  if (!gcdc_is_child_awaited() || !has_ended_child()) return;
  for (int count = 0; count < longest_report_ms * moments_per_ms; count += 1) {
    if (atomic_load(&standing) != 0) return;
    GCDC_REAL(nanosleep)(&moment, NULL);
  }
}

static bool takes_pass(void) {
  int count = atomic_load(&passes);
  while (count > 0) {
    if (atomic_compare_exchange_weak(&passes, &count, count - 1)) return true;
  }
  return false;
}

GCDC_UNINSTRUMENTED void gcdc_hold_back_end(pid_t process) {
  unsigned own_run = atomic_load(&run);
  if (gcdc_is_run_member() || (own_run & 1) == 0 || process <= 0) return;
  _Atomic pid_t *entry = entry_of(process);
  if (entry == NULL) return;
  atomic_fetch_add(&standing, 1);
  while (atomic_load(&run) == own_run) {
    if (takes_pass()) {
      atomic_store(entry, 0);
      has_passed = true;
      return;
    }
    GCDC_REAL(nanosleep)(&moment, NULL);
  }
}

GCDC_UNINSTRUMENTED void gcdc_note_rest(void) {
  if (__builtin_expect(!has_passed, true)) return;
  has_passed = false;
  atomic_fetch_add(&rested, 1);
}

/// The thread that the reporter of an end wants to be made: written by it before `offer` is OFFERED, answered
/// by the engine before that is TAKEN.
enum { NOTHING, OFFERED, TAKEN };
static _Atomic int offer;
static struct {
  uintptr_t thread;
  void *(*start)(void *);
  void *argument;
  bool is_detached;
  int result;
} offered;

GCDC_UNINSTRUMENTED bool gcdc_hand_over_thread(pthread_t *thread, void *(*start)(void *), void *argument,
                                               bool is_detached, int *result) {
  if (__builtin_expect(!has_passed, true)) return false;
  unsigned own_run = atomic_load(&run);
  if ((own_run & 1) == 0 || gcdc_hook_table.thread_adopted == NULL) return false;
  offered.start = start;
  offered.argument = argument;
  offered.is_detached = is_detached;
  atomic_store(&offer, OFFERED);
  while (atomic_load(&offer) != TAKEN) {
    int still = OFFERED;
    // The run has ended, and takes it no more.
    if (atomic_load(&run) != own_run && atomic_compare_exchange_strong(&offer, &still, NOTHING)) return false;
    GCDC_REAL(nanosleep)(&moment, NULL);
  }
  *thread = (pthread_t)offered.thread;
  *result = offered.result;
  atomic_store(&offer, NOTHING);
  return true;
}

static void take_offer(void) {
  if (atomic_load(&offer) != OFFERED) return;
  offered.result = gcdc_hook_table.thread_adopted(&offered.thread, offered.start, offered.argument,
                                                  offered.is_detached);
  atomic_store(&offer, TAKEN);
}

bool gcdc_has_child_report(void) { return gcdc_is_child_awaited() && atomic_load(&standing) != 0; }

bool gcdc_report_child_end(void) {
  if (atomic_load(&standing) == 0) return false;
  int before = atomic_load(&rested);
  atomic_fetch_sub(&standing, 1);
  atomic_fetch_add(&passes, 1);
  for (int count = 0; count < longest_report_ms * moments_per_ms; count += 1) {
    if (atomic_load(&rested) != before) break;
    take_offer();
    GCDC_REAL(nanosleep)(&moment, NULL);
  }
  return true;
}
#endif
