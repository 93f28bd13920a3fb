// Licensed under the Apache License, Version 2.0; see LICENSE.
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
  sigset_t blocked, before;
  signal(SIGUSR1, handle);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  pthread_create(&sender, NULL, send, NULL);
  while (!has_come) sigsuspend(&before);
  pthread_join(sender, NULL);
  return 0;
}
