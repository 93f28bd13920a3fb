// Licensed under the Apache License, Version 2.0; see LICENSE.
// Calls that change something outside of the process, or make a descriptor that a fork would share. All
// schedules of a program can have its first steps from one process only as far as none of these is made.
#include "FileNames.h"

#if GCDC_INTERPOSES
#include <fcntl.h>
#include <mqueue.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/xattr.h>

bool gcdc_prologue_is_on;

void gcdc_set_prologue(bool on) { gcdc_prologue_is_on = on; }

GCDC_UNINSTRUMENTED void gcdc_end_prologue(void) {
  if (GCDC_HOOKED(outside_effect)) GCDC_OFF(gcdc_hook_table.outside_effect());
}

#define EFFECT(result, name, parameters, arguments) \
  GCDC_EXPORT result name parameters { \
    gcdc_before_effect(); \
    return GCDC_REAL(name) arguments; \
  }

/// What others see by its name. A step: between a question for a name and what is done about the answer
/// others may change it.
#define CHANGE(result, name, parameters, arguments, file) \
  GCDC_EXPORT result name parameters { \
    GCDC_CHANGE_FILE(file); \
    gcdc_before_effect(); \
    return GCDC_REAL(name) arguments; \
  }

CHANGE(int, creat, (const char *a, mode_t b), (a, b), a)
CHANGE(int, creat64, (const char *a, mode_t b), (a, b), a)
EFFECT(FILE *, tmpfile, (void), ())
EFFECT(FILE *, tmpfile64, (void), ())
EFFECT(int, mkstemp, (char *a), (a))
EFFECT(int, mkstemp64, (char *a), (a))
EFFECT(int, mkostemp, (char *a, int b), (a, b))
EFFECT(int, mkostemp64, (char *a, int b), (a, b))
EFFECT(int, mkstemps, (char *a, int b), (a, b))
EFFECT(int, mkostemps, (char *a, int b, int c), (a, b, c))
EFFECT(char *, mkdtemp, (char *a), (a))
CHANGE(int, mkdir, (const char *a, mode_t b), (a, b), a)
CHANGE(int, mkdirat, (int a, const char *b, mode_t c), (a, b, c), b)
CHANGE(int, mkfifo, (const char *a, mode_t b), (a, b), a)
CHANGE(int, mknod, (const char *a, mode_t b, dev_t c), (a, b, c), a)
CHANGE(int, rmdir, (const char *a), (a), a)
CHANGE(int, unlink, (const char *a), (a), a)
CHANGE(int, unlinkat, (int a, const char *b, int c), (a, b, c), b)
CHANGE(int, remove, (const char *a), (a), a)
CHANGE(int, rename, (const char *a, const char *b), (a, b), b)
CHANGE(int, renameat, (int a, const char *b, int c, const char *d), (a, b, c, d), d)
CHANGE(int, renameat2, (int a, const char *b, int c, const char *d, unsigned e), (a, b, c, d, e), d)
CHANGE(int, link, (const char *a, const char *b), (a, b), b)
CHANGE(int, linkat, (int a, const char *b, int c, const char *d, int e), (a, b, c, d, e), d)
CHANGE(int, symlink, (const char *a, const char *b), (a, b), b)
CHANGE(int, symlinkat, (const char *a, int b, const char *c), (a, b, c), c)
CHANGE(int, truncate, (const char *a, off_t b), (a, b), a)
CHANGE(int, truncate64, (const char *a, int64_t b), (a, b), a)
EFFECT(int, chmod, (const char *a, mode_t b), (a, b))
EFFECT(int, fchmodat, (int a, const char *b, mode_t c, int d), (a, b, c, d))
EFFECT(int, chown, (const char *a, uid_t b, gid_t c), (a, b, c))
EFFECT(int, lchown, (const char *a, uid_t b, gid_t c), (a, b, c))
EFFECT(int, fchownat, (int a, const char *b, uid_t c, gid_t d, int e), (a, b, c, d, e))
EFFECT(int, utime, (const char *a, const struct utimbuf *b), (a, b))
EFFECT(int, utimes, (const char *a, const struct timeval *b), (a, b))
EFFECT(int, utimensat, (int a, const char *b, const struct timespec *c, int d), (a, b, c, d))
EFFECT(int, setxattr, (const char *a, const char *b, const void *c, size_t d, int e), (a, b, c, d, e))
EFFECT(int, removexattr, (const char *a, const char *b), (a, b))
EFFECT(int, socket, (int a, int b, int c), (a, b, c))
EFFECT(int, inotify_init, (void), ())
EFFECT(int, inotify_init1, (int a), (a))
EFFECT(int, signalfd, (int a, const sigset_t *b, int c), (a, b, c))
EFFECT(int, memfd_create, (const char *a, unsigned b), (a, b))
EFFECT(int, timer_create, (clockid_t a, struct sigevent *b, timer_t *c), (a, b, c))
EFFECT(int, shm_open, (const char *a, int b, mode_t c), (a, b, c))
EFFECT(int, shm_unlink, (const char *a), (a))
EFFECT(int, shmget, (key_t a, size_t b, int c), (a, b, c))
EFFECT(int, semget, (key_t a, int b, int c), (a, b, c))
EFFECT(int, msgget, (key_t a, int b), (a, b))

bool gcdc_writes(int flags) { return (flags & (O_ACCMODE | O_CREAT | O_TRUNC)) != O_RDONLY; }

// Not declared variadic, for the reason given at `syscall`: what a caller leaves out is never used.
#define OPENING(symbol, parameters, arguments) \
  GCDC_EXPORT int gcdc_##symbol parameters __asm__(#symbol); \
  int gcdc_##symbol parameters { \
    gcdc_before_opening(path, flags, GCDC_SITE); \
    if (gcdc_writes(flags)) gcdc_before_effect(); \
    return GCDC_REAL(symbol) arguments; \
  }

OPENING(open64, (const char *path, int flags, mode_t mode), (path, flags, mode))
OPENING(openat, (int folder, const char *path, int flags, mode_t mode), (folder, path, flags, mode))
OPENING(openat64, (int folder, const char *path, int flags, mode_t mode), (folder, path, flags, mode))

GCDC_EXPORT mqd_t gcdc_mq_open(const char *name, int flags, mode_t mode, struct mq_attr *attributes)
    __asm__("mq_open");
mqd_t gcdc_mq_open(const char *name, int flags, mode_t mode, struct mq_attr *attributes) {
  gcdc_before_effect();
  return GCDC_REAL(mq_open)(name, flags, mode, attributes);
}

/// Whether a stream of this mode may be written to.
static bool is_written(const char *mode) { return mode[0] != 'r' || strchr(mode, '+') != NULL; }

/// The flags that say, of a stream of this mode, whether opening it makes a file, or empties it.
static int flags_of(const char *mode) { return mode[0] != 'r' ? O_CREAT : O_RDONLY; }

#define STREAM(name, parameters, arguments) \
  GCDC_EXPORT FILE *name parameters { \
    if (path != NULL) gcdc_before_opening(path, flags_of(mode), GCDC_SITE); \
    if (is_written(mode)) gcdc_before_effect(); \
    return GCDC_REAL(name) arguments; \
  }

STREAM(fopen, (const char *path, const char *mode), (path, mode))
STREAM(fopen64, (const char *path, const char *mode), (path, mode))
STREAM(freopen, (const char *path, const char *mode, FILE *stream), (path, mode, stream))
STREAM(freopen64, (const char *path, const char *mode, FILE *stream), (path, mode, stream))
#endif
