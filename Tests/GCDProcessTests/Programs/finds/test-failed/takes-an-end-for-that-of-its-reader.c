// Licensed under the Apache License, Version 2.0; see LICENSE.
// What a child has written may not have reached the thread that reads it when its end is known.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long count;

static void *read_all(void *end) {
  char buffer[64];
  for (;;) {
    long piece = read(*(int *)end, buffer, sizeof buffer);
    if (piece <= 0) return NULL;
    pthread_mutex_lock(&mutex);
    count += piece;
    pthread_mutex_unlock(&mutex);
  }
}

int main(void) {
  int ends[2];
  if (pipe(ends) != 0) return 2;
  pid_t child = fork();
  if (child == 0) {
    dprintf(ends[1], "hello");
    _exit(0);
  }
  close(ends[1]);
  pthread_t reader;
  pthread_create(&reader, NULL, read_all, &ends[0]);
  waitpid(child, NULL, 0);
  pthread_mutex_lock(&mutex);
  int status = count == 5 ? 0 : 1;
  pthread_mutex_unlock(&mutex);
  return status;
}
