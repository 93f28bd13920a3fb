// Licensed under the Apache License, Version 2.0; see LICENSE.
// Timer descriptors on virtual time: the descriptor stays the kernel's, so that epoll and poll know it, but
// the kernel's timer is set only when the engine says that its time has come.
#include "Descriptors.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include "Deadlines.h"

/// The clock of a timer, as the kernel reports it; -1 for a descriptor that is none.
GCDC_UNINSTRUMENTED static clockid_t clock_of_timer(int descriptor) {
  char path[40], line[128];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", descriptor);
  FILE *file = fopen(path, "re");
  if (file == NULL) return -1;
  int clock = -1;
  while (fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "clockid: %d", &clock) == 1) break;
  }
  fclose(file);
  return clock;
}

GCDC_UNINSTRUMENTED static void store_rest(int descriptor, struct itimerspec *setting) {
  uint64_t rest = 0, interval = 0;
  gcdc_hook_table.timer_rest(descriptor, &rest, &interval);
  setting->it_value.tv_sec = (time_t)(rest / 1000000000);
  setting->it_value.tv_nsec = (long)(rest % 1000000000);
  setting->it_interval.tv_sec = (time_t)(interval / 1000000000);
  setting->it_interval.tv_nsec = (long)(interval % 1000000000);
}

GCDC_UNINSTRUMENTED static int arm(int descriptor, int flags, const struct itimerspec *setting,
                                   struct itimerspec *before, gcdc_site site) {
  int64_t start, interval;
  clockid_t clock = clock_of_timer(descriptor);
  if (clock < 0 || setting == NULL || !gcdc_nanoseconds(&setting->it_value, &start) || start < 0
      || !gcdc_nanoseconds(&setting->it_interval, &interval) || interval < 0) {
    return GCDC_REAL(timerfd_settime)(descriptor, flags, setting, before);
  }
  if (before != NULL) store_rest(descriptor, before);
  uint64_t span = UINT64_MAX;
  if (start > 0 && (flags & TFD_TIMER_ABSTIME)) {
    int64_t now = gcdc_now(clock);
    span = start > now ? (uint64_t)(start - now) : 0;
  } else if (start > 0) {
    span = (uint64_t)start;
  }
  gcdc_hook_table.timer_armed(descriptor, span, (uint64_t)interval, site);
  return 0;
}

GCDC_ENTRY(int, timerfd_settime,
           (int descriptor, int flags, const struct itimerspec *setting, struct itimerspec *before),
           (descriptor, flags, setting, before), GCDC_HOOKED(timer_armed),
           GCDC_RETURN_OFF(arm(descriptor, flags, setting, before, GCDC_SITE)))

GCDC_EXPORT int timerfd_gettime(int descriptor, struct itimerspec *setting) {
  if (!GCDC_HOOKED(timer_rest)) return GCDC_REAL(timerfd_gettime)(descriptor, setting);
  int result = 0;
  uint64_t rest, interval;
  GCDC_OFF({
    if (gcdc_hook_table.timer_rest(descriptor, &rest, &interval)) store_rest(descriptor, setting);
    else result = GCDC_REAL(timerfd_gettime)(descriptor, setting);
  });
  return result;
}

void gcdc_expire_timer(int descriptor) {
  // The past of the boot clock: it expires at once, and poll sees it when the kernel's interrupt has come.
  struct itimerspec at_once = {.it_value = {.tv_sec = 0, .tv_nsec = 1}};
  GCDC_REAL(timerfd_settime)(descriptor, 0, &at_once, NULL);
  gcdc_awaited awaited = {descriptor, POLLIN, 0};
  gcdc_poll_really(&awaited, 1, 1000);
}

void gcdc_quiet_timer(int descriptor) {
  // Setting a timer anew takes back what has expired.
  struct itimerspec never = {0};
  GCDC_REAL(timerfd_settime)(descriptor, 0, &never, NULL);
}
#endif
