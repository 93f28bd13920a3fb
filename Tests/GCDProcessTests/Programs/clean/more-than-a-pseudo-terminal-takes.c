// Licensed under the Apache License, Version 2.0; see LICENSE.
// More is written than fits, at once and bit by bit, so that the writer waits for the reader.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

static int master, slave;

static void *reader(void *unused) {
  static char bytes[65536];
  long total = 0;
  ssize_t count;
  while ((count = read(master, bytes, sizeof bytes)) > 0) total += count;
  return (void *)total;
}

int main(void) {
  master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) abort();
  slave = open(ptsname(master), O_RDWR | O_NOCTTY);
  struct termios raw;
  tcgetattr(slave, &raw);
  cfmakeraw(&raw);
  tcsetattr(slave, TCSANOW, &raw);
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  static char bytes[100000];
  memset(bytes, 'x', sizeof bytes);
  if (write(slave, bytes, sizeof bytes) != sizeof bytes) abort();
  for (int number = 0; number < 20; number += 1) {
    struct iovec parts[] = {{bytes, 1000}, {bytes, 500}};
    if (write(slave, bytes, 3000) != 3000 || writev(slave, parts, 2) != 1500) abort();
  }
  close(slave);
  void *total;
  pthread_join(thread, &total);
  return (long)total == 190000 ? 0 : 3;
}
