// Licensed under the Apache License, Version 2.0; see LICENSE.
// Callbacks whose last call waits for an event, or brings one about. Optimised, they end in a jump there.
//
//   tail-events clean      every event, awaited and brought about by such callbacks
//   tail-events dead NAME  the event does not come
#ifndef __has_feature  // of clang; the headers of Dispatch ask it
#define __has_feature(name) 0
#endif
#ifndef __has_extension
#define __has_extension(name) 0
#endif
#include <dispatch/dispatch.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

typedef void *(*start)(void *);
typedef void (*callback)(void *);

static dispatch_queue_t serial, concurrent;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static mtx_t standard;
static cnd_t event;
static sem_t semaphore;
static pthread_barrier_t barrier;
static dispatch_group_t group;
static dispatch_semaphore_t signalled;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static dispatch_once_t predicate;
static bool ready;
static int runs;

// Each is the whole of a callback: nothing follows the call.
static void lock_last(void *it) { pthread_mutex_lock(it); }
static void unlock_last(void *it) { pthread_mutex_unlock(it); }
static void wait_last(void *it) { if (!ready) pthread_cond_wait(it, &mutex); }
static void signal_last(void *it) { pthread_cond_signal(it); }
static void broadcast_last(void *it) { pthread_cond_broadcast(it); }
static void timed_wait_last(void *it) {
  static const struct timespec late = {4102444800, 0};
  if (!ready) pthread_cond_timedwait(it, &mutex, &late);
}
static void standard_wait_last(void *it) { if (!ready) cnd_wait(it, &standard); }
static void standard_signal_last(void *it) { cnd_signal(it); }
static void posix_wait_last(void *it) { sem_wait(it); }
static void posix_post_last(void *it) { sem_post(it); }
static void barrier_last(void *it) { pthread_barrier_wait(it); }
static void leave_last(void *it) { dispatch_group_leave(it); }
static void group_wait_last(void *it) { dispatch_group_wait(it, DISPATCH_TIME_FOREVER); }
static void semaphore_wait_last(void *it) { dispatch_semaphore_wait(it, DISPATCH_TIME_FOREVER); }
static void semaphore_signal_last(void *it) { dispatch_semaphore_signal(it); }
static void resume_last(void *it) { dispatch_resume(it); }
static void count(void *it) { (void)it, runs++; }
static void count_once(void) { runs++; }
static void once_last(void *it) { pthread_once(it, count_once); }
static void dispatch_once_last(void *it) { dispatch_once_f(it, NULL, count); }
static void sync_last(void *it) { dispatch_sync_f(it, NULL, count); }
static void join_last(void *it) { pthread_join(*(pthread_t *)it, NULL); }
static void sleep_last(void *it) { (void)it, usleep(1000); }
static void handler_last(int number) { (void)number, sem_post(&semaphore); }
static void make_last(void *it) { pthread_create(it, NULL, (start)count, NULL); }
static void exit_last(void *it) { pthread_exit(it); }

static void on(callback function, void *it) { dispatch_sync_f(concurrent, it, function); }

static void announce(void) {
  on(lock_last, &mutex);
  ready = true;
  on(unlock_last, &mutex);
}

static void wait_for(callback wait, callback bring) {
  pthread_t other;
  ready = false;
  pthread_create(&other, NULL, (start)announce, NULL);
  on(lock_last, &mutex);
  on(bring, &condition);
  on(unlock_last, &mutex);
  pthread_join(other, NULL);
  on(lock_last, &mutex);
  on(wait, &condition);
  on(unlock_last, &mutex);
}

static void *waiter(void *wait) {
  on(lock_last, &mutex);
  while (!ready) on((callback)wait, &condition);
  on(unlock_last, &mutex);
  return NULL;
}

/// A thread waits for a condition with callbacks alone; another announces it.
static void exchange(callback wait, callback bring) {
  pthread_t other;
  wait_for(wait, bring);
  ready = false;
  pthread_create(&other, NULL, waiter, (void *)wait);
  announce();
  on(bring, &condition);
  pthread_join(other, NULL);
}

