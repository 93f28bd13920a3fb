// Licensed under the Apache License, Version 2.0; see LICENSE.
// The rows of RealFunctions.h for calls that look for files, that change something outside of the process, or
// make a descriptor that a fork would share.
#ifndef CGCD_OUTSIDE_FUNCTIONS_H
#define CGCD_OUTSIDE_FUNCTIONS_H
#include <dirent.h>
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <utime.h>

// Where a file has not asked for the GNU extensions.
struct stat64;
struct statx;

/// Calls that look for a file by its name, and change nothing.
#define GCDC_FILE_QUESTIONS(F) \
  F(int, access, (const char *, int)) \
  F(int, eaccess, (const char *, int)) \
  F(int, euidaccess, (const char *, int)) \
  F(int, faccessat, (int, const char *, int, int)) \
  F(int, stat, (const char *, struct stat *)) \
  F(int, stat64, (const char *, struct stat64 *)) \
  F(int, lstat, (const char *, struct stat *)) \
  F(int, lstat64, (const char *, struct stat64 *)) \
  F(int, fstatat, (int, const char *, struct stat *, int)) \
  F(int, fstatat64, (int, const char *, struct stat64 *, int)) \
  F(int, statx, (int, const char *, int, unsigned, struct statx *)) \
  F(int, __xstat, (int, const char *, struct stat *)) \
  F(int, __xstat64, (int, const char *, struct stat64 *)) \
  F(int, __lxstat, (int, const char *, struct stat *)) \
  F(int, __lxstat64, (int, const char *, struct stat64 *)) \
  F(int, __fxstatat, (int, int, const char *, struct stat *, int)) \
  F(int, __fxstatat64, (int, int, const char *, struct stat64 *, int)) \
  F(DIR *, opendir, (const char *)) \
  F(ssize_t, readlink, (const char *, char *, size_t)) \
  F(ssize_t, readlinkat, (int, const char *, char *, size_t)) \
  F(char *, realpath, (const char *, char *)) \
  F(char *, __realpath_chk, (const char *, char *, size_t))

#define GCDC_OUTSIDE_FUNCTIONS(F) \
  GCDC_FILE_QUESTIONS(F) \
  F(int, open64, (const char *, int, mode_t)) \
  F(int, openat, (int, const char *, int, mode_t)) \
  F(int, openat64, (int, const char *, int, mode_t)) \
  F(int, creat, (const char *, mode_t)) \
  F(int, creat64, (const char *, mode_t)) \
  F(FILE *, fopen, (const char *, const char *)) \
  F(FILE *, fopen64, (const char *, const char *)) \
  F(FILE *, freopen, (const char *, const char *, FILE *)) \
  F(FILE *, freopen64, (const char *, const char *, FILE *)) \
  F(FILE *, tmpfile, (void)) \
  F(FILE *, tmpfile64, (void)) \
  F(int, mkstemp, (char *)) \
  F(int, mkstemp64, (char *)) \
  F(int, mkostemp, (char *, int)) \
  F(int, mkostemp64, (char *, int)) \
  F(int, mkstemps, (char *, int)) \
  F(int, mkostemps, (char *, int, int)) \
  F(char *, mkdtemp, (char *)) \
  F(int, mkdir, (const char *, mode_t)) \
  F(int, mkdirat, (int, const char *, mode_t)) \
  F(int, mkfifo, (const char *, mode_t)) \
  F(int, mknod, (const char *, mode_t, dev_t)) \
  F(int, rmdir, (const char *)) \
  F(int, unlink, (const char *)) \
  F(int, unlinkat, (int, const char *, int)) \
  F(int, remove, (const char *)) \
  F(int, rename, (const char *, const char *)) \
  F(int, renameat, (int, const char *, int, const char *)) \
  F(int, renameat2, (int, const char *, int, const char *, unsigned)) \
  F(int, link, (const char *, const char *)) \
  F(int, linkat, (int, const char *, int, const char *, int)) \
  F(int, symlink, (const char *, const char *)) \
  F(int, symlinkat, (const char *, int, const char *)) \
  F(int, truncate, (const char *, off_t)) \
  F(int, truncate64, (const char *, int64_t)) \
  F(int, chmod, (const char *, mode_t)) \
  F(int, fchmodat, (int, const char *, mode_t, int)) \
  F(int, chown, (const char *, uid_t, gid_t)) \
  F(int, lchown, (const char *, uid_t, gid_t)) \
  F(int, fchownat, (int, const char *, uid_t, gid_t, int)) \
  F(int, utime, (const char *, const struct utimbuf *)) \
  F(int, utimes, (const char *, const struct timeval *)) \
  F(int, utimensat, (int, const char *, const struct timespec *, int)) \
  F(int, setxattr, (const char *, const char *, const void *, size_t, int)) \
  F(int, removexattr, (const char *, const char *)) \
  F(int, socket, (int, int, int)) \
  F(int, inotify_init, (void)) \
  F(int, inotify_init1, (int)) \
  F(int, signalfd, (int, const sigset_t *, int)) \
  F(int, memfd_create, (const char *, unsigned)) \
  F(int, timer_create, (clockid_t, struct sigevent *, timer_t *)) \
  F(int, shm_open, (const char *, int, mode_t)) \
  F(int, shm_unlink, (const char *)) \
  F(int, shmget, (key_t, size_t, int)) \
  F(int, semget, (key_t, int, int)) \
  F(int, msgget, (key_t, int)) \
  F(mqd_t, mq_open, (const char *, int, mode_t, struct mq_attr *))
#endif
