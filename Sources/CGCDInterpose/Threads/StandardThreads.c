// Licensed under the Apache License, Version 2.0; see LICENSE.
// Threads, mutexes and conditions of C11. glibc builds them on those of pthread, whose functions it reaches
// without going through their exported names.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <threads.h>
#include "Deadlines.h"
#include "LockCalls.h"
#include "ThreadLife.h"

GCDC_UNINSTRUMENTED static int standard_error(int error) {
  switch (error) {
  case 0: return thrd_success;
  case ENOMEM: return thrd_nomem;
  case ETIMEDOUT: return thrd_timedout;
  case EBUSY: return thrd_busy;
  default: return thrd_error;
  }
}

// MARK: Threads

GCDC_EXPORT int thrd_create(thrd_t *thread, int (*start)(void *), void *argument) {
  if (!GCDC_HOOKED(thread_create)) return GCDC_REAL(thrd_create)(thread, start, argument);
  // The lower half of the register that such a function returns its int in is all that thrd_join looks at.
  return standard_error(
      gcdc_make_thread(thread, NULL, (gcdc_thread_start)(void *)start, argument, GCDC_SITE));
}

GCDC_EXPORT int thrd_join(thrd_t thread, int *value) {
  if (!GCDC_HOOKED(thread_join)) return GCDC_REAL(thrd_join)(thread, value);
  void *result = NULL;
  int error = gcdc_join_thread(thread, UINT64_MAX, false, &result, GCDC_SITE);
  if (error == GCDC_NOT_OURS) return GCDC_REAL(thrd_join)(thread, value);
  if (error == 0 && value != NULL) *value = (int)(uintptr_t)result;
  return standard_error(error);
}

GCDC_EXPORT int thrd_detach(thrd_t thread) {
  if (!GCDC_HOOKED(thread_detach)) return GCDC_REAL(thrd_detach)(thread);
  int error = gcdc_detach_thread(thread, GCDC_SITE);
  return error == GCDC_NOT_OURS ? GCDC_REAL(thrd_detach)(thread) : standard_error(error);
}

GCDC_EXPORT void thrd_exit(int value) { gcdc_leave_thread((void *)(uintptr_t)(unsigned)value, GCDC_SITE); }

GCDC_EXPORT int thrd_sleep(const struct timespec *duration, struct timespec *rest) {
  if (!GCDC_HOOKED(sleep)) return GCDC_REAL(thrd_sleep)(duration, rest);
  int64_t nanoseconds;
  if (!gcdc_nanoseconds(duration, &nanoseconds) || nanoseconds < 0) return -2;
  int result;
  GCDC_OFF(result = gcdc_hook_table.sleep((uint64_t)nanoseconds, GCDC_SITE));
  GCDC_END_IF_CANCELLED(result, GCDC_SITE);
  return 0;
}

GCDC_ENTRY(void, thrd_yield, (void), (), GCDC_HOOKED(yield), GCDC_OFF(gcdc_hook_table.yield(GCDC_SITE)))

GCDC_EXPORT void call_once(once_flag *flag, void (*function)(void)) {
  if (!GCDC_HOOKED(thread_once)) return GCDC_REAL(call_once)(flag, function);
  int *control = (int *)flag;
  if (__atomic_load_n(control, __ATOMIC_ACQUIRE) == 2) return;
  GCDC_OFF(gcdc_hook_table.thread_once(control, function, GCDC_SITE));
}

// MARK: Mutexes

GCDC_EXPORT int mtx_init(mtx_t *mutex, int type) {
  int result = GCDC_REAL(mtx_init)(mutex, type);
  if (result == thrd_success) gcdc_begin_life(mutex, GCDC_MUTEX, GCDC_SITE);
  return result;
}

GCDC_EXPORT void mtx_destroy(mtx_t *mutex) {
  gcdc_end_life(mutex);
  GCDC_REAL(mtx_destroy)(mutex);
}

GCDC_ENTRY(int, mtx_lock, (mtx_t *mutex), (mutex), GCDC_HOOKED(mutex_lock),
           return standard_error(gcdc_lock_mutex((pthread_mutex_t *)mutex, UINT64_MAX, false, GCDC_SITE)))
GCDC_ENTRY(int, mtx_trylock, (mtx_t *mutex), (mutex), GCDC_HOOKED(mutex_lock),
           return standard_error(gcdc_lock_mutex((pthread_mutex_t *)mutex, 0, true, GCDC_SITE)))
GCDC_ENTRY(int, mtx_timedlock, (mtx_t *mutex, const struct timespec *time), (mutex, time),
           GCDC_HOOKED(mutex_lock),
           return standard_error(
               gcdc_lock_mutex_until((pthread_mutex_t *)mutex, CLOCK_REALTIME, time, GCDC_SITE)))
GCDC_ENTRY(int, mtx_unlock, (mtx_t *mutex), (mutex), GCDC_HOOKED(mutex_unlock),
           return standard_error(gcdc_unlock_mutex((pthread_mutex_t *)mutex, GCDC_SITE)))

// MARK: Conditions

GCDC_EXPORT int cnd_init(cnd_t *condition) {
  int result = GCDC_REAL(cnd_init)(condition);
  if (result == thrd_success) gcdc_begin_life(condition, GCDC_CONDITION, GCDC_SITE);
  return result;
}

GCDC_ENTRY(int, cnd_wait, (cnd_t *condition, mtx_t *mutex), (condition, mutex), GCDC_HOOKED(condition_wait),
           return standard_error(gcdc_wait_condition((pthread_cond_t *)condition, (pthread_mutex_t *)mutex,
                                                     UINT64_MAX, GCDC_SITE)))
GCDC_ENTRY(int, cnd_timedwait, (cnd_t *condition, mtx_t *mutex, const struct timespec *time),
           (condition, mutex, time), GCDC_HOOKED(condition_wait),
           return standard_error(
               gcdc_wait_condition_until((pthread_cond_t *)condition, (pthread_mutex_t *)mutex,
                                         CLOCK_REALTIME, time, GCDC_SITE)))
GCDC_ENTRY(int, cnd_signal, (cnd_t *condition), (condition), GCDC_HOOKED(condition_signal),
           return standard_error(gcdc_signal_condition((pthread_cond_t *)condition, false, GCDC_SITE)))
GCDC_ENTRY(int, cnd_broadcast, (cnd_t *condition), (condition), GCDC_HOOKED(condition_signal),
           return standard_error(gcdc_signal_condition((pthread_cond_t *)condition, true, GCDC_SITE)))
#endif
