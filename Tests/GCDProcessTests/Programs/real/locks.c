// Licensed under the Apache License, Version 2.0; see LICENSE.
// What threads do with locks besides: cancellation, clocks, priorities, forks, other families of calls.
// Each case is one program; the table of verdicts says what has to be said about it.
#include <dispatch/dispatch.h>
#include "cases.h"
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <ucontext.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static void unlock(void *it) { pthread_mutex_unlock(it); }
static struct timespec from_now(clockid_t clock, int milliseconds) {
  struct timespec result;
  clock_gettime(clock, &result);
  result.tv_sec += milliseconds / 1000, result.tv_nsec += milliseconds % 1000 * 1000000l;
  if (result.tv_nsec >= 1000000000) result.tv_sec++, result.tv_nsec -= 1000000000;
  return result;
}

// Cancellation.
static void *waits_and_cleans_up(void *it) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  for (;;) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return it;
}
static void *waits_with_the_lock(void *it) {
  pthread_mutex_lock(&mutex);
  for (;;) pthread_cond_wait(&condition, &mutex);
  return it;
}
static int is_cancelled_in(void *(*body)(void *)) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, body, NULL);
  usleep(1000);
  pthread_cancel(thread);
  if (pthread_join(thread, &result) || result != PTHREAD_CANCELED) return 2;
  return pthread_mutex_lock(&mutex);
}
CASE(cleans_up_when_cancelled) { return is_cancelled_in(waits_and_cleans_up); }
CASE(leaves_a_lock_when_cancelled) { return is_cancelled_in(waits_with_the_lock); }
static void *puts_it_off(void *it) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  usleep(2000), runs++;
  pthread_setcancelstate(old, NULL);
  for (;;) pthread_testcancel(), sched_yield();
  return it;
}
CASE(puts_cancellation_off) {
  pthread_t thread;
  pthread_create(&thread, NULL, puts_it_off, NULL);
  usleep(1000);
  return pthread_cancel(thread) || pthread_join(thread, NULL) || runs != 1;
}
// Kinds of mutexes, and clocks.
static pthread_mutex_t pair[2];
static void *locks_both(void *it) {
  int first = it != NULL;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&pair[first]);
    pthread_mutex_lock(&pair[1 - first]);
    runs++;
    pthread_mutex_unlock(&pair[1 - first]);
    pthread_mutex_unlock(&pair[first]);
  }
  return it;
}
static int inherits(int same_order) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&pair[0], &attributes), pthread_mutex_init(&pair[1], &attributes);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, locks_both, NULL);
  pthread_create(&threads[1], NULL, locks_both, same_order ? NULL : pair);
  return pthread_join(threads[0], NULL) || pthread_join(threads[1], NULL) || runs != 6;
}
CASE(inherits_priorities) { return inherits(1); }
CASE(inherits_priorities_in_two_orders) { return inherits(0); }
static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static void *asks_the_gate(void *it) {
  struct timespec real = from_now(CLOCK_REALTIME, 20), steady = from_now(CLOCK_MONOTONIC, 20);
  if (pthread_rwlock_timedrdlock(&gate, &real) != ETIMEDOUT) return it;
  if (pthread_rwlock_clockwrlock(&gate, CLOCK_MONOTONIC, &steady) != ETIMEDOUT) return it;
  return NULL;
}
CASE(asks_a_closed_gate) {
  pthread_t thread;
  void *failed;
  pthread_rwlock_wrlock(&gate);
  pthread_create(&thread, NULL, asks_the_gate, &gate);
  pthread_join(thread, &failed);
  return failed != NULL || pthread_rwlock_unlock(&gate) || pthread_rwlock_tryrdlock(&gate);
}
CASE(reads_the_gate_twice) {
  return pthread_rwlock_rdlock(&gate) || pthread_rwlock_rdlock(&gate) || pthread_rwlock_unlock(&gate) ||
    pthread_rwlock_unlock(&gate) || pthread_rwlock_trywrlock(&gate) ||
    pthread_rwlock_rdlock(&gate) != EDEADLK || pthread_rwlock_trywrlock(&gate) != EBUSY;
}
CASE(opens_a_gate_it_reads) { return pthread_rwlock_rdlock(&gate) || pthread_rwlock_wrlock(&gate); }
CASE(waits_by_the_steady_clock) {
  pthread_condattr_t attributes;
  pthread_cond_t steady;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&steady, &attributes);
  pthread_mutex_lock(&mutex);
  struct timespec end = from_now(CLOCK_MONOTONIC, 30);
  if (pthread_cond_timedwait(&steady, &mutex, &end) != ETIMEDOUT) return 2;
  end = from_now(CLOCK_MONOTONIC, 30);
  if (pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &end) != ETIMEDOUT) return 3;
  struct timespec now = from_now(CLOCK_MONOTONIC, 0);
  return now.tv_sec < end.tv_sec || pthread_mutex_unlock(&mutex);
}
static void *asks_the_mutex(void *it) {
  struct timespec real = from_now(CLOCK_REALTIME, 20), steady = from_now(CLOCK_MONOTONIC, 20);
  return pthread_mutex_timedlock(&mutex, &real) == ETIMEDOUT &&
      pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &steady) == ETIMEDOUT &&
      pthread_mutex_trylock(&mutex) == EBUSY
    ? NULL : it;
}
CASE(asks_a_held_mutex) {
  pthread_t thread;
  void *failed;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, asks_the_mutex, &mutex);
  return pthread_join(thread, &failed) || failed != NULL || pthread_mutex_unlock(&mutex);
}
static void *sleeps_a_second(void *it) { return sleep(1), it; }
CASE(joins_in_time) {
  pthread_t thread;
  pthread_create(&thread, NULL, sleeps_a_second, NULL);
  struct timespec soon = from_now(CLOCK_REALTIME, 100), later = from_now(CLOCK_MONOTONIC, 5000);
  return pthread_tryjoin_np(thread, NULL) != EBUSY ||
    pthread_timedjoin_np(thread, NULL, &soon) != ETIMEDOUT ||
    pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &later);
}
static pthread_barrier_t barrier;
static void *meets(void *it) {
  for (int i = 0; i < 3; i++)
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) count(it);
  return it;
}
CASE(meets_three_times) {
  pthread_t threads[4];
  pthread_barrier_init(&barrier, NULL, 5);
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, meets, NULL);
  meets(NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return runs != 3 || pthread_barrier_destroy(&barrier);
}
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void first(void) { usleep(1000), count(NULL); }
static void *calls_once(void *it) { return pthread_once(&once, first), runs == 1 ? NULL : it; }
CASE(calls_once_from_four) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, calls_once, &once);
  for (int i = 0; i < 4; i++) {
    void *failed;
    if (pthread_join(threads[i], &failed) || failed) return 2;
  }
  return 0;
}
static void calls_itself(void) { pthread_once(&once, calls_itself); }
CASE(calls_once_in_once) { return pthread_once(&once, calls_itself); }

