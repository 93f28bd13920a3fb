// Licensed under the Apache License, Version 2.0; see LICENSE.
// Copies of the process in which a trial continues a run that has come to rest.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// All by system calls: what the program does with descriptors and children is looked at, and this is not the
// program's.
static long call(long number, long a, long b, long c, long d) {
  return GCDC_REAL(syscall)(number, a, b, c, d, 0, 0);
}

/// Processor seconds that a copy has after it was asked to end.
enum { last_processor_seconds = 2 };

static void be_quiet(unsigned processor_seconds) {
  long nothing = call(SYS_openat, AT_FDCWD, (long)"/dev/null", O_RDWR | O_CLOEXEC, 0);
  for (int stream = STDIN_FILENO; nothing >= 0 && stream <= STDERR_FILENO; stream += 1) {
    call(SYS_dup3, nothing, stream, 0, 0);
  }
  struct rlimit limit = {.rlim_cur = processor_seconds,
                         .rlim_max = processor_seconds + last_processor_seconds};
  call(SYS_prlimit64, 0, RLIMIT_CPU, (long)&limit, 0);
  struct rlimit no_core = {0};
  call(SYS_prlimit64, 0, RLIMIT_CORE, (long)&no_core, 0);
}

bool gcdc_copy_process(gcdc_copy *copy, unsigned processor_seconds) {
  int ends[2];
  if (call(SYS_pipe2, (long)ends, O_CLOEXEC, 0, 0) != 0) return false;
  // Nothing of the program hears that a child of ours has ended.
  uint64_t children = 1ull << (SIGCHLD - 1);
  call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&children, (long)&copy->mask, sizeof children);
  pid_t process = GCDC_REAL(fork)();
  if (process == 0) {
    be_quiet(processor_seconds);
    call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&copy->mask, 0, sizeof copy->mask);
  }
  call(SYS_close, ends[process == 0 ? 0 : 1], 0, 0, 0);
  copy->process = process;
  copy->channel = ends[process == 0 ? 1 : 0];
  if (process < 0) {
    call(SYS_close, copy->channel, 0, 0, 0);
    call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&copy->mask, 0, sizeof copy->mask);
  }
  return process >= 0;
}

static size_t read_all(int channel, unsigned char *bytes, size_t count, int milliseconds) {
  size_t length = 0;
  uint64_t end = gcdc_real_monotonic_ns() + (uint64_t)milliseconds * 1000000;
  while (length < count) {
    uint64_t now = gcdc_real_monotonic_ns();
    if (now >= end) break;
    struct timespec rest = {(time_t)((end - now) / 1000000000), (long)((end - now) % 1000000000)};
    struct pollfd ready = {.fd = channel, .events = POLLIN};
    long found = call(SYS_ppoll, (long)&ready, 1, (long)&rest, 0);
    if (found == 0) break;
    if (found < 0 && errno == EINTR) continue;
    long got = found < 0 ? -1 : call(SYS_read, channel, (long)(bytes + length), (long)(count - length), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += (size_t)got;
  }
  return length;
}

size_t gcdc_await_copy(const gcdc_copy *copy, unsigned char *bytes, size_t count, int milliseconds) {
  size_t length = read_all(copy->channel, bytes, count, milliseconds);
  call(SYS_kill, copy->process, SIGKILL, 0, 0);
  call(SYS_close, copy->channel, 0, 0, 0);
  while (call(SYS_wait4, copy->process, 0, 0, 0) < 0 && errno == EINTR) {}
  uint64_t children = 1ull << (SIGCHLD - 1);
  if ((copy->mask & children) == 0) {
    struct timespec none = {0, 0};
    call(SYS_rt_sigtimedwait, (long)&children, 0, (long)&none, sizeof children);
  }
  call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&copy->mask, 0, sizeof copy->mask);
  return length;
}

_Noreturn void gcdc_leave_copy(const gcdc_copy *copy, const unsigned char *bytes, size_t count) {
  while (count > 0) {
    long written = call(SYS_write, copy->channel, (long)bytes, (long)count, 0);
    if (written <= 0) break;
    bytes += written;
    count -= (size_t)written;
  }
  for (;;) call(SYS_exit_group, 0, 0, 0, 0);
}
#endif
