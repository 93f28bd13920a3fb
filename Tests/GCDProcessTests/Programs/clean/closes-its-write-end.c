// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *write_a_word(void *unused) {
  (void)unused;
  if (write(ends[1], "word", 4) != 4) return NULL;
  close(ends[1]);
  return NULL;
}

int main(void) {
  pthread_t writer;
  if (pipe(ends) != 0) return 1;
  pthread_create(&writer, NULL, write_a_word, NULL);
  char text[16];
  while (read(ends[0], text, sizeof text) > 0) {
  }
  pthread_join(writer, NULL);
  return 0;
}
