// Licensed under the Apache License, Version 2.0; see LICENSE.
// The one door through which the runtime libraries reach futexes, thread ids and randomness of the kernel.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include "Deadlines.h"
#include "MutexSites.h"

#ifndef FUTEX_LOCK_PI2
#define FUTEX_LOCK_PI2 13
#endif

/// What gettid answers on this thread; 0 = not set.
static _Thread_local int gcdc_thread_id __attribute__((tls_model("initial-exec")));

void gcdc_set_thread_id(int id) { gcdc_thread_id = id; }

GCDC_UNINSTRUMENTED void gcdc_set_thread_id_of(void *thread_pointer, int id) {
  ptrdiff_t place = (char *)&gcdc_thread_id - (char *)__builtin_thread_pointer();
  *(int *)((char *)thread_pointer + place) = id;
}

GCDC_UNINSTRUMENTED bool gcdc_is_virtual_thread(void) { return gcdc_thread_id != 0; }

GCDC_EXPORT pid_t gettid(void) {
  if (__builtin_expect(gcdc_thread_id != 0, false)) return gcdc_thread_id;
  if (!GCDC_HOOKED(thread_id)) return GCDC_REAL(gettid)();
  GCDC_RETURN_OFF(gcdc_hook_table.thread_id());
}

/// The deadline of a waiting operation in virtual CLOCK_MONOTONIC nanoseconds, `UINT64_MAX` = none; other
/// operations have a number in that place. False when the time is malformed.
GCDC_UNINSTRUMENTED static bool futex_deadline(int operation, long argument, uint64_t *deadline) {
  const struct timespec *time = (const struct timespec *)argument;
  clockid_t clock = CLOCK_REALTIME;
  switch (operation & FUTEX_CMD_MASK) {
  case FUTEX_WAIT: {
    int64_t span;
    *deadline = UINT64_MAX;
    if (time == NULL) return true;
    if (!gcdc_nanoseconds(time, &span) || span < 0) return false;
    int64_t when;
    *deadline = __builtin_add_overflow(gcdc_now(CLOCK_MONOTONIC), span, &when) ? INT64_MAX : (uint64_t)when;
    return true;
  }
  case FUTEX_WAIT_BITSET:
  case FUTEX_LOCK_PI2:
    if (!(operation & FUTEX_CLOCK_REALTIME)) clock = CLOCK_MONOTONIC;
    break;
  case FUTEX_LOCK_PI:
    break;
  default:
    *deadline = (uint64_t)argument;
    return true;
  }
  *deadline = UINT64_MAX;
  return time == NULL || gcdc_deadline(clock, time, deadline);
}

GCDC_UNINSTRUMENTED static long controlled_futex(const long *arguments, gcdc_site site) {
  uint64_t deadline;
  if (!futex_deadline((int)arguments[1], arguments[3], &deadline)) {
    errno = EINVAL;
    return -1;
  }
  return gcdc_hook_table.futex((uint32_t *)arguments[0], (int)arguments[1], (uint32_t)arguments[2], deadline,
                               (uint32_t *)arguments[4], (uint32_t)arguments[5], site);
}

/// A process that is made past `fork`. A thread that is made so is none of the run's.
GCDC_UNINSTRUMENTED static long clone_call(long number, const long *arguments) {
  uint64_t flags = number == SYS_clone ? (uint64_t)arguments[0] : *(const uint64_t *)arguments[0];
  bool is_process = !(flags & CLONE_VM);
  if (is_process && GCDC_HOOKED(descriptors_shared)) GCDC_OFF(gcdc_hook_table.descriptors_shared());
  long result = GCDC_REAL(syscall)(number, arguments[0], arguments[1], arguments[2], arguments[3],
                                   arguments[4], arguments[5]);
  if (is_process && result > 0 && GCDC_HOOKED(process_made)) GCDC_OFF(gcdc_hook_table.process_made(NULL));
  if (is_process && result == 0) {
    gcdc_controlled = false;
    gcdc_run_is_on = false;
  }
  return result;
}

/// The kernel reads, writes and waits for a ring's owner as another process would: what it does to a
/// descriptor comes from outside, and the time that it takes is real.
GCDC_UNINSTRUMENTED static long ring_call(long number, const long *arguments) {
  if (gcdc_hook_table.descriptors_shared != NULL) gcdc_hook_table.descriptors_shared();
  uint64_t start = gcdc_real_monotonic_ns();
  long result = GCDC_REAL(syscall)(number, arguments[0], arguments[1], arguments[2], arguments[3],
                                   arguments[4], arguments[5]);
  int error = errno;
  if (gcdc_hook_table.kernel_waited != NULL) {
    gcdc_hook_table.kernel_waited(gcdc_real_monotonic_ns() - start);
  }
  errno = error;
  return result;
}

