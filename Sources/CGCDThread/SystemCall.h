// Licensed under the Apache License, Version 2.0; see LICENSE.
// System calls that touch no thread-local state: not errno, not the libc function `syscall`, which is
// interposed.
#ifndef GCDC_SYSTEM_CALL_H
#define GCDC_SYSTEM_CALL_H
#include "Platform.h"
#if GCDC_SUPPORTED
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>

/// The kernel's result: -errno where it failed. Always inlined: a child that clone leaves on its parent's
/// stack would overwrite the address that the parent returns to.
__attribute__((always_inline)) GCDC_PLAIN static inline long gcdc_raw(long number, long a, long b, long c,
                                                                       long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#else
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc #0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
#endif
}

/// Sleeps while `*word` is `value`, at most for `timeout` (relative; NULL: forever).
GCDC_PLAIN static inline long gcdc_raw_wait(const void *word, uint32_t value,
                                            const struct timespec *timeout) {
  return gcdc_raw(SYS_futex, (long)word, FUTEX_WAIT_PRIVATE, value, (long)timeout, 0, 0);
}

GCDC_PLAIN static inline void gcdc_raw_wake(const void *word) {
  gcdc_raw(SYS_futex, (long)word, FUTEX_WAKE_PRIVATE, INT32_MAX, 0, 0, 0);
}

GCDC_PLAIN static inline int gcdc_raw_thread_id(void) { return (int)gcdc_raw(SYS_gettid, 0, 0, 0, 0, 0, 0); }

/// The thread pointer that the calling code runs under, borrowed or its own.
GCDC_PLAIN static inline void *gcdc_thread_pointer(void) {
  void *pointer;
#if defined(__x86_64__)
  __asm__ volatile("movq %%fs:0, %0" : "=r"(pointer));
#else
  __asm__ volatile("mrs %0, tpidr_el0" : "=r"(pointer));
#endif
  return pointer;
}
#endif
#endif
