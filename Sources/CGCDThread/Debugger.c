// Licensed under the Apache License, Version 2.0; see LICENSE.
// What a debugger needs: each virtual thread as a real one on its own frames, and a place at which to stop.
#include "CGCDDebugger.h"

#include "BorrowedThread.h"
#if GCDC_SUPPORTED
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

#include "SystemCall.h"

/// What a watched process is asked again after so many nanoseconds.
static const long poll_ns = 50 * 1000000l;
/// A sleep of `poll_ns` that takes so many seconds was held by a debugger that has left again.
static const int64_t held_seconds = 2;

GCDC_PLAIN bool gcdc_thread_show(gcdc_thread *handle, const char *name) {
  gcdc_borrowed *thread = (gcdc_borrowed *)handle;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  gcdc_registers registers;
  if (here >= thread->low && here < thread->base) return false;
  if (!gcdc_thread_registers(handle, &registers)) return false;
  const long rename[6] = {PR_SET_NAME, (long)name, 0, 0, 0, 0};
  gcdc_thread_system_call(handle, SYS_prctl, rename);
  atomic_store_explicit(&thread->word, GCDC_SHOWN, memory_order_release);
  gcdc_raw_wake(&thread->word);
  while (atomic_load_explicit(&thread->word, memory_order_acquire) != GCDC_STANDING) {
    gcdc_raw(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
  }
  return true;
}

GCDC_PLAIN void gcdc_thread_hide(gcdc_thread *handle) {
  gcdc_borrowed *thread = (gcdc_borrowed *)handle;
  atomic_store_explicit(&thread->word, GCDC_PARKED, memory_order_release);
  gcdc_raw_wake(&thread->word);
}

GCDC_PLAIN bool gcdc_debugger_is_there(void) {
  long file = gcdc_raw(SYS_openat, AT_FDCWD, (long)"/proc/self/status", O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (file < 0) return false;
  char text[1024];
  long length = gcdc_raw(SYS_read, file, (long)text, sizeof text - 1, 0, 0, 0);
  gcdc_raw(SYS_close, file, 0, 0, 0, 0, 0);
  if (length <= 0) return false;
  text[length] = 0;
  const char *line = strstr(text, "TracerPid:");
  if (!line) return false;
  line += strlen("TracerPid:");
  while (*line == ' ' || *line == '\t') line++;
  return *line != '0';
}

GCDC_PLAIN static int64_t seconds_now(void) {
  struct timespec time = {0};
  gcdc_raw(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&time, 0, 0, 0, 0);
  return time.tv_sec;
}

GCDC_PLAIN static void wait_for_debugger(void) {
  // Where the system lets only parents look at a process, any process of this user may.
  gcdc_raw(SYS_prctl, PR_SET_PTRACER, (long)PR_SET_PTRACER_ANY, 0, 0, 0, 0);
  while (!gcdc_debugger_is_there()) {
    int64_t before = seconds_now();
    struct timespec pause = {0, poll_ns};
    gcdc_raw(SYS_nanosleep, (long)&pause, 0, 0, 0, 0, 0);
    if (seconds_now() - before > held_seconds) return;
  }
}

GCDC_PLAIN __attribute__((noinline)) void gcdcheck_stop(const char *reason) {
  // Kept for the debugger: `print reason`.
  __asm__ volatile("" : : "r"(reason) : "memory");
  if (!gcdc_debugger_is_there()) {
    wait_for_debugger();
    return;
  }
  long process = gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
  gcdc_raw(SYS_tgkill, process, gcdc_raw_thread_id(), SIGTRAP, 0, 0, 0);
}
#endif
