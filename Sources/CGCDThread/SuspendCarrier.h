// Licensed under the Apache License, Version 2.0; see LICENSE.
// Holding the carrier in a signal handler while another thread looks at it.
#ifndef GCDC_SUSPEND_CARRIER_H
#define GCDC_SUSPEND_CARRIER_H
#include "CGCDThread.h"

/// On the carrier: chooses a signal, installs its handler and unblocks it (threads of a pool block all);
/// idempotent.
bool gcdc_carrier_can_be_suspended(void);
/// Interrupts the thread and keeps it in a signal handler; false when it did not answer within half a second.
bool gcdc_suspend_carrier(int thread_id, gcdc_registers *_Nonnull registers);
/// Resumes it.
void gcdc_resume_carrier(void);
#endif
