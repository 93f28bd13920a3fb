// Licensed under the Apache License, Version 2.0; see LICENSE.
// What a debugger needs: each virtual thread as a real one on its own frames, and a place at which to stop.
#ifndef CGCD_DEBUGGER_H
#define CGCD_DEBUGGER_H
#include "CGCDThread.h"

/// Moves the parked thread itself onto the frames that it was left with, under a name of 15 bytes at most: a
/// debugger finds them there. Until `gcdc_thread_hide` no code may switch to it, recycle it or ask it for a
/// system call. False: it has no frames, or the caller runs on them.
bool gcdc_thread_show(gcdc_thread *_Nonnull thread, const char *_Nonnull name);
/// Takes back what `gcdc_thread_show` did, where it said true.
void gcdc_thread_hide(gcdc_thread *_Nonnull thread);
/// Whether a debugger watches the process.
bool gcdc_debugger_is_there(void);
/// Stops in the debugger that watches the process; where none does, waits until one has come and lets the
/// process continue. A stable name, for breakpoints.
__attribute__((visibility("default"))) void gcdcheck_stop(const char *_Nonnull reason);
#endif
