// Licensed under the Apache License, Version 2.0; see LICENSE.
// The handler may run between the question and the pause.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t has_come;

static void handle(int number) {
  (void)number;
  has_come = 1;
}

static void *send(void *unused) {
  kill(getpid(), SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t sender;
  signal(SIGUSR1, handle);
  pthread_create(&sender, NULL, send, NULL);
  if (!has_come) pause();  // cause
  pthread_join(sender, NULL);
  return 0;
}
