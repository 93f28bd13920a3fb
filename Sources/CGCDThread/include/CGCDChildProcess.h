// Licensed under the Apache License, Version 2.0; see LICENSE.
// A program of the tool's own that the program under test never notices: no SIGCHLD, no child to wait for.
#ifndef CGCD_CHILD_PROCESS_H
#define CGCD_CHILD_PROCESS_H
#include <stdbool.h>
#include <stdint.h>

/// A running program.
typedef struct {
  int process;     // its id
  int descriptor;  // its pidfd, which stays right when the id is used again; -1 on a kernel without
  int socket;      // our end of its standard input and output
} gcdc_child;

/// Starts a program with a new socket as its standard input and output and /dev/null as its standard error.
/// Signals have their default actions in it. Both descriptors of ours are close-on-exec. 0, or -errno.
int gcdc_child_start(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                     char *_Nullable const *_Nonnull environment, gcdc_child *_Nonnull out);
/// The same by fork, for which the former calls it where nothing else is to be had; for tests.
int gcdc_child_start_by_fork(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                             char *_Nullable const *_Nonnull environment, gcdc_child *_Nonnull out);
/// Closes the socket, kills the program if it still runs and waits, a second at most, until it has ended.
void gcdc_child_end(gcdc_child child);
#endif
