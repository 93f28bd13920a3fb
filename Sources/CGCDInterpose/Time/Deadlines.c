// Licensed under the Apache License, Version 2.0; see LICENSE.
// Conversion of absolute times; a wall-clock deadline keeps its distance to the virtual wall clock.
#include "Deadlines.h"

#if GCDC_INTERPOSES
GCDC_UNINSTRUMENTED int64_t gcdc_now(clockid_t clock) {
  if (gcdc_hook_table.clock_now != NULL) {
    int64_t now = gcdc_hook_table.clock_now(clock);
    if (now >= 0) return now;
  }
  struct timespec real = {0};
  GCDC_REAL(clock_gettime)(clock, &real);
  return (int64_t)real.tv_sec * 1000000000 + real.tv_nsec;
}

GCDC_UNINSTRUMENTED bool gcdc_nanoseconds(const struct timespec *time, int64_t *nanoseconds) {
  if (time->tv_nsec < 0 || time->tv_nsec >= 1000000000) return false;
  if (__builtin_mul_overflow((int64_t)time->tv_sec, (int64_t)1000000000, nanoseconds)
      || __builtin_add_overflow(*nanoseconds, (int64_t)time->tv_nsec, nanoseconds)) {
    *nanoseconds = time->tv_sec < 0 ? 0 : INT64_MAX;
  }
  return true;
}

GCDC_UNINSTRUMENTED bool gcdc_deadline(clockid_t clock, const struct timespec *time, uint64_t *deadline) {
  int64_t absolute;
  if (!gcdc_nanoseconds(time, &absolute)) return false;
  int64_t distance = absolute < 0 ? INT64_MIN / 2 : absolute - gcdc_now(clock);
  int64_t when;
  if (__builtin_add_overflow(gcdc_now(CLOCK_MONOTONIC), distance, &when)) when = INT64_MAX;
  *deadline = when < 0 ? 0 : (uint64_t)when;
  return true;
}

int gcdc_time_decode(uint64_t when, uint64_t *nanoseconds) {
  static const uint64_t continuous_bit = 1ull << 63;
  static const uint64_t wall_bit = 1ull << 62;
  static const uint64_t largest = (1ull << 62) - 1;
  int clock = GCDC_CLOCK_UPTIME;
  uint64_t value = when;
  if (when & continuous_bit) {
    // The wall clock is counted downwards: "now" is -2, which decodes to a time long past.
    clock = when & wall_bit ? GCDC_CLOCK_WALL : GCDC_CLOCK_CONTINUOUS;
    value = when & wall_bit ? -when : when & ~continuous_bit;
  }
  *nanoseconds = when == UINT64_MAX || value > largest ? UINT64_MAX : value;
  return clock;
}
#endif
