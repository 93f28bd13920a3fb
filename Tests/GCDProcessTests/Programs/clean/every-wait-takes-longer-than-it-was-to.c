// Licensed under the Apache License, Version 2.0; see LICENSE.
// A real clock never reads exactly what a wait was to last until, and programs rely on it.
#include <dispatch/dispatch.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static void must_be_more(long long start, long long wanted) {
  if (now() - start <= wanted) exit(3);
}

static void sleeps(void *unused) {
  (void)unused;
  long long start = now();
  usleep(5000);
  must_be_more(start, 5000000);
}

static long long submitted;

static void is_late(void *unused) {
  (void)unused;
  must_be_more(submitted, 20000000);
}

int main(void) {
  dispatch_group_t group = dispatch_group_create();
  dispatch_queue_t global = dispatch_get_global_queue(0, 0);
  for (int i = 0; i < 3; i++) dispatch_group_async_f(group, global, NULL, sleeps);
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);

  long long start = now();
  dispatch_semaphore_t never = dispatch_semaphore_create(0);
  if (dispatch_semaphore_wait(never, dispatch_time(DISPATCH_TIME_NOW, 7000000)) == 0) return 4;
  must_be_more(start, 7000000);

  submitted = now();
  dispatch_after_f(dispatch_time(DISPATCH_TIME_NOW, 20000000), global, NULL, is_late);
  usleep(50000);
  return 0;
}
