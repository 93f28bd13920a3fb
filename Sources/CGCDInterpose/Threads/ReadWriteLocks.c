// Licensed under the Apache License, Version 2.0; see LICENSE.
// Read-write locks, spin locks and barriers of pthread. The user's are virtual from the first call on that is
// the user's; a library's stay real, and one that a parked virtual thread holds lets others run until it is
// free. A lock that the run does not know was taken for real, so every caller gives it back for real.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include "LockCalls.h"
#include "Deadlines.h"

/// A library's lock that is not free: its holder is a parked virtual thread, which needs its turn.
#define GCDC_PATIENTLY(attempt, site) \
  do { \
    int outcome; \
    while ((outcome = (attempt)) == EBUSY && gcdc_hook_table.yield != NULL) { \
      GCDC_OFF(gcdc_hook_table.yield(site)); \
    } \
    return outcome; \
  } while (0)

GCDC_UNINSTRUMENTED static int virtual_lock(pthread_rwlock_t *lock, bool is_write, uint64_t deadline,
                                            bool is_try, gcdc_site site) {
  GCDC_RETURN_OFF(gcdc_hook_table.read_write_lock(lock, is_write, deadline, is_try, site));
}

GCDC_UNINSTRUMENTED static int virtual_lock_until(pthread_rwlock_t *lock, bool is_write,
                                                  clockid_t clock, const struct timespec *time,
                                                  gcdc_site site) {
  uint64_t deadline = 0;
  bool is_time;
  GCDC_OFF(is_time = gcdc_deadline(clock, time, &deadline));
  return is_time ? virtual_lock(lock, is_write, deadline, false, site) : EINVAL;
}

GCDC_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  if (!GCDC_HOOKED(read_write_lock)) return GCDC_REAL(pthread_rwlock_rdlock)(lock);
  if (!gcdc_is_for_model(lock, GCDC_SITE)) {
    gcdc_note_library_lock(lock, GCDC_SITE);
    GCDC_PATIENTLY(GCDC_REAL(pthread_rwlock_tryrdlock)(lock), GCDC_SITE);
  }
  return virtual_lock(lock, false, UINT64_MAX, false, GCDC_SITE);
}

GCDC_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  if (!GCDC_HOOKED(read_write_lock)) return GCDC_REAL(pthread_rwlock_wrlock)(lock);
  if (!gcdc_is_for_model(lock, GCDC_SITE)) {
    gcdc_note_library_lock(lock, GCDC_SITE);
    GCDC_PATIENTLY(GCDC_REAL(pthread_rwlock_trywrlock)(lock), GCDC_SITE);
  }
  return virtual_lock(lock, true, UINT64_MAX, false, GCDC_SITE);
}

/// Defines a form that needs no patience: it only tries, or it has a deadline.
#define GCDC_FORM(name, parameters, arguments, call) \
  GCDC_EXPORT int name parameters { \
    if (!GCDC_HOOKED(read_write_lock) || !gcdc_is_for_model(lock, GCDC_SITE)) { \
      gcdc_note_library_lock(lock, GCDC_SITE); \
      return GCDC_REAL(name) arguments; \
    } \
    return call; \
  }

GCDC_FORM(pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock),
          virtual_lock(lock, false, 0, true, GCDC_SITE))
GCDC_FORM(pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock),
          virtual_lock(lock, true, 0, true, GCDC_SITE))
GCDC_FORM(pthread_rwlock_timedrdlock, (pthread_rwlock_t * lock, const struct timespec *time), (lock, time),
          virtual_lock_until(lock, false, CLOCK_REALTIME, time, GCDC_SITE))
GCDC_FORM(pthread_rwlock_timedwrlock, (pthread_rwlock_t * lock, const struct timespec *time), (lock, time),
          virtual_lock_until(lock, true, CLOCK_REALTIME, time, GCDC_SITE))
GCDC_FORM(pthread_rwlock_clockrdlock, (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *time),
          (lock, clock, time), virtual_lock_until(lock, false, clock, time, GCDC_SITE))
GCDC_FORM(pthread_rwlock_clockwrlock, (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *time),
          (lock, clock, time), virtual_lock_until(lock, true, clock, time, GCDC_SITE))

