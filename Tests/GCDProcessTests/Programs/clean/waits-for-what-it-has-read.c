// Licensed under the Apache License, Version 2.0; see LICENSE.
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
  char buffer[4096];
  while (read(ends[0], buffer, sizeof buffer) > 0) continue;
  return waitpid(child, NULL, 0) == child ? 0 : 1;
}
