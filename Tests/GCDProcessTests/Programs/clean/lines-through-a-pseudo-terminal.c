// Licensed under the Apache License, Version 2.0; see LICENSE.
// A thread reads what another one writes to a pseudo-terminal; the kernel decides how many reads that takes.
#define _GNU_SOURCE
#include <pthread.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

static int master, slave, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *reader(void *unused) {
  char bytes[4096];
  ssize_t count;
  while ((count = read(master, bytes, sizeof bytes)) > 0) {
    pthread_mutex_lock(&lock);
    total += (int)count;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  struct termios raw;
  if (openpty(&master, &slave, NULL, NULL, NULL) != 0) abort();
  tcgetattr(slave, &raw);
  cfmakeraw(&raw);
  tcsetattr(slave, TCSANOW, &raw);
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  int written = 0;
  for (int number = 0; number < 40; number += 1) {
    char line[32];
    int length = snprintf(line, sizeof line, "line %d of many\n", number);
    if (write(slave, line, length) != length) abort();
    written += length;
  }
  pthread_mutex_lock(&lock);
  while (total < written) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  close(slave);
  pthread_join(thread, NULL);
  return 0;
}
