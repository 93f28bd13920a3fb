// Licensed under the Apache License, Version 2.0; see LICENSE.
// The processes of one schedule: the one that is it, and all that it starts, whatever they do to get away.
#ifndef GCDC_FAMILY_H
#define GCDC_FAMILY_H
#include <sys/types.h>

/// Called in the process that all others are copies of.
void gcdc_family_prepare(void);
/// As fork, but for what the C library does about threads: what is known of those that all copies have stays
/// known, and no handler of a library runs. Only before the program runs: its locks may have the number of
/// the thread that holds them. `flags`: more of them for clone; -1 on failure.
pid_t gcdc_family_copy_early(unsigned long flags);

/// Makes this process the one to which all descendants fall whose parents are gone, and lets SIGTERM, which
/// the death of the tool sends as well, end them before it.
///
/// What it leaves where it is killed, a process ends that is left between it and the tool: that one must not
/// keep the channel to the tool open.
void gcdc_family_open(int channel);
/// As fork; the new process has the signals that it would have without us.
pid_t gcdc_family_fork(void);
/// Waits for the process that was forked last, ends what it has left behind, and returns its status of
/// waitpid.
int gcdc_family_wait(void);
/// In the process of a schedule, which becomes the beginning of others: its descendants fall to it.
void gcdc_family_become_parent(void);
/// Copies the process with the calling thread alone. Unlike fork it calls no handlers, and leaves the memory
/// of the other threads as it is: they are virtual, and continue in the copy, which `gcdc_family_wait` waits
/// for.
pid_t gcdc_family_copy(void);
#endif
