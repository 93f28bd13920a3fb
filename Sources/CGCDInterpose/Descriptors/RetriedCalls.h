// Licensed under the Apache License, Version 2.0; see LICENSE.
// Calls that wait for what no descriptor reports: made without waiting, and made again by the engine until
// they are over.
#ifndef CGCD_RETRIED_CALLS_H
#define CGCD_RETRIED_CALLS_H
#include "Descriptors.h"

#if GCDC_INTERPOSES
#include <sys/resource.h>
#include <sys/wait.h>

/// As wait4; waits in the engine. Call with control off.
GCDC_HIDDEN pid_t gcdc_wait_for_process(pid_t process, int *status, int options, struct rusage *usage,
                                        gcdc_site site);
/// Nothing is known of the processes below this one.
GCDC_HIDDEN void gcdc_forget_family(void);
/// Which process a wait is given that is content with several, named as for `waitpid`; 0 where no more than
/// one of them has ended. Call from an attempt.
GCDC_HIDDEN pid_t gcdc_choose_ended_child(pid_t process);
/// Foundation has started a process, whose end a thread of its own will ask for.
GCDC_HIDDEN void gcdc_note_child(pid_t process);
/// Before a thread outside the run asks for the end of a process: it waits until the run wants to know.
GCDC_HIDDEN void gcdc_hold_back_end(pid_t process);
/// A thread outside the run has come back to its rest.
GCDC_HIDDEN void gcdc_note_rest(void);
/// A thread that a thread outside the run makes while it reports the end of a process becomes one of the
/// run's: true when it has, or when that has failed with `*result`.
GCDC_HIDDEN bool gcdc_hand_over_thread(pthread_t *thread, void *(*start)(void *), void *argument,
                                       bool is_detached, int *result);
#endif
#endif
