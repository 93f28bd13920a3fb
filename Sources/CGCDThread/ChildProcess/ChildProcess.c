// Licensed under the Apache License, Version 2.0; see LICENSE.
// The program is a grandchild whose parent has ended, so that init receives its end: code under test that
// handles SIGCHLD or waits for "any child" behaves as without it. The parent in between has no exit
// signal (clone with signal 0), so it makes no SIGCHLD either and only a wait with __WCLONE sees it.
#define _GNU_SOURCE
#include "ChildProcess.h"

#if GCDC_SUPPORTED
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline, noreturn, disable_sanitizer_instrumentation))
static void start_grandchild(gcdc_child_plan *plan) {
  long flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD;
  long child = gcdc_raw(SYS_clone, flags, 0, (long)&plan->descriptor, 0, 0, 0);
  if (child == 0) gcdc_become(plan);
  if (child < 0) plan->failure = (int)child;
  plan->process = (int)child;
  for (;;) gcdc_raw(SYS_exit_group, 0, 0, 0, 0, 0, 0);
}

/// Moves a descriptor above the standard three, so that one of them never is the other's origin.
static int moved_up(int descriptor) {
  if (descriptor < 0 || descriptor > 2) return descriptor;
  int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  close(descriptor);
  return higher;
}

/// Runs the plan in a process in between; 0 or -errno.
__attribute__((disable_sanitizer_instrumentation))
static int carry_out_sharing_memory(gcdc_child_plan *plan) {
  // No handler of the program may run in a child while memory is shared.
  unsigned long all = ~0ul, before = 0;
  gcdc_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&before, 8, 0, 0);
  // We sleep until it has ended, and it sleeps until its child has become the program or has failed.
  // Descriptors are shared with the one in between, so that the pidfd it gets is ours.
  long between = gcdc_raw(SYS_clone, CLONE_VM | CLONE_VFORK | CLONE_FILES, 0, 0, 0, 0, 0);
  if (between == 0) start_grandchild(plan);
  gcdc_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, 8, 0, 0);
  if (between < 0) return (int)between;
  while (waitpid((pid_t)between, NULL, __WCLONE) < 0 && errno == EINTR) continue;
  return plan->failure;
}

static int start(const char *path, char *const *arguments, char *const *environment, bool by_fork,
                 gcdc_child *out) {
  int ends[2];
  *out = (gcdc_child){-1, -1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  ends[0] = moved_up(ends[0]);
  ends[1] = moved_up(ends[1]);
  int errors = moved_up(open("/dev/null", O_WRONLY | O_CLOEXEC));
  gcdc_child_plan plan = {path, arguments, environment, ends[1], errors, -1, -1, -1, 0};
  int result = -EMFILE;
  if (ends[0] >= 0 && ends[1] >= 0 && errors >= 0) {
    result = by_fork ? -EINVAL : carry_out_sharing_memory(&plan);
    if (result == -EINVAL && plan.process < 0) result = gcdc_carry_out_by_fork(&plan);
  }
  if (errors >= 0) close(errors);
  if (ends[1] >= 0) close(ends[1]);
  *out = (gcdc_child){plan.process, plan.descriptor, ends[0]};
  if (result != 0) {
    if (ends[0] >= 0) close(ends[0]);
    if (plan.descriptor >= 0) close(plan.descriptor);
    *out = (gcdc_child){-1, -1, -1};
  }
  return result;
}

int gcdc_child_start(const char *path, char *const *arguments, char *const *environment, gcdc_child *out) {
  return start(path, arguments, environment, false, out);
}

int gcdc_child_start_by_fork(const char *path, char *const *arguments, char *const *environment,
                             gcdc_child *out) {
  return start(path, arguments, environment, true, out);
}

void gcdc_child_end(gcdc_child child) {
  // The end of its input makes a well-behaved program end; a kill without a pidfd might hit another process.
  close(child.socket);
  if (child.descriptor < 0) return;
  syscall(SYS_pidfd_send_signal, child.descriptor, SIGKILL, NULL, 0);
  struct pollfd ended = {.fd = child.descriptor, .events = POLLIN};
  while (poll(&ended, 1, 1000) < 0 && errno == EINTR) continue;
  close(child.descriptor);
}
#endif
