// Licensed under the Apache License, Version 2.0; see LICENSE.
// The start of a program that gcdcheck was preloaded into.
#ifndef CGCD_PRELOAD_H
#define CGCD_PRELOAD_H
#include <stdbool.h>
#include <stdint.h>

// Defined in Swift, by the target that this one is made for; called before anything of the program has run.

/// The process waits for orders on this descriptor from now on. False: it cannot serve, and has said so
/// there.
bool gcdc_preload_open(int channel);
/// Waits for an order; false when no more come.
bool gcdc_preload_next(void);
/// In the process that was made for the order.
void gcdc_preload_begin(void);
/// In the serving process: the other one is gone, with this status of waitpid.
void gcdc_preload_ended(int status);
/// Runs the block, which is the whole program, under control; `entry` is the address of its `main`.
_Noreturn void gcdc_preload_run(void *_Nonnull block, uintptr_t entry);
#endif
