// Licensed under the Apache License, Version 2.0; see LICENSE.
// Library locks, without the engine where no thread waits.
#ifndef CGCD_HELD_LOCKS_H
#define CGCD_HELD_LOCKS_H
#include "Interposer.h"

#if GCDC_INTERPOSES
/// Locks for a call from inside a library; the result is that of the pthread call.
GCDC_HIDDEN int gcdc_lock_of_library(pthread_mutex_t *mutex, uint64_t deadline, bool is_try, gcdc_site site);
GCDC_HIDDEN int gcdc_unlock_of_library(pthread_mutex_t *mutex, gcdc_site site);
/// A library takes a lock of its own there.
GCDC_HIDDEN void gcdc_note_library_lock(gcdc_site site);
#endif
#endif
