// Licensed under the Apache License, Version 2.0; see LICENSE.
// The reader takes the two locks in the other order as soon as a byte has come.
#define _GNU_SOURCE
#include <pthread.h>
#include <pty.h>
#include <stdlib.h>
#include <unistd.h>

static int master, slave;
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *unused) {
  char byte;
  if (read(master, &byte, 1) != 1) abort();
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return unused;
}

int main(void) {
  if (openpty(&master, &slave, NULL, NULL, NULL) != 0) abort();
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  pthread_mutex_lock(&second);
  if (write(slave, "x", 1) != 1) abort();
  usleep(1000);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  pthread_join(thread, NULL);
  return 0;
}