// C11.
static mtx_t plain, both[2];
static cnd_t told, never;
static int thrd_body(void *it) {
  mtx_lock(&plain), runs++, mtx_unlock(&plain);
  return cnd_broadcast(&told) == thrd_success && it == NULL ? 7 : 8;
}
static int thrd_crossing(void *it) {
  int from = it != NULL;
  mtx_lock(&both[from]), thrd_yield(), mtx_lock(&both[1 - from]);
  mtx_unlock(&both[1 - from]), mtx_unlock(&both[from]);
  return 0;
}
CASE(uses_standard_threads) {
  thrd_t thread;
  int result;
  mtx_init(&plain, mtx_plain), cnd_init(&told), cnd_init(&never);
  thrd_create(&thread, thrd_body, NULL);
  mtx_lock(&plain);
  while (runs == 0) cnd_wait(&told, &plain);
  struct timespec past = {1, 0};

  if (cnd_timedwait(&never, &plain, &past) != thrd_timedout) return 3;
  mtx_unlock(&plain);
  return thrd_join(thread, &result) != thrd_success || result != 7;
}
CASE(crosses_standard_mutexes) {
  thrd_t threads[2];
  mtx_init(&both[0], mtx_plain), mtx_init(&both[1], mtx_plain);
  thrd_create(&threads[0], thrd_crossing, NULL), thrd_create(&threads[1], thrd_crossing, both);
  return thrd_join(threads[0], NULL) || thrd_join(threads[1], NULL);
}

