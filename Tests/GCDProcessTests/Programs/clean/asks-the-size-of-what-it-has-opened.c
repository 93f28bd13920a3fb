// Licensed under the Apache License, Version 2.0; see LICENSE.
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
  FILE *file = fopen(path, "r");
  struct stat facts;
  fstat(fileno(file), &facts);
  char text[32];
  size_t size = fread(text, 1, sizeof text, file);
  fclose(file);
  pthread_join(thread, NULL);
  unlink(path);
  return size == (size_t)facts.st_size ? 0 : 1;
}
