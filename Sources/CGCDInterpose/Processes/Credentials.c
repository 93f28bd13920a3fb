// Licensed under the Apache License, Version 2.0; see LICENSE.
// Changes of users and groups. The C library changes them in every thread, by a signal that each has to
// answer; a parked thread never does. The kernel's own call changes the thread that runs all the others.
#define _GNU_SOURCE
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <grp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/// What the kernel takes back from a process that changes them, the engine needs: that it ends with its
/// parent, and that it may read about itself.
GCDC_UNINSTRUMENTED static int change(long number, long first, long second, long third) {
  int at_end = 0;
  prctl(PR_GET_PDEATHSIG, &at_end);
  int reads = prctl(PR_GET_DUMPABLE);
  long result = GCDC_REAL(syscall)(number, first, second, third, 0, 0, 0);
  if (at_end != 0) prctl(PR_SET_PDEATHSIG, at_end);
  if (reads == 1) prctl(PR_SET_DUMPABLE, 1);
  return (int)result;
}

#define GCDC_CHANGE(name, parameters, arguments, number, first, second, third) \
  GCDC_EXPORT int name parameters { \
    if (!__builtin_expect(gcdc_controlled, false)) return GCDC_REAL(name) arguments; \
    GCDC_RETURN_OFF(change(number, (long)(first), (long)(second), (long)(third))); \
  }

GCDC_CHANGE(setuid, (uid_t user), (user), SYS_setuid, user, 0, 0)
GCDC_CHANGE(setgid, (gid_t group), (group), SYS_setgid, group, 0, 0)
GCDC_CHANGE(seteuid, (uid_t user), (user), SYS_setresuid, -1, user, -1)
GCDC_CHANGE(setegid, (gid_t group), (group), SYS_setresgid, -1, group, -1)
GCDC_CHANGE(setreuid, (uid_t real, uid_t user), (real, user), SYS_setreuid, real, user, 0)
GCDC_CHANGE(setregid, (gid_t real, gid_t group), (real, group), SYS_setregid, real, group, 0)
GCDC_CHANGE(setresuid, (uid_t real, uid_t user, uid_t saved), (real, user, saved), SYS_setresuid, real, user,
            saved)
GCDC_CHANGE(setresgid, (gid_t real, gid_t group, gid_t saved), (real, group, saved), SYS_setresgid, real,
            group, saved)
GCDC_CHANGE(setgroups, (size_t count, const gid_t *groups), (count, groups), SYS_setgroups, count,
            (uintptr_t)groups, 0)

GCDC_EXPORT int initgroups(const char *user, gid_t group) {
  if (!__builtin_expect(gcdc_controlled, false)) return GCDC_REAL(initgroups)(user, group);
  gid_t groups[256];
  int count = sizeof groups / sizeof *groups;
  if (getgrouplist(user, group, groups, &count) < 0) count = sizeof groups / sizeof *groups;
  return setgroups((size_t)count, groups);
}
#endif
