// Licensed under the Apache License, Version 2.0; see LICENSE.
// The least debugger. "tracer PROGRAM ARGUMENTS…" runs a program, counts its traps, lets it go on behind
// each, and prints how often it stopped and how it ended. "tracer -p PID" attaches to a process and lets it
// go on.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count < 2) return 64;
  if (strcmp(arguments[1], "-p") == 0) {
    pid_t process = (pid_t)atoi(arguments[2]);
    if (ptrace(PTRACE_SEIZE, process, 0, 0) != 0) {
      perror("PTRACE_SEIZE");
      return 1;
    }
    int status = 0;
    while (waitpid(process, &status, __WALL) == process && WIFSTOPPED(status)) {
      int signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
      ptrace(PTRACE_CONT, process, 0, (long)signal);
    }
    return 0;
  }
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execv(arguments[1], arguments + 1);
    _exit(127);
  }
  int traps = -1;  // the first one is that of exec
  int status = 0;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    int signal = WSTOPSIG(status);
    if (signal == SIGTRAP) traps += 1;
    ptrace(PTRACE_CONT, child, 0, (long)(signal == SIGTRAP ? 0 : signal));
  }
  fprintf(stderr, "tracer: %d traps, exit %d\n", traps, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  return 0;
}
