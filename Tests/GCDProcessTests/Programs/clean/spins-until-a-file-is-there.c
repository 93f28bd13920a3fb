// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/gcdcheck-XX" "XX" "XX", path[64];

static void *make(void *unused) {
  usleep(5000);
  fclose(fopen(path, "w"));
  return unused;
}

int main(void) {
  snprintf(path, sizeof path, "%s/ready", mkdtemp(folder));
  pthread_t thread;
  pthread_create(&thread, NULL, make, NULL);
  while (access(path, F_OK) != 0) {}
  pthread_join(thread, NULL);
  unlink(path);
  return rmdir(folder);
}