GCDC_ENTRY(int, pthread_rwlock_unlock, (pthread_rwlock_t *lock), (lock),
           GCDC_HOOKED(read_write_unlock) && gcdc_is_known_primitive(lock),
           GCDC_RETURN_OFF(gcdc_hook_table.read_write_unlock(lock, GCDC_SITE)))

GCDC_UNINSTRUMENTED void gcdc_begin_life(void *address, int primitive, gcdc_site site) {
  if (!GCDC_HOOKED(primitive_created)) return;
  if (!gcdc_is_user_site(site)) return gcdc_end_life(address);
  GCDC_OFF(gcdc_hook_table.primitive_created(address, primitive, site));
}

GCDC_UNINSTRUMENTED void gcdc_end_life(void *address) {
  if (GCDC_HOOKED(primitive_destroyed)) GCDC_OFF(gcdc_hook_table.primitive_destroyed(address));
}

GCDC_UNINSTRUMENTED bool gcdc_is_known_primitive(const void *address) {
  bool is_known = false;
  if (gcdc_hook_table.primitive_is_known != NULL) {
    GCDC_OFF(is_known = gcdc_hook_table.primitive_is_known((void *)address));
  }
  return is_known;
}

GCDC_EXPORT int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
  int result = GCDC_REAL(pthread_rwlock_init)(lock, attributes);
  if (result == 0) gcdc_begin_life(lock, GCDC_READ_WRITE_LOCK, GCDC_SITE);
  return result;
}

GCDC_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  gcdc_end_life(lock);
  return GCDC_REAL(pthread_rwlock_destroy)(lock);
}

// MARK: Spin locks

GCDC_EXPORT int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  int result = GCDC_REAL(pthread_spin_init)(lock, shared);
  if (result == 0) gcdc_begin_life((void *)lock, GCDC_SPIN_LOCK, GCDC_SITE);
  return result;
}

GCDC_EXPORT int pthread_spin_destroy(pthread_spinlock_t *lock) {
  gcdc_end_life((void *)lock);
  return GCDC_REAL(pthread_spin_destroy)(lock);
}

GCDC_EXPORT int pthread_spin_lock(pthread_spinlock_t *lock) {
  if (!GCDC_HOOKED(spin_lock)) return GCDC_REAL(pthread_spin_lock)(lock);
  if (!gcdc_is_for_model((void *)lock, GCDC_SITE)) {
    GCDC_PATIENTLY(GCDC_REAL(pthread_spin_trylock)(lock), GCDC_SITE);
  }
  GCDC_RETURN_OFF(gcdc_hook_table.spin_lock((void *)lock, false, GCDC_SITE));
}

GCDC_EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock) {
  if (!GCDC_HOOKED(spin_lock) || !gcdc_is_for_model((void *)lock, GCDC_SITE)) {
    return GCDC_REAL(pthread_spin_trylock)(lock);
  }
  GCDC_RETURN_OFF(gcdc_hook_table.spin_lock((void *)lock, true, GCDC_SITE));
}

GCDC_EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock) {
  if (!GCDC_HOOKED(spin_unlock) || !gcdc_is_known_primitive((void *)lock)) {
    return GCDC_REAL(pthread_spin_unlock)(lock);
  }
  GCDC_RETURN_OFF(gcdc_hook_table.spin_unlock((void *)lock, GCDC_SITE));
}

// MARK: Barriers

GCDC_EXPORT int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                                     unsigned count) {
  int result = GCDC_REAL(pthread_barrier_init)(barrier, attributes, count);
  if (result == 0) gcdc_begin_life(barrier, GCDC_BARRIER, GCDC_SITE);
  return result;
}

GCDC_EXPORT int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  gcdc_end_life(barrier);
  return GCDC_REAL(pthread_barrier_destroy)(barrier);
}

GCDC_ENTRY(int, pthread_barrier_wait, (pthread_barrier_t *barrier), (barrier), GCDC_HOOKED(barrier_wait),
           GCDC_RETURN_OFF(gcdc_hook_table.barrier_wait(barrier, GCDC_SITE)))
#endif
