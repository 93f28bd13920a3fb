// Licensed under the Apache License, Version 2.0; see LICENSE.
// Copies of the process in which a trial continues a run that has come to rest.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
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

/// Whether a process with one thread is asleep, by the kernel's line on it: `id (name) S …`.
static bool is_asleep(pid_t process) {
  char path[32], line[512];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  long file = call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return false;
  long length = call(SYS_read, file, (long)line, sizeof line - 1, 0);
  call(SYS_close, file, 0, 0, 0);
  line[length > 0 ? length : 0] = '\0';
  const char *name_end = strrchr(line, ')');
  return name_end != NULL && name_end[1] == ' ' && name_end[2] == 'S';
}

/// A copy that does not answer is looked at so often, and hangs when it has been asleep at so many looks in a
/// row.
enum { nanoseconds_between_looks = 20 * 1000000, looks_of_a_hang = 3 };

static size_t read_all(const gcdc_copy *copy, unsigned char *bytes, size_t count, int milliseconds,
                       bool *hangs) {
  size_t length = 0;
  int looks_asleep = 0;
  uint64_t end = gcdc_real_monotonic_ns() + (uint64_t)milliseconds * 1000000;
  while (length < count && gcdc_real_monotonic_ns() < end) {
    struct timespec rest = {0, nanoseconds_between_looks};
    struct pollfd ready = {.fd = copy->channel, .events = POLLIN};
    long found = call(SYS_ppoll, (long)&ready, 1, (long)&rest, 0);
    if (found < 0 && errno == EINTR) continue;
    if (found == 0) {
      looks_asleep = is_asleep(copy->process) ? looks_asleep + 1 : 0;
      *hangs = looks_asleep == looks_of_a_hang;
      if (*hangs) break;
      continue;
    }
    long wanted = (long)(count - length);
    long got = found < 0 ? -1 : call(SYS_read, copy->channel, (long)(bytes + length), wanted, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += (size_t)got;
  }
  return length;
}

size_t gcdc_await_copy(const gcdc_copy *copy, unsigned char *bytes, size_t count, int milliseconds,
                       bool *hangs) {
  *hangs = false;
  size_t length = read_all(copy, bytes, count, milliseconds, hangs);
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
