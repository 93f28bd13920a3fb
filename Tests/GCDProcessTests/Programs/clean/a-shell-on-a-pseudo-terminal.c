// Licensed under the Apache License, Version 2.0; see LICENSE.
// A thread reads what a child writes to its terminal.
#define _GNU_SOURCE
#include <pthread.h>
#include <pty.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int master;
static long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *unused) {
  char bytes[512];
  ssize_t count;
  while ((count = read(master, bytes, sizeof bytes)) > 0) {
    pthread_mutex_lock(&lock);
    total += count;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pid_t child = forkpty(&master, NULL, NULL, NULL);
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "for number in 1 2 3 4 5; do echo line $number; done", NULL);
    _exit(9);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  int status;
  waitpid(child, &status, 0);
  pthread_join(thread, NULL);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 && total == 5 * 8 ? 0 : 4;
}
