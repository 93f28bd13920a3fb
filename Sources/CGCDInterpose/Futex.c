// Licensed under the Apache License, Version 2.0; see LICENSE.
// The one door through which the runtime libraries reach futexes, thread ids and randomness of the kernel.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <sys/syscall.h>

/// What gettid answers on this thread; 0 = not set.
static _Thread_local int gcdc_thread_id __attribute__((tls_model("initial-exec")));

void gcdc_set_thread_id(int id) { gcdc_thread_id = id; }

GCDC_EXPORT pid_t gettid(void) {
  if (__builtin_expect(gcdc_thread_id != 0, false)) return gcdc_thread_id;
  if (!GCDC_HOOKED(thread_id)) return GCDC_REAL(gettid)();
  pid_t id;
  GCDC_OFF(id = gcdc_hook_table.thread_id());
  return id;
}

GCDC_UNINSTRUMENTED static long gcdc_controlled_call(long number, const long *arguments, gcdc_site site) {
  long result;
  switch (number) {
  case SYS_futex:
    if (gcdc_hook_table.futex == NULL) break;
    GCDC_OFF(result = gcdc_hook_table.futex((uint32_t *)arguments[0], (int)arguments[1],
                                            (uint32_t)arguments[2], (uint64_t)arguments[3],
                                            (uint32_t *)arguments[4], (uint32_t)arguments[5], site));
    return result;
  case SYS_getrandom:
    if (gcdc_hook_table.random_bytes == NULL) break;
    GCDC_OFF(gcdc_hook_table.random_bytes((void *)arguments[0], (size_t)arguments[1]));
    return arguments[1];
  }
  return GCDC_REAL(syscall)(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                            arguments[5]);
}

// Not declared variadic, so that it costs nothing to hand on: on x86-64 and aarch64 variadic and fixed
// integer arguments travel in the same places, and those that a caller leaves out are read but never used.
GCDC_EXPORT long gcdc_syscall(long number, long a, long b, long c, long d, long e, long f) __asm__("syscall");
long gcdc_syscall(long number, long a, long b, long c, long d, long e, long f) {
  if (number == SYS_gettid) return gettid();
  if (!__builtin_expect(gcdc_controlled, false)) return GCDC_REAL(syscall)(number, a, b, c, d, e, f);
  return gcdc_controlled_call(number, (const long[]){a, b, c, d, e, f}, GCDC_SITE);
}

long gcdc_real_futex(uint32_t *word, int operation, uint32_t value, uint64_t timeout, uint32_t *word2,
                     uint32_t value3) {
  return GCDC_REAL(syscall)(SYS_futex, (long)word, operation, value, (long)timeout, (long)word2, value3);
}
#endif
