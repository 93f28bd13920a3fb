// Licensed under the Apache License, Version 2.0; see LICENSE.
// The start of a program that gcdcheck was preloaded into.
#ifndef CGCD_PRELOAD_H
#define CGCD_PRELOAD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Defined in Swift, by the target that this one is made for; called before anything of the program has run.

/// Prepares the process, which is then copied for each that serves; it talks to the tool on this descriptor.
/// Returns the one that it is moved to. -1: none can serve, which has been said there.
int gcdc_preload_prepare(int channel);
/// The process is to wait for requests on this descriptor; returns the one that it is moved to. -1: the tool
/// is gone.
int gcdc_preload_open(int channel);
/// Whether a line is no request, but something for all that follow; it has been read then.
bool gcdc_preload_keep(const char *_Nonnull line, size_t length);
/// In the process that was made for the request; `is_shared`: at its first choice it is to call
/// `gcdc_preload_share`.
void gcdc_preload_begin(const char *_Nonnull request, size_t length, bool is_shared);
/// Runs the block, which is the whole program, under control; `entry` is the address of its `main`.
_Noreturn void gcdc_preload_run(void *_Nonnull block, uintptr_t entry);

/// In a copy of the process, first of all.
void gcdc_preload_copied(void);

// Defined in C.

/// Serves the request that the process was made for, and those that follow, from here: returns in a copy of
/// the process for each of them, with its text, which stays as it is.
///
/// - Parameter threads: that the process has, by what we know; 0: it cannot be copied. Where it is another
///   number, or another process could see that it was copied, the process ends, and each schedule gets one of
///   its own from its beginning.
const char *_Nonnull gcdc_preload_share(size_t threads, size_t *_Nonnull length);
/// The schedule is over, and its answer sent: executes the next one in this process, if there is one and the
/// process can be made what it was; returns where it has to end.
///
/// - Parameter flushes: The streams of the C library are flushed as at an exit.
void gcdc_preload_return(bool flushes);
#endif
