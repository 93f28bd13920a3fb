// Licensed under the Apache License, Version 2.0; see LICENSE.
// What is typed into the master comes back by the kernel's echo, while a thread reads lines of the slave.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int master, slave, done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *lines(void *unused) {
  FILE *input = fdopen(slave, "r");
  char line[64];
  for (int number = 0; number < 10; number += 1) {
    if (fgets(line, sizeof line, input) == NULL) abort();
    pthread_mutex_lock(&lock);
    done += 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  if (openpty(&master, &slave, NULL, NULL, NULL) != 0) abort();
  fcntl(master, F_SETFL, O_NONBLOCK);
  pthread_t thread;
  pthread_create(&thread, NULL, lines, NULL);
  long echoed = 0;
  int typed = 0;
  while (echoed < 10 * 7) {
    if (typed < 10 && write(master, "hello\n", 6) == 6) typed += 1;
    struct pollfd ready = {master, POLLIN, 0};
    if (poll(&ready, 1, 5) <= 0) continue;
    char bytes[16];
    ssize_t count = read(master, bytes, sizeof bytes);
    if (count > 0) echoed += count;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(thread, NULL);
  return done == 10 ? 0 : 5;
}
