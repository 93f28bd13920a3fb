// Licensed under the Apache License, Version 2.0; see LICENSE.
// The way to start a program where children cannot share memory. The one in between then has an exit signal,
// which is taken before the program under test sees it, unless another thread is quicker.
#define _GNU_SOURCE
#include "ChildProcess.h"

#if GCDC_SUPPORTED
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <time.h>

/// In the process in between: makes the child and writes its id, which is below 0 where there is none.
__attribute__((noinline, noreturn, disable_sanitizer_instrumentation))
static void beget(gcdc_child_plan *plan) {
  long child = gcdc_raw(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
  if (child == 0) gcdc_become(plan);
  int told = (int)child;
  gcdc_raw(SYS_write, plan->report, (long)&told, sizeof told, 0, 0, 0);
  for (;;) gcdc_raw(SYS_exit_group, 0, 0, 0, 0, 0, 0);
}

static bool read_number(int descriptor, int *number) {
  ssize_t count;
  do count = read(descriptor, number, sizeof *number);
  while (count < 0 && errno == EINTR);
  return count == sizeof *number;
}

/// The id may come behind the failure: a child may end before its parent writes.
static void read_report(int descriptor, gcdc_child_plan *plan) {
  int number;
  while (read_number(descriptor, &number)) {
    if (number > 0) plan->process = number;
    else plan->failure = number;
  }
}

static bool is_pending(int number) {
  sigset_t pending;
  return sigpending(&pending) == 0 && sigismember(&pending, number) == 1;
}

__attribute__((disable_sanitizer_instrumentation))
int gcdc_carry_out_by_fork(gcdc_child_plan *plan) {
  int report[2];
  // Closed by becoming the program, which is how the end of the report is seen.
  if (pipe2(report, O_CLOEXEC) != 0) return -errno;
  // Above the standard three, which the program gets.
  plan->report = fcntl(report[1], F_DUPFD_CLOEXEC, 3);
  close(report[1]);
  sigset_t all, before, ended;
  sigfillset(&all);
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool had_ended = is_pending(SIGCHLD);
  long between = gcdc_raw(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
  if (between == 0) beget(plan);
  close(plan->report);
  plan->report = -1;
  if (between < 0) plan->failure = (int)between;
  else read_report(report[0], plan);
  close(report[0]);
  if (between > 0) {
    while (waitpid((pid_t)between, NULL, 0) < 0 && errno == EINTR) continue;
  }
  struct timespec now = {0, 0};
  if (!had_ended && is_pending(SIGCHLD)) sigtimedwait(&ended, NULL, &now);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (plan->failure == 0 && plan->process > 0) {
    plan->descriptor = (int)syscall(SYS_pidfd_open, plan->process, 0);
  }
  return plan->failure;
}
#endif
