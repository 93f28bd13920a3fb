// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int sum = 0, status;
  for (int number = 1; number <= 3; number += 1) {
    if (fork() == 0) _exit(number);
  }
  while (waitpid(-1, &status, 0) > 0) sum += WEXITSTATUS(status);
  return sum == 6 ? 0 : 1;
}
