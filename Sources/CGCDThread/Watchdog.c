// Licensed under the Apache License, Version 2.0; see LICENSE.
// The watchdog's thread: counts ticks without a step, then suspends the carrier and reports to the engine.
#define _GNU_SOURCE
#include "CGCDWatchdog.h"

#include "BorrowedThread.h"
#if GCDC_SUPPORTED
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include "CGCDRunCut.h"
#include "SuspendCarrier.h"
#include "FaultProgress.h"
#include "SystemCall.h"

/// A crash callback may take this long: on a busy machine, names and lines take more than ten seconds.
static const int64_t callback_limit_ns = 90 * 1000000000ll;
/// A run that is to end is reported when it has made no step for so long.
static const int64_t obedience_ns = 1000000000ll;

// Set by gcdc_watchdog_start, read by the watchdog's thread.
static const volatile uint64_t *_Atomic step_counter;
static _Atomic uint32_t limit_ms;
static _Atomic(gcdc_stall_handler) tell;
static _Atomic(gcdc_late_handler) late_handler;
static _Atomic int carrier_id;
static _Atomic int process_id;  // of the process that has the thread: after fork the child has none
/// Runs armed so far, twice: odd while one is active. A change starts the time anew.
static _Atomic uint64_t armed;

GCDC_PLAIN void gcdc_watchdog_arm(bool active) {
  uint64_t count = atomic_load_explicit(&armed, memory_order_relaxed);
  if ((count & 1) != active) atomic_store_explicit(&armed, count + 1, memory_order_release);
}

