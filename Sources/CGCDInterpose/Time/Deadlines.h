// Licensed under the Apache License, Version 2.0; see LICENSE.
// From the clocks that a program names to virtual nanoseconds.
#ifndef CGCD_DEADLINES_H
#define CGCD_DEADLINES_H
#include "Interposer.h"

#if GCDC_INTERPOSES
/// Nanoseconds on a clock: the hook's, or the real clock where the hook has none. Call with control off.
GCDC_HIDDEN int64_t gcdc_now(clockid_t clock);
/// Stores the absolute time `time` of `clock` as virtual CLOCK_MONOTONIC nanoseconds, never UINT64_MAX; false
/// when the time is malformed. Call with control off.
GCDC_HIDDEN bool gcdc_deadline(clockid_t clock, const struct timespec *time, uint64_t *deadline);
/// True for what POSIX calls a well-formed time; stores its nanoseconds, at most INT64_MAX.
GCDC_HIDDEN bool gcdc_nanoseconds(const struct timespec *time, int64_t *nanoseconds);
#endif
#endif
