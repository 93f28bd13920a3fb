// Licensed under the Apache License, Version 2.0; see LICENSE.
// One line per failed check; the exit status says whether there was one.
#ifndef GCDC_TEST_CHECK_H
#define GCDC_TEST_CHECK_H
#include <stdio.h>

static int checks_made, checks_failed;

__attribute__((unused)) static void check(int holds, const char *what, int line) {
  checks_made += 1;
  if (holds) return;
  checks_failed += 1;
  printf("line %d: not so: %s\n", line, what);
}
#define CHECK(condition) check((condition) != 0, #condition, __LINE__)

__attribute__((unused)) static int checks_end(void) {
  printf("%d checks, %d failed\n", checks_made, checks_failed);
  return checks_failed != 0;
}
#endif
