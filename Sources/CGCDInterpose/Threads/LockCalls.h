// Licensed under the Apache License, Version 2.0; see LICENSE.
// Mutexes and conditions, for the pthread calls and for those of C11. With control on.
#ifndef CGCD_LOCK_CALLS_H
#define CGCD_LOCK_CALLS_H
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_HIDDEN int gcdc_lock_mutex(pthread_mutex_t *mutex, uint64_t deadline, bool is_try, gcdc_site site);
GCDC_HIDDEN int gcdc_lock_mutex_until(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time,
                                      gcdc_site site);
GCDC_HIDDEN int gcdc_unlock_mutex(pthread_mutex_t *mutex, gcdc_site site);
GCDC_HIDDEN int gcdc_wait_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline,
                                    gcdc_site site);
GCDC_HIDDEN int gcdc_wait_condition_until(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                          const struct timespec *time, gcdc_site site);
GCDC_HIDDEN int gcdc_signal_condition(pthread_cond_t *condition, bool all, gcdc_site site);

/// Locks for a call from inside a library; the result is that of the pthread call.
GCDC_HIDDEN int gcdc_lock_of_library(pthread_mutex_t *mutex, uint64_t deadline, bool is_try, gcdc_site site);
GCDC_HIDDEN int gcdc_unlock_of_library(pthread_mutex_t *mutex, gcdc_site site);
/// A library takes a lock of its own there.
/// Before a lock is taken there by code that is not controlled.
GCDC_HIDDEN void gcdc_look_at_lock(gcdc_site site);
/// Before a library takes a lock there: announces a use of a group of tasks or of a stream, where it is one.
GCDC_HIDDEN void gcdc_announce_lock_of_runtime(const void *lock, gcdc_site site);
/// What a lock is taken for that is taken at `site`.
GCDC_HIDDEN gcdc_lock_use gcdc_use_of_lock(gcdc_site site);
GCDC_HIDDEN void gcdc_note_library_lock(const void *lock, gcdc_site site);
#endif
#endif
