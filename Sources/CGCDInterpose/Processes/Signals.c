// Licensed under the Apache License, Version 2.0; see LICENSE.
// Signals that sources of a run watch: those that the run sends itself go to the model, those that come from
// outside are counted by a handler of ours.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <stdatomic.h>

enum { gcdc_signals = 64 };
static _Atomic uint64_t arrived;
/// Written between the first catch and the last leave of a run, on the carrier.
static struct sigaction former[gcdc_signals];
static uint64_t caught;

static void note_signal(int number) { atomic_fetch_or(&arrived, 1ull << (number & 63)); }

void gcdc_catch_signal(int number) {
  if (number <= 0 || number >= gcdc_signals || caught & 1ull << number) return;
  struct sigaction ours = {.sa_handler = note_signal, .sa_flags = SA_RESTART | SA_ONSTACK};
  if (sigaction(number, &ours, &former[number]) == 0) caught |= 1ull << number;
}

uint64_t gcdc_collect_signals(void) {
  if (__builtin_expect(atomic_load_explicit(&arrived, memory_order_relaxed) == 0, true)) return 0;
  return atomic_exchange(&arrived, 0);
}

void gcdc_restore_signals(void) {
  for (int number = 1; caught != 0 && number < gcdc_signals; number += 1) {
    if (caught & 1ull << number) sigaction(number, &former[number], NULL);
    caught &= ~(1ull << number);
  }
  if (atomic_load_explicit(&arrived, memory_order_relaxed) != 0) atomic_store(&arrived, 0);
}

void gcdc_raise_really(int number) { GCDC_REAL(raise)(number); }

/// The group of the process has the serving process in it, too, which the program does not know of: a
/// signal for the group is one for this process and for those that it has started.
GCDC_UNINSTRUMENTED static void signal_children(int number) {
  FILE *list = fopen("/proc/thread-self/children", "re");
  if (list == NULL) return;
  int child;
  while (fscanf(list, "%d", &child) == 1) {
    if (getpgid(child) == getpgrp()) GCDC_REAL(kill)(child, number);
  }
  fclose(list);
}

/// True when the signal went to sources of the run.
GCDC_UNINSTRUMENTED static bool is_taken_by_run(int number, gcdc_site site) {
  if (number <= 0 || number >= gcdc_signals) return false;
  GCDC_RETURN_OFF(gcdc_hook_table.signal_sent(number, site));
}

GCDC_EXPORT int kill(pid_t process, int number) {
  if (!GCDC_HOOKED(signal_sent)) return GCDC_REAL(kill)(process, number);
  bool is_group = process == 0 || (process < -1 && -process == getpgrp());
  if (is_group) GCDC_OFF(signal_children(number));
  if (is_group) process = getpid();
  if (process == getpid() && is_taken_by_run(number, GCDC_SITE)) return 0;
  if (process != getpid()) gcdc_before_effect();
  // Another process may answer, or end.
  if (process != getpid() && GCDC_HOOKED(descriptors_shared)) GCDC_OFF(gcdc_hook_table.descriptors_shared());
  return GCDC_REAL(kill)(process, number);
}

GCDC_ENTRY(int, killpg, (int group, int number), (group, number),
           GCDC_HOOKED(signal_sent) && group >= 0 && group != 1, return kill(-group, number))

GCDC_EXPORT int raise(int number) {
  if (GCDC_HOOKED(signal_sent) && is_taken_by_run(number, GCDC_SITE)) return 0;
  return GCDC_REAL(raise)(number);
}

GCDC_EXPORT int pthread_kill(pthread_t thread, int number) {
  if (GCDC_HOOKED(signal_sent) && is_taken_by_run(number, GCDC_SITE)) return 0;
  // The thread whose identity it is stays parked, with all signals blocked: its handlers run on the carrier.
  gcdc_thread_facts facts;
  bool is_ours = false;
  if (GCDC_HOOKED(thread_facts)) GCDC_OFF(is_ours = gcdc_hook_table.thread_facts(thread, &facts) == 0);
  if (is_ours && number > 0 && number < gcdc_signals) return GCDC_REAL(raise)(number) == 0 ? 0 : EINVAL;
  return GCDC_REAL(pthread_kill)(thread, number);
}

GCDC_EXPORT int sigqueue(pid_t process, int number, const union sigval value) {
  if (GCDC_HOOKED(signal_sent) && process == getpid() && is_taken_by_run(number, GCDC_SITE)) return 0;
  return GCDC_REAL(sigqueue)(process, number, value);
}

GCDC_EXPORT unsigned alarm(unsigned seconds) {
  if (!GCDC_HOOKED(alarm_set)) return GCDC_REAL(alarm)(seconds);
  uint64_t rest;
  GCDC_OFF({
    uint64_t start = seconds == 0 ? UINT64_MAX : (uint64_t)seconds * 1000000000;
    rest = gcdc_hook_table.alarm_set(start, 0, GCDC_SITE);
  });
  return (unsigned)((rest + 999999999) / 1000000000);
}

static uint64_t span_of_value(const struct timeval *time) {
  return (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_usec * 1000;
}

GCDC_EXPORT int setitimer(__itimer_which_t kind, const struct itimerval *setting, struct itimerval *before) {
  if (!GCDC_HOOKED(alarm_set) || kind != ITIMER_REAL || setting == NULL) {
    return GCDC_REAL(setitimer)((int)kind, setting, before);
  }
  GCDC_OFF({
    uint64_t span = span_of_value(&setting->it_value);
    uint64_t rest = gcdc_hook_table.alarm_set(
        span == 0 ? UINT64_MAX : span, span_of_value(&setting->it_interval), GCDC_SITE);
    if (before != NULL) {
      *before = (struct itimerval){.it_value = {.tv_sec = (time_t)(rest / 1000000000),
                                                .tv_usec = (suseconds_t)(rest % 1000000000 / 1000)}};
    }
  });
  return 0;
}
#endif
