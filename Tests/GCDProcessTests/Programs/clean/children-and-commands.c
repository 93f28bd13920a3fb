// Licensed under the Apache License, Version 2.0; see LICENSE.
// Children that are waited for, commands that are run, a pipe that a child fills.
#include <dispatch/dispatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  dispatch_group_t group = dispatch_group_create();
  dispatch_queue_t queue = dispatch_get_global_queue(0, 0);
  __block int first = -1, second = -1;
  pid_t one = fork();
  if (one == 0) _exit(1);
  pid_t two = fork();
  if (two == 0) _exit(2);
  dispatch_group_async(group, queue, ^{ waitpid(one, &first, 0); });
  dispatch_group_async(group, queue, ^{ waitpid(two, &second, 0); });
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
  if (WEXITSTATUS(first) != 1 || WEXITSTATUS(second) != 2) return 1;
  if (system("exit 7") != 7 << 8) return 2;
  FILE *stream = popen("echo hello", "r");
  char line[32];
  if (fgets(line, sizeof line, stream) == NULL || strcmp(line, "hello\n") != 0) return 3;
  return pclose(stream);
}
