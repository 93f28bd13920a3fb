// Licensed under the Apache License, Version 2.0; see LICENSE.
// What whole programs do besides: loads of threads and blocks, memory, exits, libraries, clocks, streams.
// Each case is one program; the table of verdicts says what has to be said about it.
#include <dispatch/dispatch.h>
#include "cases.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static void *counts(void *it) {
  pthread_mutex_lock(&mutex);
  runs++;
  pthread_mutex_unlock(&mutex);
  return it;
}
static int runs_so_far(void) {
  pthread_mutex_lock(&mutex);
  int result = runs;
  pthread_mutex_unlock(&mutex);
  return result;
}
static void wait_for_all(void) { dispatch_group_wait(group, DISPATCH_TIME_FOREVER); }

CASE(does_nothing) { return 0; }
CASE(many_threads) {
  pthread_t threads[200];
  for (int i = 0; i < 200; i++) pthread_create(&threads[i], NULL, counts, NULL);
  for (int i = 0; i < 200; i++) pthread_join(threads[i], NULL);
  return runs != 200;
}
CASE(detached_threads) {
  pthread_t thread;
  for (int i = 0; i < 20; i++) pthread_create(&thread, NULL, counts, NULL), pthread_detach(thread);
  for (int done = 0; done < 20; usleep(1000)) done = runs_so_far();
  return 0;
}
CASE(many_blocks) {
  for (int i = 0; i < 2000; i++) dispatch_group_async_f(group, i % 2 ? serial : concurrent, NULL, count);
  return wait_for_all(), runs != 2000;
}
CASE(much_memory) {
  char *space = malloc(1ul << 32);
  return space == NULL || (space[1ul << 31] = 1) != 1 || (free(space), 0);
}
static int deep(int level) {
  volatile char frame[1024];
  frame[0] = (char)level;
  return level == 0 ? frame[0] : deep(level - 1) + frame[0] * 0;
}
CASE(deep_recursion) { return deep(2000); }
CASE(loads_libraries) {
  for (int i = 0; i < 20; i++) {
    void *library = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    double (*root)(double) = (double (*)(double))dlsym(library, "sqrt");
    if (root(4) != 2) return 2;
    dlclose(library);
  }
  return 0;
}
static void at_end(void) { dispatch_sync_f(serial, NULL, count); }
CASE(uses_queues_at_exit) { return atexit(at_end); }
CASE(yields) {
  pthread_t thread;
  pthread_create(&thread, NULL, counts, NULL);
  for (int done = 0; !done; sched_yield()) done = runs_so_far();
  return pthread_join(thread, NULL);
}
CASE(reads_its_input) { return getchar() != EOF; }
CASE(writes_much) {
  for (int i = 0; i < 20000; i++) printf("line %d\n", i);
  return 0;
}
CASE(sleeps) { return sleep(3600) != 0; }
CASE(waits_for_a_day) { return nanosleep(&(struct timespec){86400, 0}, NULL); }
CASE(polls_a_timer) {
  int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  timerfd_settime(timer, 0, &(struct itimerspec){{0, 0}, {5, 0}}, NULL);
  uint64_t expirations;
  struct pollfd asked = {timer, POLLIN, 0};
  return poll(&asked, 1, -1) != 1 || read(timer, &expirations, 8) != 8 || expirations != 1;
}
CASE(waits_by_epoll) {
  int set = epoll_create1(0), event = eventfd(0, 0);
  epoll_ctl(set, EPOLL_CTL_ADD, event, &(struct epoll_event){.events = EPOLLIN});
  uint64_t one = 1;
  if (write(event, &one, 8) != 8) return 2;
  return epoll_wait(set, &(struct epoll_event){0}, 1, -1) != 1;
}
static int ends[2];
static void *writes(void *it) { return write(ends[1], "x", 1) == 1 ? it : NULL; }
CASE(reads_from_a_thread) {
  pthread_t thread;
  char letter;
  if (pipe(ends) != 0) return 2;
  pthread_create(&thread, NULL, writes, NULL);
  return read(ends[0], &letter, 1) != 1 || pthread_join(thread, NULL);
}
CASE(waits_on_a_futex) {
  static int word = 1;
  return syscall(SYS_futex, &word, 0, 2, NULL) != -1 || errno != EAGAIN;
}
CASE(has_thread_values) {
  pthread_key_t key;
  pthread_key_create(&key, (void (*)(void *))(void *)counts);
  pthread_setspecific(key, &key);
  return pthread_getspecific(key) != &key;
}
static void *waits(void *it) {
  pthread_mutex_lock(&mutex);
  while (runs == 0) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return it;
}
CASE(announces) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  counts(NULL);
  pthread_cond_broadcast(&condition);
  return pthread_join(thread, NULL);
}
static void *announces_too_late(void *it) { return counts(it), it; }
CASE(forgets_to_announce) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waits, NULL);
  pthread_create(&threads[1], NULL, announces_too_late, NULL);
  return pthread_join(threads[0], NULL);
}
CASE(is_cancelled) {
  pthread_t thread;
  void *result;
  runs = 0;
  pthread_create(&thread, NULL, (void *(*)(void *))(void *)sleep, (void *)1000);
  pthread_cancel(thread);
  return pthread_join(thread, &result) || result != PTHREAD_CANCELED;
}
static void lock_the_other(void *it) { dispatch_sync_f(it, NULL, count); }
CASE(calls_its_own_queue) { return dispatch_sync_f(serial, serial, lock_the_other), 0; }
CASE(forgets_to_leave) { return dispatch_group_enter(group), wait_for_all(), 0; }
CASE(forgets_to_signal) {
  return (int)dispatch_semaphore_wait(dispatch_semaphore_create(0), DISPATCH_TIME_FOREVER);
}
CASE(leaves_twice) { return dispatch_group_leave(group), 0; }
CASE(resumes_twice) { return dispatch_resume(serial), 0; }
CASE(returns_three) { return 3; }
static void count_indexed(void *it, size_t index) { (void)index, count(it); }
CASE(applies) { return dispatch_apply_f(50, concurrent, NULL, count_indexed), runs != 50; }
CASE(bars) {
  for (int i = 0; i < 9; i++) (i % 3 ? dispatch_async_f : dispatch_barrier_async_f)(concurrent, NULL, count);
  return dispatch_barrier_sync_f(concurrent, NULL, count), runs != 10;
}
CASE(notifies) {
  dispatch_group_async_f(group, concurrent, NULL, count);
  dispatch_group_notify_f(group, dispatch_get_main_queue(), NULL, (dispatch_function_t)(void *)_exit);
  dispatch_main();
}

MAIN(EACH(does_nothing) EACH(many_threads) EACH(detached_threads) EACH(many_blocks) EACH(much_memory)
     EACH(deep_recursion) EACH(loads_libraries) EACH(uses_queues_at_exit) EACH(yields) EACH(reads_its_input)
     EACH(writes_much) EACH(sleeps) EACH(waits_for_a_day) EACH(polls_a_timer) EACH(waits_by_epoll)
     EACH(reads_from_a_thread) EACH(waits_on_a_futex) EACH(has_thread_values) EACH(announces)
     EACH(forgets_to_announce) EACH(is_cancelled) EACH(calls_its_own_queue) EACH(forgets_to_leave)
     EACH(forgets_to_signal) EACH(leaves_twice) EACH(resumes_twice) EACH(returns_three) EACH(applies)
     EACH(bars) EACH(notifies))
