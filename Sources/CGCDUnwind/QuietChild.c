// Licensed under the Apache License, Version 2.0; see LICENSE.
// The program is a grandchild whose parent has ended, so that init is told of its end and not we: code under
// test that handles SIGCHLD or waits for "any child" behaves as without us. The parent in between has no exit
// signal (clone with signal 0), so it makes no SIGCHLD either and only a wait with __WCLONE sees it.
#define _GNU_SOURCE
#include "CGCDQuietChild.h"

#include "Platform.h"
#if GCDC_SUPPORTED
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// What the child needs; it lives on the parent's stack, which the child shares until it has become the
/// program.
typedef struct {
  const char *path;
  char *const *arguments;
  char *const *environment;
  int input_output, errors;
  int process, descriptor;  // of the program
  int failure;
} plan;

/// The kernel's result, by an instruction of our own: between clone and exec the child runs on its parent's
/// memory and thread-local state, so that neither errno nor a sanitizer's interceptor may be touched.
__attribute__((always_inline, disable_sanitizer_instrumentation))
static inline long raw(long number, long a, long b, long c, long d) {
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

__attribute__((noinline, noreturn, disable_sanitizer_instrumentation))
static void become(plan *plan) {
  kernel_action standard = {{0}};
  for (long number = 1; number <= 64; number++) {
    if (number != SIGKILL && number != SIGSTOP) raw(SYS_rt_sigaction, number, (long)&standard, 0, 8);
  }
  unsigned long none = 0;
  raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&none, 0, 8);
  // A duplicate is open across exec; the originals are not, unless they have the wanted number already.
  raw(SYS_dup3, plan->errors, 2, 0, 0);
  raw(SYS_dup3, plan->input_output, 0, 0, 0);
  raw(SYS_dup3, plan->input_output, 1, 0, 0);
  plan->failure = (int)raw(SYS_execve, (long)plan->path, (long)plan->arguments, (long)plan->environment, 0);
  for (;;) raw(SYS_exit_group, 127, 0, 0, 0);
}

__attribute__((noinline, noreturn, disable_sanitizer_instrumentation))
static void beget(plan *plan) {
  long flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD;
  long child = raw(SYS_clone, flags, 0, (long)&plan->descriptor, 0);
  if (child == 0) become(plan);
  if (child < 0) plan->failure = (int)child;
  plan->process = (int)child;
  for (;;) raw(SYS_exit_group, 0, 0, 0, 0);
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
static int carry_out(plan *plan) {
  // No handler of the program may run in a child while memory is shared.
  unsigned long all = ~0ul, before = 0;
  raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&before, 8);
  // We sleep until it has ended, and it sleeps until its child has become the program or has failed.
  // Descriptors are shared with the one in between, so that the pidfd it gets is ours.
  long between = raw(SYS_clone, CLONE_VM | CLONE_VFORK | CLONE_FILES, 0, 0, 0);
  if (between == 0) beget(plan);
  raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, 8);
  if (between < 0) return (int)between;
  while (waitpid((pid_t)between, NULL, __WCLONE) < 0 && errno == EINTR) continue;
  return plan->failure;
}

int gcdc_child_start(const char *path, char *const *arguments, char *const *environment, gcdc_child *out) {
  int ends[2];
  *out = (gcdc_child){-1, -1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  ends[0] = moved_up(ends[0]);
  ends[1] = moved_up(ends[1]);
  int errors = moved_up(open("/dev/null", O_WRONLY | O_CLOEXEC));
  plan plan = {path, arguments, environment, ends[1], errors, -1, -1, 0};
  int result = ends[0] >= 0 && ends[1] >= 0 && errors >= 0 ? carry_out(&plan) : -EMFILE;
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
