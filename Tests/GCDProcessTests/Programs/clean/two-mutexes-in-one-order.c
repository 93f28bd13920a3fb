// Licensed under the Apache License, Version 2.0; see LICENSE.
// Threads only: the program does not know Dispatch.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *unused) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, forwards, NULL);
  forwards(NULL);
  pthread_join(thread, NULL);
  return 0;
}
