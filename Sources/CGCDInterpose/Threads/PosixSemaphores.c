// Licensed under the Apache License, Version 2.0; see LICENSE.
// sem_t, unnamed and named. The user's are virtual, with the value that the real one has when the run first
// meets it; a library's stay real. One that was made to be shared between processes stays real as well, since
// others may post it: its waits are made without waiting, and made again until they succeed.
#include "ThreadLife.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include "Deadlines.h"

GCDC_EXPORT int sem_init(sem_t *semaphore, int shared, unsigned value) {
  int result = GCDC_REAL(sem_init)(semaphore, shared, value);
  if (result != 0) return result;
  if (shared) gcdc_end_life(semaphore);
  else gcdc_begin_life(semaphore, GCDC_SEM, GCDC_SITE);
  return result;
}

GCDC_EXPORT int sem_destroy(sem_t *semaphore) {
  gcdc_end_life(semaphore);
  return GCDC_REAL(sem_destroy)(semaphore);
}

// Not declared variadic, for the same reason as syscall: mode and value travel where fixed arguments do.
GCDC_EXPORT sem_t *gcdc_sem_open(const char *name, int flags, mode_t mode, unsigned value)
    __asm__("sem_open");
sem_t *gcdc_sem_open(const char *name, int flags, mode_t mode, unsigned value) {
  gcdc_before_effect();
  sem_t *semaphore = GCDC_REAL(sem_open)(name, flags, mode, value);
  if (semaphore != SEM_FAILED && GCDC_HOOKED(sem_opened) && gcdc_is_user_site(GCDC_SITE)) {
    GCDC_OFF(gcdc_hook_table.sem_opened(semaphore, name, GCDC_SITE));
  }
  return semaphore;
}

/// 0, or -1 with errno, as the calls of this family give it.
GCDC_UNINSTRUMENTED static int answer(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

GCDC_UNINSTRUMENTED static int virtual_wait(sem_t *semaphore, uint64_t deadline, bool is_try,
                                            gcdc_site site) {
  int error;
  GCDC_OFF(error = gcdc_hook_table.sem_wait(semaphore, deadline, is_try, site));
  GCDC_END_IF_CANCELLED(error, site);
  return answer(error);
}

GCDC_UNINSTRUMENTED static int virtual_wait_until(sem_t *semaphore, clockid_t clock,
                                                  const struct timespec *time, gcdc_site site) {
  uint64_t deadline = 0;
  bool is_time;
  GCDC_OFF(is_time = gcdc_deadline(clock, time, &deadline));
  return is_time ? virtual_wait(semaphore, deadline, false, site) : answer(EINVAL);
}

#define GCDC_IS_SHARED \
  (GCDC_HOOKED(attempt_wait) && gcdc_is_user_site(GCDC_SITE) && is_shared(semaphore))
#define GCDC_IS_VIRTUAL \
  (GCDC_HOOKED(sem_wait) && gcdc_is_for_model(semaphore, GCDC_SITE) && !is_shared(semaphore))

/// Whether sem_init made it for several processes: glibc keeps that behind the value. Named ones have a name
/// that the model knows.
GCDC_UNINSTRUMENTED static bool is_shared(const sem_t *semaphore) {
  int kind;
  memcpy(&kind, (const char *)semaphore + 8, sizeof kind);
  return kind != 0 && !gcdc_is_known_primitive(semaphore);
}

struct gcdc_shared_wait {
  sem_t *semaphore;
  int code;
};

GCDC_UNINSTRUMENTED static bool try_shared(void *context) {
  struct gcdc_shared_wait *wait = context;
  wait->code = GCDC_REAL(sem_trywait)(wait->semaphore) == 0 ? 0 : errno;
  return wait->code != EAGAIN;
}

/// Until a moment of virtual time; a process that the program has started then has two seconds to post it.
GCDC_UNINSTRUMENTED static int wait_shared_until(sem_t *semaphore, clockid_t clock,
                                                 const struct timespec *time, gcdc_site site) {
  enum { looks = 200 };
  int64_t until;
  struct gcdc_shared_wait wait = {semaphore, 0};
  if (!gcdc_nanoseconds(time, &until)) return answer(EINVAL);
  GCDC_OFF({
    if (!try_shared(&wait)) {
      int64_t now = gcdc_now(clock);
      if (until > now) gcdc_hook_table.sleep((uint64_t)(until - now), site);
      siginfo_t nobody;
      for (int look = 0; !try_shared(&wait) && look < looks; look += 1) {
        if (waitid(P_ALL, 0, &nobody, WEXITED | WNOHANG | WNOWAIT) != 0) break;
        GCDC_REAL(nanosleep)(&(struct timespec){0, 10000000}, NULL);
      }
    }
  });
  return answer(wait.code == EAGAIN ? ETIMEDOUT : wait.code);
}

GCDC_UNINSTRUMENTED static int wait_shared(sem_t *semaphore, gcdc_site site) {
  struct gcdc_shared_wait wait = {semaphore, 0};
  GCDC_OFF({
    if (!try_shared(&wait)) {
      gcdc_hook_table.attempt_wait(try_shared, &wait, GCDC_DESCRIPTOR_SEMAPHORES, -1, true,
                                   GCDC_OPERATION_CHANGE_SEMAPHORES, site);
    }
  });
  return answer(wait.code);
}

GCDC_EXPORT int sem_wait(sem_t *semaphore) {
  if (GCDC_IS_SHARED) return wait_shared(semaphore, GCDC_SITE);
  if (!GCDC_IS_VIRTUAL) return GCDC_REAL(sem_wait)(semaphore);
  return virtual_wait(semaphore, UINT64_MAX, false, GCDC_SITE);
}

GCDC_EXPORT int sem_trywait(sem_t *semaphore) {
  if (!GCDC_IS_VIRTUAL) return GCDC_REAL(sem_trywait)(semaphore);
  return virtual_wait(semaphore, 0, true, GCDC_SITE);
}

GCDC_EXPORT int sem_timedwait(sem_t *semaphore, const struct timespec *time) {
  if (GCDC_IS_SHARED) return wait_shared_until(semaphore, CLOCK_REALTIME, time, GCDC_SITE);
  if (!GCDC_IS_VIRTUAL) return GCDC_REAL(sem_timedwait)(semaphore, time);
  return virtual_wait_until(semaphore, CLOCK_REALTIME, time, GCDC_SITE);
}

GCDC_EXPORT int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *time) {
  if (GCDC_IS_SHARED) return wait_shared_until(semaphore, clock, time, GCDC_SITE);
  if (!GCDC_IS_VIRTUAL) return GCDC_REAL(sem_clockwait)(semaphore, clock, time);
  return virtual_wait_until(semaphore, clock, time, GCDC_SITE);
}

GCDC_EXPORT int sem_post(sem_t *semaphore) {
  if (!GCDC_IS_VIRTUAL) return GCDC_REAL(sem_post)(semaphore);
  int error;
  GCDC_OFF(error = gcdc_hook_table.sem_post(semaphore, GCDC_SITE));
  return answer(error);
}

GCDC_EXPORT int sem_getvalue(sem_t *semaphore, int *value) {
  if (!GCDC_IS_VIRTUAL) return GCDC_REAL(sem_getvalue)(semaphore, value);
  GCDC_OFF(*value = gcdc_hook_table.sem_value(semaphore, GCDC_SITE));
  return 0;
}
#endif
