// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <errno.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  signal(SIGPIPE, SIG_IGN);
  if (pipe(ends) != 0) return 1;
  close(ends[0]);
  return write(ends[1], "word", 4) == -1 && errno == EPIPE ? 0 : 1;
}
