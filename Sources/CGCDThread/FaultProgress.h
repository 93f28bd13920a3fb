// Licensed under the Apache License, Version 2.0; see LICENSE.
// What the watchdog knows about a crash that is being reported to the engine.
#ifndef GCDC_FAULT_PROGRESS_H
#define GCDC_FAULT_PROGRESS_H

/// The signal whose callback runs; 0: none. A callback that hangs (it runs in the middle of a crashed
/// program) is ended by the watchdog, with the process.
extern _Atomic int gcdc_fault_signal;
#endif
