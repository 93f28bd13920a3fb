// Licensed under the Apache License, Version 2.0; see LICENSE.
// Many programs in one file: the first argument says which of them it is.
#ifndef CASES_H
#define CASES_H
#include <dispatch/dispatch.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dispatch_queue_t serial, concurrent;
static dispatch_group_t group;
static int runs;  // of what the case does
__attribute__((unused)) static void count(void *unused) { (void)unused, __atomic_fetch_add(&runs, 1, 5); }

#define CASE(name) static int name(void)
#define EACH(name) if (strcmp(arguments[1], #name) == 0) return name();
#define MAIN(each) \
  int main(int number, char **arguments) { \
    if (number != 2) return 64; \
    serial = dispatch_queue_create("serial", NULL); \
    concurrent = dispatch_queue_create("concurrent", DISPATCH_QUEUE_CONCURRENT); \
    group = dispatch_group_create(); \
    each \
    return 64; \
  }
#endif