static int standard_waiter(void *it) {
  mtx_lock(&standard);
  while (!ready) on(standard_wait_last, it);
  return mtx_unlock(&standard);
}

static int clean(void) {
  exchange(wait_last, signal_last);
  exchange(wait_last, broadcast_last);
  exchange(timed_wait_last, signal_last);

  thrd_t standard_thread;
  ready = false;
  thrd_create(&standard_thread, standard_waiter, &event);
  mtx_lock(&standard);
  ready = true;
  on(standard_signal_last, &event);
  mtx_unlock(&standard);
  thrd_join(standard_thread, NULL);

  pthread_t thread, second;
  pthread_create(&thread, NULL, (start)posix_wait_last, &semaphore);
  dispatch_async_f(concurrent, &semaphore, posix_post_last);
  pthread_create(&second, NULL, (start)join_last, &thread);
  pthread_join(second, NULL);

  pthread_create(&thread, NULL, (start)barrier_last, &barrier);
  on(barrier_last, &barrier);
  pthread_join(thread, NULL);

  for (int i = 0; i < 2; i++) {
    dispatch_group_enter(group);
    dispatch_async_f(concurrent, group, leave_last);
  }
  on(group_wait_last, group);
  dispatch_async_f(concurrent, signalled, semaphore_signal_last);
  on(semaphore_wait_last, signalled);
  dispatch_suspend(serial);
  dispatch_async_f(concurrent, serial, resume_last);
  on(sync_last, serial);
  for (int i = 0; i < 3; i++) {
    on(once_last, &once);
    on(dispatch_once_last, &predicate);
  }
  on(sleep_last, NULL);
  signal(SIGUSR1, handler_last);
  raise(SIGUSR1);
  on(posix_wait_last, &semaphore);
  on(make_last, &thread);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, (start)exit_last, NULL);
  pthread_join(thread, NULL);
  return runs == 4 ? 0 : 1;
}

static pthread_t threads[2];
static void *join_other(void *it) {
  while (threads[1] == 0) usleep(1);
  return join_last(it), NULL;
}

static int dead(const char *name) {
  pthread_t thread;
  if (strcmp(name, "condition") == 0) return waiter((void *)wait_last), 0;
  if (strcmp(name, "posix-semaphore") == 0) return on(posix_wait_last, &semaphore), 0;
  if (strcmp(name, "barrier") == 0) return on(barrier_last, &barrier), 0;
  if (strcmp(name, "group") == 0) return dispatch_group_enter(group), on(group_wait_last, group), 0;
  if (strcmp(name, "semaphore") == 0) return on(semaphore_wait_last, signalled), 0;
  if (strcmp(name, "own-queue") == 0) return dispatch_sync_f(serial, serial, sync_last), 0;
  if (strcmp(name, "own-mutex") == 0) return on(lock_last, &mutex), on(lock_last, &mutex), 0;
  if (strcmp(name, "join") == 0) {
    pthread_create(&threads[0], NULL, join_other, &threads[1]);
    pthread_create(&threads[1], NULL, join_other, &threads[0]);
    pthread_exit(NULL);
  }
  if (strcmp(name, "left-locked") == 0) {  // the thread ends and keeps the mutex
    pthread_create(&thread, NULL, (start)lock_last, &mutex);
    pthread_join(thread, NULL);
    return on(lock_last, &mutex), 0;
  }
  return 64;
}

int main(int argc, char **argv) {
  serial = dispatch_queue_create("serial", NULL);
  concurrent = dispatch_queue_create("concurrent", DISPATCH_QUEUE_CONCURRENT);
  group = dispatch_group_create();
  signalled = dispatch_semaphore_create(0);
  mtx_init(&standard, mtx_plain);
  cnd_init(&event);
  sem_init(&semaphore, 0, 0);
  pthread_barrier_init(&barrier, NULL, 2);
  if (argc > 1 && strcmp(argv[1], "clean") == 0) return clean();
  return argc > 2 ? dead(argv[2]) : 64;
}
