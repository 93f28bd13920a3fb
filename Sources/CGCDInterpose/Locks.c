// Licensed under the Apache License, Version 2.0; see LICENSE.
// Mutexes and condition variables of pthread, which carry NSLock, NSCondition and std::mutex too.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include "Deadlines.h"
#include "HeldLocks.h"

GCDC_EXPORT int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  if (GCDC_HOOKED(mutex_destroy)) GCDC_OFF(gcdc_hook_table.mutex_destroy(mutex));
  return GCDC_REAL(pthread_mutex_init)(mutex, attributes);
}

GCDC_EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  if (GCDC_HOOKED(mutex_destroy)) GCDC_OFF(gcdc_hook_table.mutex_destroy(mutex));
  return GCDC_REAL(pthread_mutex_destroy)(mutex);
}

GCDC_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!GCDC_HOOKED(mutex_lock)) return GCDC_REAL(pthread_mutex_lock)(mutex);
  if (!gcdc_is_user_lock_site(GCDC_SITE)) return gcdc_lock_of_library(mutex, UINT64_MAX, false, GCDC_SITE);
  int result;
  GCDC_OFF(result = gcdc_hook_table.mutex_lock(mutex, UINT64_MAX, false, true, GCDC_SITE));
  return result;
}

GCDC_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  if (!GCDC_HOOKED(mutex_lock)) return GCDC_REAL(pthread_mutex_trylock)(mutex);
  if (!gcdc_is_user_lock_site(GCDC_SITE)) return gcdc_lock_of_library(mutex, 0, true, GCDC_SITE);
  int result;
  GCDC_OFF(result = gcdc_hook_table.mutex_lock(mutex, 0, true, true, GCDC_SITE));
  return result;
}

GCDC_UNINSTRUMENTED static int gcdc_lock_until(pthread_mutex_t *mutex, clockid_t clock,
                                               const struct timespec *time, gcdc_site site) {
  int result;
  GCDC_OFF({
    uint64_t deadline;
    result = gcdc_deadline(clock, time, &deadline)
        ? gcdc_hook_table.mutex_lock(mutex, deadline, false, gcdc_is_user_lock_site(site), site)
        : EINVAL;
  });
  return result;
}

GCDC_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time) {
  if (!GCDC_HOOKED(mutex_lock)) return GCDC_REAL(pthread_mutex_timedlock)(mutex, time);
  return gcdc_lock_until(mutex, CLOCK_REALTIME, time, GCDC_SITE);
}

GCDC_EXPORT int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                        const struct timespec *time) {
  if (!GCDC_HOOKED(mutex_lock)) return GCDC_REAL(pthread_mutex_clocklock)(mutex, clock, time);
  return gcdc_lock_until(mutex, clock, time, GCDC_SITE);
}

GCDC_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (!GCDC_HOOKED(mutex_unlock)) return GCDC_REAL(pthread_mutex_unlock)(mutex);
  if (!gcdc_is_user_lock_site(GCDC_SITE)) return gcdc_unlock_of_library(mutex, GCDC_SITE);
  int result;
  GCDC_OFF(result = gcdc_hook_table.mutex_unlock(mutex, true, GCDC_SITE));
  return result;
}

/// The clock that a condition's timed waits are measured on; glibc keeps it in the second bit of this word.
static clockid_t gcdc_clock_of(const pthread_cond_t *condition) {
  return (condition->__data.__wrefs & 2) ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

GCDC_EXPORT int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  if (!GCDC_HOOKED(condition_wait)) return GCDC_REAL(pthread_cond_wait)(condition, mutex);
  int result;
  GCDC_OFF(result = gcdc_hook_table.condition_wait(condition, mutex, UINT64_MAX,
                                                   gcdc_is_user_lock_site(GCDC_SITE), GCDC_SITE));
  return result;
}

GCDC_UNINSTRUMENTED static int gcdc_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                               clockid_t clock, const struct timespec *time,
                                               gcdc_site site) {
  int result;
  GCDC_OFF({
    uint64_t deadline;
    result = gcdc_deadline(clock, time, &deadline)
        ? gcdc_hook_table.condition_wait(condition, mutex, deadline, gcdc_is_user_lock_site(site), site)
        : EINVAL;
  });
  return result;
}

GCDC_EXPORT int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                       const struct timespec *time) {
  if (!GCDC_HOOKED(condition_wait)) return GCDC_REAL(pthread_cond_timedwait)(condition, mutex, time);
  return gcdc_wait_until(condition, mutex, gcdc_clock_of(condition), time, GCDC_SITE);
}

GCDC_EXPORT int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                       const struct timespec *time) {
  if (!GCDC_HOOKED(condition_wait)) return GCDC_REAL(pthread_cond_clockwait)(condition, mutex, clock, time);
  return gcdc_wait_until(condition, mutex, clock, time, GCDC_SITE);
}

GCDC_EXPORT int pthread_cond_signal(pthread_cond_t *condition) {
  if (!GCDC_HOOKED(condition_signal)) return GCDC_REAL(pthread_cond_signal)(condition);
  int result;
  GCDC_OFF(result = gcdc_hook_table.condition_signal(condition, false, gcdc_is_user_lock_site(GCDC_SITE),
                                                     GCDC_SITE));
  return result;
}

GCDC_EXPORT int pthread_cond_broadcast(pthread_cond_t *condition) {
  if (!GCDC_HOOKED(condition_signal)) return GCDC_REAL(pthread_cond_broadcast)(condition);
  int result;
  GCDC_OFF(result = gcdc_hook_table.condition_signal(condition, true, gcdc_is_user_lock_site(GCDC_SITE),
                                                     GCDC_SITE));
  return result;
}
#endif
