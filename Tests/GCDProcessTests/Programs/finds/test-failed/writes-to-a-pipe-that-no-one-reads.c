// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  close(ends[0]);
  write(ends[1], "word", 4);
  return 0;
}
