// Licensed under the Apache License, Version 2.0; see LICENSE.
// Beginning, end and join of threads, for the pthread calls and for those of C11. With control on.
#ifndef CGCD_THREAD_LIFE_H
#define CGCD_THREAD_LIFE_H
#include "Interposer.h"

#if GCDC_INTERPOSES
/// Ends the calling thread with a value: unwinds it to its base.
GCDC_HIDDEN _Noreturn void gcdc_leave_thread(void *value, gcdc_site site);
/// Calls function(context); a pthread_exit in it comes back here.
GCDC_HIDDEN void gcdc_call_until_exit(void (*function)(void *), void *context);
GCDC_HIDDEN int gcdc_make_thread(pthread_t *thread, const pthread_attr_t *attributes,
                                 gcdc_thread_start start, void *argument, gcdc_site site);
/// GCDC_NOT_OURS for a thread outside the run.
GCDC_HIDDEN int gcdc_join_thread(pthread_t thread, uint64_t deadline, bool is_try, void **value,
                                 gcdc_site site);
GCDC_HIDDEN int gcdc_detach_thread(pthread_t thread, gcdc_site site);

/// At a cancellation point whose wait has come back with a result.
#define GCDC_END_IF_CANCELLED(result, site) \
  do { \
    if (__builtin_expect((result) == GCDC_CANCELLED, false)) gcdc_leave_thread(PTHREAD_CANCELED, (site)); \
  } while (0)

/// Ends the use of the calling virtual thread's storage: C++ destructors, then those of keys. User code.
GCDC_HIDDEN void gcdc_end_thread_storage(void);
/// Gives the thread-local variables of the program, not those of the system's libraries, their first values.
GCDC_HIDDEN void gcdc_reset_thread_images(void);
#endif
#endif