// Forks, streams, thread values.
static void in_parent(void) { pthread_mutex_unlock(&mutex); }
static void before(void) { pthread_mutex_lock(&mutex); }
static void *forks_here(void *it) {
  pid_t child = fork();
  if (child == 0) _exit(pthread_mutex_lock(&mutex) || pthread_mutex_unlock(&mutex));
  int status = -1;
  waitpid(child, &status, 0);
  return status == 0 ? NULL : it;
}
static void *locks_often(void *it) {
  for (int i = 0; i < 10; i++) pthread_mutex_lock(&mutex), runs++, pthread_mutex_unlock(&mutex);
  return it;
}
CASE(forks_in_a_thread) {
  pthread_t threads[2];
  void *failed;
  pthread_atfork(before, in_parent, in_parent);
  pthread_create(&threads[0], NULL, locks_often, NULL);
  pthread_create(&threads[1], NULL, forks_here, &mutex);
  return pthread_join(threads[0], NULL) || pthread_join(threads[1], &failed) || failed != NULL;
}
static void *locks_streams(void *it) {
  FILE *from = it ? stdout : stderr, *to = it ? stderr : stdout;
  for (int i = 0; i < 3; i++) {
    flockfile(it == &runs ? to : from), flockfile(it == &runs ? from : to);
    fputs("", to), runs++;
    funlockfile(to), funlockfile(from);
  }
  return it;
}
CASE(locks_streams_in_order) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, locks_streams, &mutex);
  return pthread_join(threads[0], NULL) || pthread_join(threads[1], NULL) || runs != 6;
}
CASE(locks_streams_in_two_orders) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, locks_streams, i ? (void *)&mutex : NULL);
  return pthread_join(threads[0], NULL) || pthread_join(threads[1], NULL);
}
static pthread_key_t key;
static void ends_a_value(void *it) {
  dispatch_sync_f(serial, NULL, count);
  pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex);
  dispatch_semaphore_signal(it);
}
static void *has_a_value(void *it) { return pthread_setspecific(key, it), NULL; }
CASE(ends_thread_values_by_a_queue) {
  dispatch_semaphore_t ended = dispatch_semaphore_create(0);
  pthread_key_create(&key, ends_a_value);
  pthread_t thread;
  pthread_create(&thread, NULL, has_a_value, ended);
  pthread_detach(thread);
  return dispatch_semaphore_wait(ended, DISPATCH_TIME_FOREVER) != 0 || runs != 1;
}

// Stacks.
static ucontext_t outer, inner;
static char own_stack[65536];
static void coroutine(void) {
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&mutex), runs++, pthread_mutex_unlock(&mutex);
    dispatch_sync_f(serial, NULL, count);
    swapcontext(&inner, &outer);
  }
}
CASE(switches_contexts) {
  getcontext(&inner);
  inner.uc_stack.ss_sp = own_stack, inner.uc_stack.ss_size = sizeof own_stack, inner.uc_link = &outer;
  makecontext(&inner, coroutine, 0);
  for (int i = 0; i < 5; i++) swapcontext(&outer, &inner);
  return runs != 10;
}
static void *fills_its_stack(void *it) {
  size_t size = (size_t)it / 2;
  volatile char *space = __builtin_alloca(size);
  for (size_t i = 0; i < size; i += 1 << 20) space[i] = 1;
  return NULL;
}
CASE(has_a_huge_stack) {
  pthread_attr_t attributes;
  pthread_t thread;
  size_t size = 256 << 20;
  pthread_attr_init(&attributes), pthread_attr_setstacksize(&attributes, size);
  return pthread_create(&thread, &attributes, fills_its_stack, (void *)size) || pthread_join(thread, NULL);
}
CASE(keeps_five_hundred_threads) {
  static pthread_t threads[500];
  pthread_barrier_init(&barrier, NULL, 501);
  for (int i = 0; i < 500; i++)
    pthread_create(&threads[i], NULL, (void *(*)(void *))(void *)pthread_barrier_wait, &barrier);
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < 500; i++) pthread_join(threads[i], NULL);
  return 0;
}
CASE(changes_its_threads) {
  pthread_t thread;
  char name[16];
  cpu_set_t one;
  pthread_create(&thread, NULL, sleeps_a_second, NULL);
  CPU_ZERO(&one); CPU_SET(sched_getcpu(), &one);
  struct sched_param none = {0};
  pthread_setname_np(thread, "worker"), pthread_getname_np(thread, name, sizeof name);
  pthread_setaffinity_np(thread, sizeof one, &one), pthread_setschedparam(thread, SCHED_BATCH, &none);
  return strcmp(name, "worker") || pthread_join(thread, NULL);
}

MAIN(EACH(cleans_up_when_cancelled) EACH(leaves_a_lock_when_cancelled) EACH(puts_cancellation_off)
     EACH(inherits_priorities) EACH(inherits_priorities_in_two_orders)
     EACH(asks_a_closed_gate) EACH(reads_the_gate_twice) EACH(opens_a_gate_it_reads)
     EACH(waits_by_the_steady_clock) EACH(asks_a_held_mutex) EACH(joins_in_time) EACH(meets_three_times)
     EACH(calls_once_from_four) EACH(calls_once_in_once) EACH(uses_standard_threads)
     EACH(crosses_standard_mutexes) EACH(forks_in_a_thread) EACH(locks_streams_in_order)
     EACH(locks_streams_in_two_orders) EACH(ends_thread_values_by_a_queue) EACH(switches_contexts)
     EACH(has_a_huge_stack) EACH(keeps_five_hundred_threads) EACH(changes_its_threads))