GCDC_UNINSTRUMENTED static long controlled_call(long number, const long *arguments, gcdc_site site) {
  long result;
  switch (number) {
  case SYS_futex:
    if (gcdc_hook_table.futex == NULL) break;
    GCDC_OFF(result = controlled_futex(arguments, site));
    return result;
  case SYS_getrandom:
    if (gcdc_hook_table.random_bytes == NULL) break;
    GCDC_OFF(gcdc_hook_table.random_bytes((void *)arguments[0], (size_t)arguments[1]));
    return arguments[1];
  case SYS_exit_group:
    if (gcdc_hook_table.process_exit != NULL) {
      GCDC_OFF(gcdc_hook_table.process_exit((int)arguments[0], site));
    }
    break;
  case SYS_clone:
  case SYS_clone3:
    return clone_call(number, arguments);
  case SYS_pidfd_send_signal:
    // The process may answer, or end.
    if (gcdc_hook_table.descriptors_shared != NULL) GCDC_OFF(gcdc_hook_table.descriptors_shared());
    break;
  case SYS_io_uring_setup:
  case SYS_io_uring_enter:
  case SYS_io_uring_register:
    GCDC_OFF(result = ring_call(number, arguments));
    return result;
  }
  return GCDC_REAL(syscall)(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                            arguments[5]);
}

static gcdc_system_call call_on_own_thread;

void gcdc_set_own_thread_call(gcdc_system_call call) { call_on_own_thread = call; }

/// The kernel compares the owner's id in the word with its own for the caller, which on a virtual thread is
/// the carrier's. The thread that has the id makes the call.
GCDC_UNINSTRUMENTED static long owner_call(const long *arguments) {
  bool is_own = gcdc_thread_id == 0 || call_on_own_thread == NULL
      || GCDC_REAL(syscall)(SYS_gettid, 0, 0, 0, 0, 0, 0) == gcdc_thread_id;
  if (is_own) {
    return GCDC_REAL(syscall)(SYS_futex, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                              arguments[5]);
  }
  long result = call_on_own_thread(SYS_futex, arguments);
  if (result >= 0) return result;
  errno = (int)-result;
  return -1;
}

GCDC_UNINSTRUMENTED long gcdc_futex_as_owner(uint32_t *word, int operation, uint32_t value) {
  return owner_call((const long[]){(long)word, operation, value, 0, 0, 0});
}

/// An operation on a lock whose word names its owner.
GCDC_UNINSTRUMENTED static bool names_owner(long operation) {
  switch (operation & FUTEX_CMD_MASK) {
  case FUTEX_LOCK_PI:
  case FUTEX_LOCK_PI2:
  case FUTEX_TRYLOCK_PI:
  case FUTEX_UNLOCK_PI: return true;
  default: return false;
  }
}

/// The kernel knows no thread by the id of a task: a thread outside the run waits until the run gives the
/// lock back.
GCDC_UNINSTRUMENTED static void await_run(const uint32_t *word) {
  const struct timespec pause = {.tv_nsec = 50000};
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) & GCDC_MUTEX_ID_BIT) {
    GCDC_REAL(syscall)(SYS_nanosleep, (long)&pause, 0, 0, 0, 0, 0);
  }
}

// Not declared variadic, so that it costs nothing to hand on: on x86-64 and aarch64 variadic and fixed
// integer arguments travel in the same places, and those that a caller leaves out are read but never used.
GCDC_EXPORT long gcdc_syscall(long number, long a, long b, long c, long d, long e, long f) __asm__("syscall");
long gcdc_syscall(long number, long a, long b, long c, long d, long e, long f) {
  if (number == SYS_gettid) {
    if (!GCDC_HOOKED(mutex_id) || !gcdc_is_mutex_site(GCDC_SITE)) return gettid();
    GCDC_RETURN_OFF((long)gcdc_hook_table.mutex_id(GCDC_SITE));
  }
  if (!__builtin_expect(gcdc_controlled, false)) {
    if (number == SYS_futex && names_owner(b) && (b & FUTEX_CMD_MASK) != FUTEX_UNLOCK_PI) {
      await_run((const uint32_t *)a);
    }
    if (number == SYS_futex && __builtin_expect(gcdc_thread_id != 0, false) && names_owner(b)) {
      return owner_call((const long[]){a, b, c, d, e, f});
    }
    return GCDC_REAL(syscall)(number, a, b, c, d, e, f);
  }
  return controlled_call(number, (const long[]){a, b, c, d, e, f}, GCDC_SITE);
}

long gcdc_real_futex(uint32_t *word, int operation, uint32_t value, uint64_t timeout, uint32_t *word2,
                     uint32_t value3) {
  return GCDC_REAL(syscall)(SYS_futex, (long)word, operation, value, (long)timeout, (long)word2, value3);
}
#endif
