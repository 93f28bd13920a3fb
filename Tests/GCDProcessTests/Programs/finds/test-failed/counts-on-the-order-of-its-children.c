// Licensed under the Apache License, Version 2.0; see LICENSE.
// Which of two processes that have ended a wait is given first is not said anywhere.
// says: number 2 of those that have ended
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t first = fork();
  if (first == 0) _exit(0);
  if (fork() == 0) _exit(0);
  int is_first = wait(NULL) == first;
  wait(NULL);
  return is_first ? 0 : 1;
}
