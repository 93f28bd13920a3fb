// Licensed under the Apache License, Version 2.0; see LICENSE.
// Ending a run from outside of it: a signal handler asks, or a deadline passes.
#ifndef CGCD_RUN_CUT_H
#define CGCD_RUN_CUT_H
#include <stdbool.h>
#include <stdint.h>

/// Asks for the end of the present run, and of each that begins afterwards in this process; may be
/// called in a signal handler.
void gcdc_cut_runs(void);
/// The end of runs was asked for.
bool gcdc_runs_are_cut(void);
/// Makes `look` the step count at which the run looks up next; a cut sets it to 0, so that it does so at
/// once.
/// Called before any run, and never with another address.
void gcdc_cut_watch(int64_t *_Nonnull look);
/// From this nanosecond of the monotonic clock on, the watchdog's thread makes the run look up in each of its
/// ticks; UINT64_MAX = never.
void gcdc_cut_at(uint64_t deadline_ns);
/// For the watchdog's thread: makes the run look up if it is to end; true if so.
bool gcdc_cut_tick(void);
#endif
