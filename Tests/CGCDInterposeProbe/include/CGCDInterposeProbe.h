// Licensed under the Apache License, Version 2.0; see LICENSE.
// Hooks that write down what arrives, and calls from C for every interposed family.
#ifndef CGCD_INTERPOSE_PROBE_H
#define CGCD_INTERPOSE_PROBE_H
#include "CGCDInterpose.h"

/// Empties the record and installs hooks that write one line per call and then do the simplest thing that is
/// right: work runs at once on the calling thread. The hooks installed before are kept.
void probe_begin(void);
/// Puts the former hooks back and returns the record.
const char *_Nonnull probe_end(void);
/// The hooks whose result says "handled" answer so from now on; at the beginning they do not.
void probe_handle(bool handled);
/// Adds a line.
void probe_write(const char *_Nonnull format, ...) __attribute__((format(printf, 1, 2)));
/// The same for callers that cannot pass a list of arguments.
static inline void probe_note(const char *_Nonnull line) { probe_write("%s", line); }
/// The name that the record uses for an address; "-" for NULL, "?" when unknown.
void probe_name(const void *_Nullable address, const char *_Nonnull name);
const char *_Nonnull probe_name_of(const void *_Nullable address);

// Each makes its calls with control on, between probe_begin and probe_end.
void probe_queues(void);
void probe_submissions(void);
void probe_apply(void);
void probe_work_items(void);
void probe_groups(void);
void probe_semaphores(void);
void probe_lifetime(void);
void probe_sources(void);
void probe_once(void);
void probe_mutexes(void);
void probe_conditions(void);
void probe_files(void);
void probe_system_calls(void);
void probe_clocks(void);
void probe_sleeps(void);
void probe_entropy(void);
void probe_processors(void);
void probe_threads(void);

/// Runs every family with control off on the real library; returns the number of checks that failed.
int probe_pass_through(void);
/// Lets the C library call itself and a callback; returns how many of the return addresses are mistaken.
int probe_library_calls(void);
#endif
