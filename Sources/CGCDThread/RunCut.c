// Licensed under the Apache License, Version 2.0; see LICENSE.
// Ending a run from outside of it. Nothing here stops a thread: the engine is made to look up at its next
// step, and it ends the run there.
#define _GNU_SOURCE
#include "CGCDRunCut.h"

#include "BorrowedThread.h"
#if GCDC_SUPPORTED
#include <stdatomic.h>
#include <time.h>

#include "SystemCall.h"

static _Atomic bool asked;
static _Atomic uint64_t deadline = UINT64_MAX;
/// The engine's own variable, which it writes as well: a store that is lost is made again by the next tick of
/// the watchdog, and by the engine's own look, which comes each thousand steps.
static int64_t *_Atomic next_look;

GCDC_PLAIN static void look_up(void) {
  int64_t *look = atomic_load(&next_look);
  if (look) *(volatile int64_t *)look = 0;
}

GCDC_PLAIN void gcdc_cut_runs(void) {
  atomic_store(&asked, true);
  look_up();
}

GCDC_PLAIN bool gcdc_runs_are_cut(void) { return atomic_load_explicit(&asked, memory_order_relaxed); }

GCDC_PLAIN void gcdc_cut_watch(int64_t *look) { atomic_store(&next_look, look); }

GCDC_PLAIN void gcdc_cut_at(uint64_t deadline_ns) { atomic_store(&deadline, deadline_ns); }

GCDC_PLAIN bool gcdc_cut_tick(void) {
  bool is_over = gcdc_runs_are_cut();
  uint64_t limit = atomic_load_explicit(&deadline, memory_order_relaxed);
  if (!is_over && limit != UINT64_MAX) {
    struct timespec now;
    gcdc_raw(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&now, 0, 0, 0, 0);
    is_over = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec >= limit;
  }
  if (is_over) look_up();
  return is_over;
}
#endif
