// Licensed under the Apache License, Version 2.0; see LICENSE.
// The start of a program that gcdcheck was preloaded into.
#ifndef CGCD_PRELOAD_H
#define CGCD_PRELOAD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Defined in Swift, by the target that this one is made for; called before anything of the program has run.

/// The process is to wait for requests on this descriptor; returns the one that it is moved to. -1: it cannot
/// serve, and has said so there.
int gcdc_preload_open(int channel);
/// Whether a line is no request, but something for all that follow; it has been read then.
bool gcdc_preload_keep(const char *_Nonnull line, size_t length);
/// In the process that was made for the request.
void gcdc_preload_begin(const char *_Nonnull request, size_t length);
/// Runs the block, which is the whole program, under control; `entry` is the address of its `main`.
_Noreturn void gcdc_preload_run(void *_Nonnull block, uintptr_t entry);
#endif
