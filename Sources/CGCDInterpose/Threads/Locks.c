// Licensed under the Apache License, Version 2.0; see LICENSE.
// Mutexes and condition variables of pthread, which carry NSLock, NSCondition and std::mutex too.
#include "LockCalls.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include "Deadlines.h"
#include "ThreadLife.h"

/// Also part of the pthread calls below: the way of every lock of the user's.
#define GCDC_INLINED GCDC_UNINSTRUMENTED __attribute__((always_inline))

GCDC_INLINED int gcdc_lock_mutex(pthread_mutex_t *mutex, uint64_t deadline, bool is_try,
                                        gcdc_site site) {
  if (!gcdc_is_user_lock_site(site)) return gcdc_lock_of_library(mutex, deadline, is_try, site);
  GCDC_RETURN_OFF(gcdc_hook_table.mutex_lock(mutex, deadline, is_try, true, site));
}

GCDC_UNINSTRUMENTED int gcdc_lock_mutex_until(pthread_mutex_t *mutex, clockid_t clock,
                                              const struct timespec *time, gcdc_site site) {
  uint64_t deadline = 0;
  bool is_time;
  GCDC_OFF(is_time = gcdc_deadline(clock, time, &deadline));
  return is_time ? gcdc_lock_mutex(mutex, deadline, false, site) : EINVAL;
}

GCDC_INLINED int gcdc_unlock_mutex(pthread_mutex_t *mutex, gcdc_site site) {
  if (!gcdc_is_user_lock_site(site)) return gcdc_unlock_of_library(mutex, site);
  GCDC_RETURN_OFF(gcdc_hook_table.mutex_unlock(mutex, true, site));
}

GCDC_UNINSTRUMENTED int gcdc_wait_condition(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                            uint64_t deadline, gcdc_site site) {
  int result;
  GCDC_OFF(result = gcdc_hook_table.condition_wait(condition, mutex, deadline, site));
  GCDC_END_IF_CANCELLED(result, site);
  return result;
}

GCDC_UNINSTRUMENTED int gcdc_wait_condition_until(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                                  clockid_t clock, const struct timespec *time,
                                                  gcdc_site site) {
  uint64_t deadline = 0;
  bool is_time;
  GCDC_OFF(is_time = gcdc_deadline(clock, time, &deadline));
  return is_time ? gcdc_wait_condition(condition, mutex, deadline, site) : EINVAL;
}

GCDC_UNINSTRUMENTED int gcdc_signal_condition(pthread_cond_t *condition, bool all, gcdc_site site) {
  GCDC_RETURN_OFF(gcdc_hook_table.condition_signal(condition, all, gcdc_is_user_lock_site(site), site));
}

GCDC_EXPORT int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  int result = GCDC_REAL(pthread_mutex_init)(mutex, attributes);
  if (result == 0) gcdc_begin_life(mutex, GCDC_MUTEX, GCDC_SITE);
  return result;
}

GCDC_EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  int result = GCDC_REAL(pthread_mutex_destroy)(mutex);
  if (result == 0) gcdc_end_life(mutex);
  return result;
}

GCDC_EXPORT int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
  int result = GCDC_REAL(pthread_cond_init)(condition, attributes);
  if (result == 0) gcdc_begin_life(condition, GCDC_CONDITION, GCDC_SITE);
  return result;
}

GCDC_EXPORT int pthread_cond_destroy(pthread_cond_t *condition) {
  gcdc_end_life(condition);
  return GCDC_REAL(pthread_cond_destroy)(condition);
}

GCDC_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (GCDC_HOOKED(mutex_lock)) return gcdc_lock_mutex(mutex, UINT64_MAX, false, GCDC_SITE);
  gcdc_look_at_lock(GCDC_SITE);
  return GCDC_REAL(pthread_mutex_lock)(mutex);
}
GCDC_ENTRY(int, pthread_mutex_trylock, (pthread_mutex_t *mutex), (mutex), GCDC_HOOKED(mutex_lock),
           return gcdc_lock_mutex(mutex, 0, true, GCDC_SITE))
GCDC_ENTRY(int, pthread_mutex_timedlock, (pthread_mutex_t *mutex, const struct timespec *time), (mutex, time),
           GCDC_HOOKED(mutex_lock), return gcdc_lock_mutex_until(mutex, CLOCK_REALTIME, time, GCDC_SITE))
GCDC_ENTRY(int, pthread_mutex_clocklock,
           (pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time), (mutex, clock, time),
           GCDC_HOOKED(mutex_lock), return gcdc_lock_mutex_until(mutex, clock, time, GCDC_SITE))
GCDC_ENTRY(int, pthread_mutex_unlock, (pthread_mutex_t *mutex), (mutex), GCDC_HOOKED(mutex_unlock),
           return gcdc_unlock_mutex(mutex, GCDC_SITE))
GCDC_ENTRY(int, pthread_mutex_consistent, (pthread_mutex_t *mutex), (mutex), GCDC_HOOKED(mutex_consistent),
           GCDC_RETURN_OFF(gcdc_hook_table.mutex_consistent(mutex)))

/// The clock that a condition's timed waits are measured on; glibc keeps it in the second bit of this word.
static clockid_t clock_of(const pthread_cond_t *condition) {
  return (condition->__data.__wrefs & 2) ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

GCDC_ENTRY(int, pthread_cond_wait, (pthread_cond_t *condition, pthread_mutex_t *mutex), (condition, mutex),
           GCDC_HOOKED(condition_wait), return gcdc_wait_condition(condition, mutex, UINT64_MAX, GCDC_SITE))
GCDC_ENTRY(int, pthread_cond_timedwait,
           (pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time),
           (condition, mutex, time), GCDC_HOOKED(condition_wait),
           return gcdc_wait_condition_until(condition, mutex, clock_of(condition), time, GCDC_SITE))
GCDC_ENTRY(int, pthread_cond_clockwait,
           (pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time),
           (condition, mutex, clock, time), GCDC_HOOKED(condition_wait),
           return gcdc_wait_condition_until(condition, mutex, clock, time, GCDC_SITE))
GCDC_ENTRY(int, pthread_cond_signal, (pthread_cond_t *condition), (condition), GCDC_HOOKED(condition_signal),
           return gcdc_signal_condition(condition, false, GCDC_SITE))
GCDC_ENTRY(int, pthread_cond_broadcast, (pthread_cond_t *condition), (condition),
           GCDC_HOOKED(condition_signal), return gcdc_signal_condition(condition, true, GCDC_SITE))
#endif
