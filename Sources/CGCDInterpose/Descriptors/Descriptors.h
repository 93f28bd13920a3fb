// Licensed under the Apache License, Version 2.0; see LICENSE.
// Waiting for descriptors: the kernel says whether one is ready, the engine decides who runs meanwhile.
#ifndef CGCD_DESCRIPTORS_H
#define CGCD_DESCRIPTORS_H
// The C library's headers define some of the calls as inline functions, which would hide ours.
#undef _FORTIFY_SOURCE
#undef __OPTIMIZE__
#include "Interposer.h"

#if GCDC_INTERPOSES
/// True on a controlled thread when the engine models waiting.
GCDC_HIDDEN bool gcdc_is_kept(int descriptor);
#define GCDC_WAITS GCDC_HOOKED(descriptor_wait)

_Static_assert(sizeof(gcdc_awaited) == sizeof(struct pollfd), "an awaited descriptor is a pollfd");

/// Whether the descriptor is ready for `events` now. Call with control off.
GCDC_HIDDEN bool gcdc_is_ready(int descriptor, short events);
/// Whether a call that finds nothing would come back at once: O_NONBLOCK. Call with control off.
GCDC_HIDDEN bool gcdc_never_blocks(int descriptor);
/// Returns when the descriptor is ready, or at once when the call on it would not block. Call with control
/// off.
GCDC_HIDDEN void gcdc_await(int descriptor, short events, int call, gcdc_site site);
/// A scheduling point before a call of the program's own; nothing for calls of libraries and for the standard
/// streams. Call with control off.
GCDC_HIDDEN void gcdc_use(int descriptor, int call, gcdc_site site);
/// Take the result of a transfer and return it: a loop of those that succeed gets on. To read nothing, as at
/// the end of a file, is none; what is sent may be empty.
GCDC_HIDDEN ssize_t gcdc_received(ssize_t result);
GCDC_HIDDEN ssize_t gcdc_sent(ssize_t result, gcdc_site site);
#define GCDC_SENT(...) gcdc_sent(__VA_ARGS__, GCDC_SITE)
/// Nanoseconds of a waiting time in milliseconds; negative = forever.
static inline uint64_t gcdc_span_of_milliseconds(int milliseconds) {
  return milliseconds < 0 ? UINT64_MAX : (uint64_t)milliseconds * 1000000;
}
/// Nanoseconds of a waiting time; NULL = forever. False when it is malformed.
GCDC_HIDDEN bool gcdc_span_of_time(const struct timespec *time, uint64_t *span);
/// What is left of a waiting time that began at `start`, a reading of `gcdc_now(CLOCK_MONOTONIC)`.
GCDC_HIDDEN uint64_t gcdc_rest_of_span(uint64_t span, int64_t start);
#endif
#endif
