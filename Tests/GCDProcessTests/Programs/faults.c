// Licensed under the Apache License, Version 2.0; see LICENSE.
// Preloaded into the tool alone: counts the calls by which files come into being, and lets one of them fail.
//   FAULT_AT=N     the call that fails, from 1; 0 = none
//   FAULT_KIND     a number of the system's; "short": half is written; "kill": the process dies in front of
//                  it; "full": from that call on there is no room in any file
//   FAULT_LOG      a file that says how many calls there were, and which one failed
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pid_t owner;
static long calls, wanted;
static int error;
static bool is_short, is_kill, is_full;
static const char *log_file;
static char failed[512];

__attribute__((constructor)) static void begin(void) {
  char program[512] = "";
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) return;
  const char *kind = getenv("FAULT_KIND"), *at = getenv("FAULT_AT");
  const char *name = strrchr(program, '/');
  if (kind == NULL || at == NULL || name == NULL || strcmp(name, "/gcdcheck") != 0) return;
  owner = getpid();
  wanted = atol(at);
  is_short = strcmp(kind, "short") == 0;
  is_kill = strcmp(kind, "kill") == 0;
  is_full = strcmp(kind, "full") == 0;
  error = is_full ? ENOSPC : atoi(kind);
  log_file = getenv("FAULT_LOG");
  // What the tool starts writes as it would without us.
  unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
  if (owner == 0 || getpid() != owner || log_file == NULL) return;
  FILE *file = fopen(log_file, "we");
  if (file == NULL) return;
  fprintf(file, "%ld\n%s\n", calls, failed);
  fclose(file);
}

/// What a descriptor leads to.
static const char *target(int descriptor, char *place, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, place, size - 1);
  place[count < 0 ? 0 : count] = '\0';
  return place;
}

/// True when this call is to fail.
static bool fails(const char *name, const char *file) {
  if (owner == 0 || getpid() != owner) return false;
  calls++;
  if (is_full ? wanted == 0 || calls < wanted : calls != wanted) return false;
  if (failed[0] == '\0') snprintf(failed, sizeof failed, "%s %s", name, file);
  if (is_kill) {
    end();
    raise(SIGKILL);
  }
  return true;
}

/// Standard error is where faults are told; sockets, pipes and terminals do not fill up.
static bool is_counted(int descriptor) {
  struct stat status;
  return owner != 0 && descriptor != STDERR_FILENO && fstat(descriptor, &status) == 0
         && (S_ISREG(status.st_mode) || descriptor == STDOUT_FILENO);
}

static bool is_written(int descriptor) {
  return is_counted(descriptor) && (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL return (errno = error, -1)

ssize_t write(int descriptor, const void *bytes, size_t count) {
  char place[512];
  if (is_counted(descriptor) && fails("write", target(descriptor, place, sizeof place))) {
    if (!is_short) FAIL;
    count = (count + 1) / 2;
  }
  return syscall(SYS_write, descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  char place[512];
  if (is_counted(descriptor) && fails("pwrite", target(descriptor, place, sizeof place))) {
    if (!is_short) FAIL;
    count = (count + 1) / 2;
  }
  return REAL(pwrite)(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  char place[512];
  if (is_counted(descriptor) && fails("writev", target(descriptor, place, sizeof place))) {
    if (!is_short) FAIL;
    return syscall(SYS_write, descriptor, parts->iov_base, (parts->iov_len + 1) / 2);
  }
  return syscall(SYS_writev, descriptor, parts, count);
}

#define ON_DESCRIPTOR(name, declared, passed) \
  int name declared { \
    char place[512]; \
    if (is_written(descriptor) && fails(#name, target(descriptor, place, sizeof place)) && !is_short) FAIL; \
    return REAL(name) passed; \
  }

ON_DESCRIPTOR(fsync, (int descriptor), (descriptor))
ON_DESCRIPTOR(fdatasync, (int descriptor), (descriptor))
ON_DESCRIPTOR(ftruncate, (int descriptor, off_t size), (descriptor, size))
ON_DESCRIPTOR(ftruncate64, (int descriptor, off_t size), (descriptor, size))

/// As the kernel does it: the descriptor is gone also where closing fails.
int close(int descriptor) {
  char place[512];
  bool is_faulty =
      is_written(descriptor) && fails("close", target(descriptor, place, sizeof place)) && !is_short;
  int result = (int)syscall(SYS_close, descriptor);
  if (is_faulty) FAIL;
  return result;
}

#define ON_PATH(name, declared, passed) \
  int name declared { \
    if (fails(#name, path) && !is_short) FAIL; \
    return REAL(name) passed; \
  }

ON_PATH(rename, (const char *from, const char *path), (from, path))
ON_PATH(renameat, (int from, const char *old, int to, const char *path), (from, old, to, path))
ON_PATH(renameat2, (int from, const char *old, int to, const char *path, unsigned how),
        (from, old, to, path, how))
ON_PATH(link, (const char *from, const char *path), (from, path))
ON_PATH(linkat, (int from, const char *old, int to, const char *path, int how), (from, old, to, path, how))

int mkdir(const char *path, mode_t mode) {
  // One that is there needs no room.
  if (access(path, F_OK) != 0 && fails("mkdir", path) && !is_short) FAIL;
  return REAL(mkdir)(path, mode);
}

/// Only where the file may come into being.
static bool fails_to_open(const char *name, const char *path, int flags) {
  bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return creates && fails(name, path) && !is_short;
}

#define ON_OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    if (fails_to_open(#name, path, flags)) FAIL; \
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode); \
  }
ON_OPEN(open)
ON_OPEN(open64)

#define ON_OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    if (fails_to_open(#name, path, flags)) FAIL; \
    return (int)syscall(SYS_openat, folder, path, flags, mode); \
  }
ON_OPENAT(openat)
ON_OPENAT(openat64)
