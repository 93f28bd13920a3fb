// Licensed under the Apache License, Version 2.0; see LICENSE.
// Clocks and sleeping. dispatch_time and dispatch_walltime read the clock through clock_gettime, so they
// follow.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include "Deadlines.h"
#include "ThreadLife.h"

static const int64_t nanoseconds_per_second = 1000000000;

/// Virtual nanoseconds on a clock; -1 when the clock is not virtual. Called with control on.
GCDC_UNINSTRUMENTED static int64_t virtual_now(clockid_t clock) {
  GCDC_RETURN_OFF(gcdc_hook_table.clock_now(clock));
}

GCDC_EXPORT int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!GCDC_HOOKED(clock_now)) return GCDC_REAL(clock_gettime)(clock, time);
  int64_t now = virtual_now(clock);
  if (now < 0) return GCDC_REAL(clock_gettime)(clock, time);
  time->tv_sec = now / nanoseconds_per_second;
  time->tv_nsec = now % nanoseconds_per_second;
  return 0;
}

GCDC_EXPORT int gettimeofday(struct timeval *time, void *zone) {
  if (!GCDC_HOOKED(clock_now)) return GCDC_REAL(gettimeofday)(time, zone);
  int64_t now = virtual_now(CLOCK_REALTIME);
  if (now < 0) return GCDC_REAL(gettimeofday)(time, zone);
  time->tv_sec = now / nanoseconds_per_second;
  time->tv_usec = now % nanoseconds_per_second / 1000;
  return 0;
}

GCDC_EXPORT time_t time(time_t *seconds) {
  if (!GCDC_HOOKED(clock_now)) return GCDC_REAL(time)(seconds);
  int64_t now = virtual_now(CLOCK_REALTIME);
  if (now < 0) return GCDC_REAL(time)(seconds);
  time_t result = now / nanoseconds_per_second;
  if (seconds != NULL) *seconds = result;
  return result;
}

GCDC_EXPORT clock_t clock(void) {
  if (!GCDC_HOOKED(clock_now)) return GCDC_REAL(clock)();
  int64_t now = virtual_now(CLOCK_PROCESS_CPUTIME_ID);
  return now < 0 ? GCDC_REAL(clock)() : now / 1000;
}

GCDC_EXPORT int timespec_get(struct timespec *time, int base) {
  if (!GCDC_HOOKED(clock_now) || base != TIME_UTC) return GCDC_REAL(timespec_get)(time, base);
  int64_t now = virtual_now(CLOCK_REALTIME);
  if (now < 0) return GCDC_REAL(timespec_get)(time, base);
  time->tv_sec = now / nanoseconds_per_second;
  time->tv_nsec = now % nanoseconds_per_second;
  return base;
}

GCDC_UNINSTRUMENTED static int virtual_sleep(uint64_t nanoseconds, gcdc_site site) {
  int result;
  GCDC_OFF(result = gcdc_hook_table.sleep(nanoseconds, site));
  GCDC_END_IF_CANCELLED(result, site);
  return result;
}

GCDC_EXPORT int nanosleep(const struct timespec *duration, struct timespec *rest) {
  if (!GCDC_HOOKED(sleep)) return GCDC_REAL(nanosleep)(duration, rest);
  int64_t nanoseconds;
  if (!gcdc_nanoseconds(duration, &nanoseconds) || nanoseconds < 0) {
    errno = EINVAL;
    return -1;
  }
  return virtual_sleep((uint64_t)nanoseconds, GCDC_SITE);
}

GCDC_EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                                struct timespec *rest) {
  if (!GCDC_HOOKED(sleep)) return GCDC_REAL(clock_nanosleep)(clock, flags, duration, rest);
  int64_t nanoseconds;
  if (!gcdc_nanoseconds(duration, &nanoseconds) || nanoseconds < 0) return EINVAL;
  if (flags & TIMER_ABSTIME) {
    int64_t now;
    GCDC_OFF(now = gcdc_now(clock));
    nanoseconds = nanoseconds > now ? nanoseconds - now : 0;
  }
  return virtual_sleep((uint64_t)nanoseconds, GCDC_SITE);
}

GCDC_ENTRY(int, usleep, (useconds_t microseconds), (microseconds), GCDC_HOOKED(sleep),
           return virtual_sleep((uint64_t)microseconds * 1000, GCDC_SITE))

/// A spin lock of CoreFoundation's, which a thread outside the run has for a moment, or, once in a while, one
/// of the run.
GCDC_UNINSTRUMENTED static bool spins(gcdc_site site) {
  static unsigned rounds;
  if (!gcdc_is_run_loop_site(site) || (rounds += 1) % 256 == 0) return false;
  GCDC_REAL(nanosleep)(&(struct timespec){0, 20000}, NULL);
  return true;
}

GCDC_EXPORT unsigned sleep(unsigned seconds) {
  if (!GCDC_HOOKED(sleep)) return GCDC_REAL(sleep)(seconds);
  if (seconds == 0 && spins(GCDC_SITE)) return 0;
  virtual_sleep((uint64_t)seconds * (uint64_t)nanoseconds_per_second, GCDC_SITE);
  return 0;
}

GCDC_EXPORT int sched_yield(void) {
  if (!GCDC_HOOKED(yield)) return GCDC_REAL(sched_yield)();
  GCDC_OFF(gcdc_hook_table.yield(GCDC_SITE));
  return 0;
}
#endif