/// Processor time of a thread of this process, in nanoseconds; -1 when it is gone.
GCDC_PLAIN static int64_t processor_time(int thread_id) {
  struct timespec time;
  long clock = (~(long)thread_id << 3) | 6;  // the kernel's CPUCLOCK_SCHED of one thread
  if (gcdc_raw(SYS_clock_gettime, clock, (long)&time, 0, 0, 0, 0) != 0) return -1;
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

/// The kernel's letter for what a thread does: R, S, D, T, t, Z; 0 when it cannot be read.
GCDC_PLAIN static char state_of(int thread_id) {
  char path[64] = "/proc/self/task/";
  char digits[12];
  int count = 0;
  for (int rest = thread_id; rest > 0; rest /= 10) digits[count++] = (char)('0' + rest % 10);
  size_t end = strlen(path);
  while (count > 0) path[end++] = digits[--count];
  memcpy(path + end, "/stat", 6);
  long file = gcdc_raw(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (file < 0) return 0;
  char text[128];
  long length = gcdc_raw(SYS_read, file, (long)text, sizeof text - 1, 0, 0, 0);
  gcdc_raw(SYS_close, file, 0, 0, 0, 0, 0);
  if (length <= 0) return 0;
  text[length] = 0;
  // "id (name) S …": the name may hold anything, so from its last parenthesis.
  const char *parenthesis = strrchr(text, ')');
  return parenthesis && parenthesis[1] == ' ' ? parenthesis[2] : 0;
}

/// What one run looked like so far, for the watchdog's thread only.
typedef struct {
  uint64_t armed, step;
  int64_t still_ns;       // counted time without a step
  int64_t processor_ns;   // of the carrier at the last tick
  int64_t callback_ns;    // a crash callback has run for so long
  int64_t late_ns;        // a run that is to end has made no step for so long
  bool late_is_reported;
} observation;

/// How much of a tick without a step counts: all of it where the carrier slept in the kernel, the processor
/// time that it got where it computed. A carrier that a debugger holds, or that has to share the processor
/// with others, does not stall by its own fault.
GCDC_PLAIN static int64_t counted(observation *seen, int64_t tick_ns) {
  int id = atomic_load(&carrier_id);
  int64_t processor = processor_time(id);
  int64_t used = processor - seen->processor_ns;
  seen->processor_ns = processor;
  char state = state_of(id);
  if (state == 'T' || state == 't') return 0;
  return state == 'R' && used < tick_ns ? used : tick_ns;
}

GCDC_PLAIN static void report_stall(const observation *seen) {
  int id = atomic_load(&carrier_id);
  char state = state_of(id);
  gcdc_stall stall = {.step = seen->step,
                      .milliseconds = (uint32_t)(seen->still_ns / 1000000),
                      .is_blocked = state == 'S' || state == 'D'};
  stall.has_registers = gcdc_suspend_carrier(id, &stall.registers);
  atomic_load(&tell)(&stall);
  gcdc_resume_carrier();
}

GCDC_PLAIN static void look_at_run(observation *seen, int64_t tick_ns) {
  uint64_t now_armed = atomic_load_explicit(&armed, memory_order_acquire);
  const volatile uint64_t *counter = atomic_load(&step_counter);
  uint64_t step = counter ? *counter : 0;
  uint32_t limit = atomic_load(&limit_ms);
  bool moved = now_armed != seen->armed || step != seen->step;
  seen->armed = now_armed;
  seen->step = step;
  if (moved || !(now_armed & 1) || limit == 0) {
    seen->still_ns = 0;
    seen->processor_ns = -1;
    return;
  }
  if (seen->processor_ns < 0) {
    seen->processor_ns = processor_time(atomic_load(&carrier_id));
    return;
  }
  seen->still_ns += counted(seen, tick_ns);
  if (seen->still_ns < (int64_t)limit * 1000000) return;
  report_stall(seen);
  seen->still_ns = 0;
}

/// Makes a run look up that is to end, and says once that one does not: the code under test makes no call.
GCDC_PLAIN static void look_at_cut(observation *seen, int64_t tick_ns) {
  const volatile uint64_t *counter = atomic_load(&step_counter);
  bool is_active = atomic_load_explicit(&armed, memory_order_acquire) & 1;
  bool is_over = gcdc_cut_tick();
  if (!is_active || !is_over || (counter && *counter != seen->step)) {
    seen->late_ns = 0;
    seen->late_is_reported = false;
    return;
  }
  seen->late_ns += tick_ns;
  if (seen->late_is_reported || seen->late_ns < obedience_ns) return;
  seen->late_is_reported = true;
  gcdc_late_handler handler = atomic_load(&late_handler);
  if (handler) handler();
}

GCDC_PLAIN static void look_at_crash(observation *seen, int64_t tick_ns) {
  int signal = atomic_load(&gcdc_fault_signal);
  seen->callback_ns = signal ? seen->callback_ns + tick_ns : 0;
  if (seen->callback_ns > callback_limit_ns) gcdc_raw(SYS_exit_group, 128 + signal, 0, 0, 0, 0, 0);
}

GCDC_PLAIN static void *watch(void *unused) {
  gcdc_raw(SYS_prctl, 15 /* PR_SET_NAME */, (long)"gcdcheck-watch", 0, 0, 0, 0);
  observation seen = {0};
  for (;;) {
    // 20 looks per limit, between 10 and 500 ms apart. A tick counts as what was asked for, not as what a
    // clock says: while the process is stopped there are none.
    int64_t tick_ns = (int64_t)atomic_load(&limit_ms) * 1000000 / 20;
    if (tick_ns < 10000000) tick_ns = atomic_load(&limit_ms) == 0 ? 500000000 : 10000000;
    if (tick_ns > 500000000) tick_ns = 500000000;
    struct timespec tick = {0, tick_ns};
    gcdc_raw(SYS_nanosleep, (long)&tick, 0, 0, 0, 0, 0);
    look_at_crash(&seen, tick_ns);
    look_at_cut(&seen, tick_ns);
    look_at_run(&seen, tick_ns);
  }
  return unused;
}

/// One for the process, and one for a copy of it, which must find the same addresses free as the process did.
/// Between them and below, no memory.
static const size_t stack_size = 8 << 20, gap_size = 64 << 10;
static char *stacks;
static int stacks_used;
enum { most_stacks = 2 };
/// Of the thread that was started last; NULL where the C library has made it.
static char *stack_in_use;

GCDC_PLAIN static char *next_stack(void) {
  size_t unit = stack_size + gap_size;
  if (stacks == NULL) {
    int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *made = mmap(NULL, most_stacks * unit, PROT_NONE, kind, -1, 0);
    if (made == MAP_FAILED) return NULL;
    stacks = made;
    for (int index = 0; index < most_stacks; index += 1) {
      char *low = stacks + (size_t)index * unit + gap_size;
      if (mprotect(low, stack_size, PROT_READ | PROT_WRITE) != 0) stacks_used = most_stacks;
    }
  }
  if (stacks_used == most_stacks) return NULL;
  stacks_used += 1;
  return stacks + (size_t)(stacks_used - 1) * unit + gap_size;
}

GCDC_PLAIN bool gcdc_watchdog_runs_here(void) {
  return atomic_load(&process_id) == (int)gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

GCDC_PLAIN bool gcdc_watchdog_stack(uintptr_t *low, uintptr_t *high) {
  *low = (uintptr_t)stack_in_use;
  *high = *low + stack_size;
  return stack_in_use != NULL;
}

GCDC_PLAIN static bool start_thread(void) {
  int process = (int)gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
  if (atomic_exchange(&process_id, process) == process) return true;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  stack_in_use = next_stack();
  if (stack_in_use != NULL) pthread_attr_setstack(&attributes, stack_in_use, stack_size);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t ignored;
  bool started = pthread_create(&ignored, &attributes, watch, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (!started) atomic_store(&process_id, 0);
  return started;
}

GCDC_PLAIN void gcdc_watchdog_on_late(gcdc_late_handler handler) { atomic_store(&late_handler, handler); }

GCDC_PLAIN bool gcdc_watchdog_start(const volatile uint64_t *steps, uint32_t milliseconds,
                                    gcdc_stall_handler handler) {
  atomic_store(&step_counter, steps);
  atomic_store(&limit_ms, milliseconds);
  atomic_store(&tell, handler);
  atomic_store(&carrier_id, gcdc_raw_thread_id());
  gcdc_carrier_can_be_suspended();  // if not, stalls are reported without registers
  return start_thread();
}
#endif
