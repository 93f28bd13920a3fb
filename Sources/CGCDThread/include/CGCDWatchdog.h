// Licensed under the Apache License, Version 2.0; see LICENSE.
// A real thread that notices a carrier that makes no step.
#ifndef CGCD_WATCHDOG_H
#define CGCD_WATCHDOG_H
#include "CGCDThread.h"

/// A run that makes no steps.
typedef struct {
  uint64_t step;             // the step counter, unchanged for `milliseconds`
  uint32_t milliseconds;
  bool is_blocked;           // the carrier sleeps in the kernel; false: it computes
  bool has_registers;        // false: the carrier did not answer (signals blocked, or stuck in the kernel)
  gcdc_registers registers;  // pc is the instruction itself, not a return address
} gcdc_stall;

/// Runs on the watchdog's own thread while the carrier is held in a signal handler; when it returns, the
/// carrier continues and the time starts anew. It is expected to report and to end the process.
typedef void (*gcdc_stall_handler)(const gcdc_stall *_Nonnull stall);

/// Starts the watchdog thread (once) and makes the caller the carrier that is watched. The time counts while
/// armed without a change of `*steps`, in ticks that a stopped or starved process does not make. 0
/// milliseconds: never.
bool gcdc_watchdog_start(const volatile uint64_t *_Nonnull steps, uint32_t milliseconds,
                         gcdc_stall_handler _Nonnull handler);
/// Runs on the watchdog's own thread, while the carrier runs.
typedef void (*gcdc_late_handler)(void);
/// Called once for a run that is to end (CGCDRunCut.h) and has not made a step for a second.
void gcdc_watchdog_on_late(gcdc_late_handler _Nonnull handler);
/// Arms or disarms; one store.
void gcdc_watchdog_arm(bool armed);
/// Whether its thread is one of this process, which may be a copy of the one that has it.
bool gcdc_watchdog_runs_here(void);
/// The memory that its thread works with, which has all its thread-local state; false where that is not
/// known.
bool gcdc_watchdog_stack(uintptr_t *_Nonnull low, uintptr_t *_Nonnull high);
#endif
