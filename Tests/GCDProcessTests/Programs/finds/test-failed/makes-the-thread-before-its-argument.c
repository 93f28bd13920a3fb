// Licensed under the Apache License, Version 2.0; see LICENSE.
// The thread may read what is written behind the call that makes it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *name;

static void *work(void *unused) {
  if (!name) {
    fprintf(stderr, "the thread has no name\n");
    abort();
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL); // cause
  name = "loader";
  pthread_join(thread, NULL);
  return 0;
}
