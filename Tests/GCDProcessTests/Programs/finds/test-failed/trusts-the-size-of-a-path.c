// Licensed under the Apache License, Version 2.0; see LICENSE.
// The path may name another file when it is opened than when it was asked for.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/gcdcheck-XX" "XX" "XX", next[] = "/tmp/gcdcheck-XX" "XX" "XX";

static void *replace(void *unused) {
  FILE *file = fopen(next, "w");
  fputs("a longer text", file);
  fclose(file);
  rename(next, path);
  return unused;
}

int main(void) {
  close(mkstemp(path));
  close(mkstemp(next));
  pthread_t thread;
  pthread_create(&thread, NULL, replace, NULL);
  struct stat facts;
  stat(path, &facts);
  char text[32];
  FILE *file = fopen(path, "r");
  size_t size = fread(text, 1, sizeof text, file);
  fclose(file);
  pthread_join(thread, NULL);
  unlink(path);
  return size == (size_t)facts.st_size ? 0 : 1;
}
