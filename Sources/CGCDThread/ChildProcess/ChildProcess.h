// Licensed under the Apache License, Version 2.0; see LICENSE.
// What both ways to start a program of the tool's own have in common.
#ifndef CGCD_CHILD_PROCESS_PLAN_H
#define CGCD_CHILD_PROCESS_PLAN_H
#include "CGCDChildProcess.h"
#include "SystemCall.h"

#if GCDC_SUPPORTED
#include <signal.h>
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

/// As the kernel lays it out; all zero is the default action.
typedef struct {
  unsigned long words[4];
} kernel_action;

/// Runs on the memory and the thread-local state of the parent, so that neither errno nor a sanitizer's
/// interceptor may be touched.
__attribute__((noinline, noreturn, unused)) GCDC_PLAIN static void gcdc_become(gcdc_child_plan *plan) {
  kernel_action standard = {{0}};
  for (long number = 1; number <= 64; number++) {
    if (number == SIGKILL || number == SIGSTOP) continue;
    gcdc_raw(SYS_rt_sigaction, number, (long)&standard, 0, 8, 0, 0);
  }
  unsigned long none = 0;
  gcdc_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&none, 0, 8, 0, 0);
  // A duplicate is open across exec; the originals are not, unless they have the wanted number already.
  gcdc_raw(SYS_dup3, plan->errors, 2, 0, 0, 0, 0);
  gcdc_raw(SYS_dup3, plan->input_output, 0, 0, 0, 0, 0);
  gcdc_raw(SYS_dup3, plan->input_output, 1, 0, 0, 0, 0);
  long arguments = (long)plan->arguments, environment = (long)plan->environment;
  plan->failure = (int)gcdc_raw(SYS_execve, (long)plan->path, arguments, environment, 0, 0, 0);
  if (plan->report >= 0) {
    gcdc_raw(SYS_write, plan->report, (long)&plan->failure, sizeof plan->failure, 0, 0, 0);
  }
  for (;;) gcdc_raw(SYS_exit_group, 127, 0, 0, 0, 0, 0);
}

/// By two forks, where the kernel shares no memory with children: under qemu's user emulation. 0 or -errno.
__attribute__((visibility("hidden"))) int gcdc_carry_out_by_fork(gcdc_child_plan *plan);
#endif
#endif
