// Licensed under the Apache License, Version 2.0; see LICENSE.
// How a program is started beside us: what both ways have in common.
#ifndef CGCD_QUIET_CHILD_PLAN_H
#define CGCD_QUIET_CHILD_PLAN_H
#include "CGCDQuietChild.h"
#include "Platform.h"

#if GCDC_SUPPORTED
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

/// What the child needs; it lives on the parent's stack, which the child shares until it has become the
/// program.
typedef struct {
  const char *path;
  char *const *arguments;
  char *const *environment;
  int input_output, errors;
  int process, descriptor;  // of the program
  int report;   // where to write that it cannot become the program; -1 = into `failure`
  int failure;  // 0 or -errno
} gcdc_child_plan;

/// The kernel's result, by an instruction of our own: between clone and exec the child runs on its parent's
/// memory and thread-local state, so that neither errno nor a sanitizer's interceptor may be touched.
__attribute__((always_inline, disable_sanitizer_instrumentation))
static inline long gcdc_raw(long number, long a, long b, long c, long d) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
                   : "rcx", "r11", "memory");
  return result;
#else
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = 0;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
  return x0;
#endif
}

/// As the kernel lays it out; all zero is the default action.
typedef struct {
  unsigned long words[4];
} kernel_action;

__attribute__((noinline, noreturn, unused, disable_sanitizer_instrumentation))
static void gcdc_become(gcdc_child_plan *plan) {
  kernel_action standard = {{0}};
  for (long number = 1; number <= 64; number++) {
    if (number != SIGKILL && number != SIGSTOP) gcdc_raw(SYS_rt_sigaction, number, (long)&standard, 0, 8);
  }
  unsigned long none = 0;
  gcdc_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&none, 0, 8);
  // A duplicate is open across exec; the originals are not, unless they have the wanted number already.
  gcdc_raw(SYS_dup3, plan->errors, 2, 0, 0);
  gcdc_raw(SYS_dup3, plan->input_output, 0, 0, 0);
  gcdc_raw(SYS_dup3, plan->input_output, 1, 0, 0);
  long arguments = (long)plan->arguments, environment = (long)plan->environment;
  plan->failure = (int)gcdc_raw(SYS_execve, (long)plan->path, arguments, environment, 0);
  if (plan->report >= 0) gcdc_raw(SYS_write, plan->report, (long)&plan->failure, sizeof plan->failure, 0);
  for (;;) gcdc_raw(SYS_exit_group, 127, 0, 0, 0);
}

/// By two forks, where the kernel shares no memory with children: under qemu's user emulation. 0 or -errno.
__attribute__((visibility("hidden"))) int gcdc_carry_out_by_fork(gcdc_child_plan *plan);
#endif
#endif
