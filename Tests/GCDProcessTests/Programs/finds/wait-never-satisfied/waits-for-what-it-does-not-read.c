// Licensed under the Apache License, Version 2.0; see LICENSE.
// says: process 'seq', which this program has started, waits itself: the pipe that it writes to is full
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execlp("seq", "seq", "1", "100000", (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  waitpid(child, NULL, 0);  // cause
  char byte;
  return read(ends[0], &byte, 1) == 1 ? 0 : 1;
}
