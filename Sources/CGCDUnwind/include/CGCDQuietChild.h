// Licensed under the Apache License, Version 2.0; see LICENSE.
// A child process that the program under test never notices: no SIGCHLD, invisible to its wait and waitpid.
#ifndef CGCD_QUIET_CHILD_H
#define CGCD_QUIET_CHILD_H
#include <stdbool.h>
#include <stdint.h>

/// Starts a program with a new socket as its standard input and output and /dev/null as its standard error.
/// Signals have their default actions in it. Returns its process id, or -errno; `socket_out` is our close-on-exec end.
int gcdc_child_start(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                     char *_Nullable const *_Nonnull environment, int *_Nonnull socket_out);
/// Kills the child if it still lives, waits for its end and closes the socket.
void gcdc_child_end(int process, int socket);
#endif
