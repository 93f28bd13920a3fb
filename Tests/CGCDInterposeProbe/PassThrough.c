// Licensed under the Apache License, Version 2.0; see LICENSE.
// The same families with control off: the real library must behave as if we were not there.
#define _GNU_SOURCE
#include "CGCDInterposeProbe.h"

#if GCDC_INTERPOSES
#include "Dispatch.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int failures;

static void check(bool holds, const char *what) {
  if (holds) return;
  failures += 1;
  fprintf(stderr, "pass-through: %s\n", what);
}

static void count_up(void *context) { __atomic_add_fetch((int *)context, 1, __ATOMIC_SEQ_CST); }
static void count_index(void *context, size_t index) {
  __atomic_add_fetch((int *)context, (int)index, __ATOMIC_SEQ_CST);
}

static void check_queues(void) {
  int count = 0;
  int *counter = &count;
  dispatch_queue_t serial = dispatch_queue_create("serial", NULL);
  dispatch_queue_t concurrent = dispatch_queue_create("concurrent", DISPATCH_QUEUE_CONCURRENT);
  dispatch_group_t group = dispatch_group_create();
  dispatch_async_f(serial, counter, count_up);
  dispatch_async(serial, ^{ count_up(counter); });
  dispatch_barrier_async_f(concurrent, counter, count_up);
  dispatch_group_async_f(group, concurrent, counter, count_up);
  dispatch_group_async(group, serial, ^{ count_up(counter); });
  check(dispatch_group_wait(group, DISPATCH_TIME_FOREVER) == 0, "group wait");
  dispatch_sync_f(serial, counter, count_up);
  dispatch_barrier_sync(concurrent, ^{ count_up(counter); });
  dispatch_async_and_wait_f(serial, counter, count_up);
  check(count == 8, "work ran");
  dispatch_apply_f(4, concurrent, counter, count_index);
  check(count == 14, "apply ran");
  dispatch_queue_set_specific(serial, "key", "value", NULL);
  dispatch_sync(serial, ^{
    check(dispatch_get_specific("key") != NULL, "specific");
    check(strcmp(dispatch_queue_get_label(DISPATCH_CURRENT_QUEUE_LABEL), "serial") == 0, "label");
    dispatch_assert_queue(serial);
  });
  dispatch_suspend(serial);
  dispatch_async_f(serial, counter, count_up);
  check(count == 14, "suspended");
  dispatch_resume(serial);
  dispatch_sync(serial, ^{});
  check(count == 15, "resumed");
  dispatch_release(serial);
  dispatch_release(concurrent);
  dispatch_release(group);
}

static void check_waits(void) {
  dispatch_semaphore_t semaphore = dispatch_semaphore_create(0);
  dispatch_after_f(dispatch_time(DISPATCH_TIME_NOW, 1000), dispatch_get_global_queue(0, 0), semaphore,
                   (dispatch_function_t)(void (*)(void))dispatch_semaphore_signal);
  check(dispatch_semaphore_wait(semaphore, DISPATCH_TIME_FOREVER) == 0, "after");
  errno = 0;
  check(dispatch_semaphore_wait(semaphore, DISPATCH_TIME_NOW) == -1, "semaphore timeout");
  check(errno == ETIMEDOUT, "errno of a timeout");
  dispatch_release(semaphore);
  static dispatch_once_t once;
  __block int runs = 0;
  dispatch_once(&once, ^{ runs += 1; });
  dispatch_once_f(&once, NULL, NULL);
  check(runs == 1, "once");
}

static void check_system(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  struct timespec now;
  check(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_trylock(&mutex) == EBUSY, "mutex");
  check(clock_gettime(CLOCK_REALTIME, &now) == 0 && now.tv_sec > 1000000000, "wall clock");
  check(pthread_cond_timedwait(&condition, &mutex, &now) == ETIMEDOUT, "condition timeout");
  check(pthread_mutex_unlock(&mutex) == 0, "unlock");
  uint32_t word = 1;
  errno = 0;
  check(syscall(SYS_futex, &word, 128, 2, NULL) == -1 && errno == EAGAIN, "futex");
  check(syscall(SYS_gettid) == gettid(), "thread id");
  int ends[2];
  char letter = 0;
  check(pipe(ends) == 0 && syscall(SYS_write, ends[1], "x", 1) == 1, "write");
  check(syscall(SYS_pread64, ends[0], &letter, 1, 0) == -1 && errno == ESPIPE, "errno of a system call");
  check(syscall(SYS_read, ends[0], &letter, 1) == 1 && letter == 'x', "read");
  close(ends[0]);
  close(ends[1]);
  // Its clock is up to a tick behind the other one.
  check(time(NULL) >= now.tv_sec - 1, "time");
  struct timespec moment = {.tv_nsec = 1000};
  check(nanosleep(&moment, NULL) == 0, "nanosleep");
}

int probe_pass_through(void) {
  failures = 0;
  check_queues();
  check_waits();
  check_system();
  return failures;
}
#endif
