// Licensed under the Apache License, Version 2.0; see LICENSE.
// All signals are blocked while a stack is taken, once for the whole stack.
#ifndef GCDC_SIGNAL_MASK_H
#define GCDC_SIGNAL_MASK_H
#include <signal.h>

/// libunwind blocks all signals around each of its locks, which is two system calls for a frame. Between
/// these two calls it need not.
void gcdc_block_signals(sigset_t *before);
void gcdc_unblock_signals(const sigset_t *before);
#endif
