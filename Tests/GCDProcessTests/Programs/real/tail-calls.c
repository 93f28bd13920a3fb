// Licensed under the Apache License, Version 2.0; see LICENSE.
// Callbacks whose last call gives something back, or takes it. Optimised, they end in a jump there, and the
// callee's return address lies in the library that called back.
//
//   tail-calls clean            every way to take and give back, from every kind of callback
//   tail-calls dead PRIMITIVE   two threads take two of them in two orders, from such callbacks
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
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

typedef void (*callback)(void *);
enum { rounds = 2, threads = 2 };

static int value;
static dispatch_queue_t serial, concurrent;

static const struct timespec late = {4102444800, 0};  // 2100-01-01

// Two of each kind, so that they can be taken in two orders.
static pthread_mutex_t plain[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t recursive[2], checking[2], robust[2];
static pthread_spinlock_t spin[2];
static pthread_rwlock_t shared[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
static sem_t posix[2];
static mtx_t standard[2];
static dispatch_semaphore_t semaphore[2];

static pthread_mutex_t *heap[2];  // never initialised by a call
static void posix_wait(sem_t *it) { sem_wait(it); }

// name, the first object, how it is taken, how it is given back
#define PRIMITIVES(each) \
  each(mutex, &plain[0], &plain[1], pthread_mutex_t, pthread_mutex_lock(it), pthread_mutex_unlock(it)) \
  each(timed_mutex, &plain[0], &plain[1], pthread_mutex_t, pthread_mutex_timedlock(it, &late), \
       pthread_mutex_unlock(it)) \
  each(heap_mutex, heap[0], heap[1], pthread_mutex_t, pthread_mutex_lock(it), pthread_mutex_unlock(it)) \
  each(recursive_mutex, &recursive[0], &recursive[1], pthread_mutex_t, \
       (pthread_mutex_lock(it), pthread_mutex_lock(it), pthread_mutex_unlock(it)), pthread_mutex_unlock(it)) \
  each(checking_mutex, &checking[0], &checking[1], pthread_mutex_t, pthread_mutex_lock(it), \
       pthread_mutex_unlock(it)) \
  each(robust_mutex, &robust[0], &robust[1], pthread_mutex_t, pthread_mutex_lock(it), \
       pthread_mutex_unlock(it)) \
  each(spin_lock, &spin[0], &spin[1], pthread_spinlock_t, pthread_spin_lock(it), pthread_spin_unlock(it)) \
  each(write_lock, &shared[0], &shared[1], pthread_rwlock_t, pthread_rwlock_wrlock(it), \
       pthread_rwlock_unlock(it)) \
  each(timed_write_lock, &shared[0], &shared[1], pthread_rwlock_t, \
       pthread_rwlock_clockwrlock(it, CLOCK_REALTIME, &late), pthread_rwlock_unlock(it)) \
  each(posix_semaphore, &posix[0], &posix[1], sem_t, posix_wait(it), sem_post(it)) \
  each(timed_posix_semaphore, &posix[0], &posix[1], sem_t, sem_timedwait(it, &late), sem_post(it)) \
  each(standard_mutex, &standard[0], &standard[1], mtx_t, mtx_lock(it), mtx_unlock(it)) \
  each(dispatch_semaphore, semaphore[0], semaphore[1], void, \
       dispatch_semaphore_wait((dispatch_semaphore_t)it, DISPATCH_TIME_FOREVER), \
       dispatch_semaphore_signal((dispatch_semaphore_t)it))

// The callbacks of one primitive: take alone, give alone, and a section of each shape of callback.
#define CALLBACKS(name, first, second, type, take, give) \
  static int name##_take(type *it) { return (int)(take, 0); } \
  static void name##_take_last(type *it) { take; } \
  static void name##_give_last(type *it) { give; } \
  static void name##_section(type *it) { take; value++; give; } \
  static void name##_indexed(type *it, size_t index) { take; value += index < 9; give; } \
  static void name##_here(void) { type *it = (type *)(first); take; value++; give; } \
  static int name##_compare(const void *a, const void *b) { \
    int order = *(const int *)a - *(const int *)b; \
    name##_here(); \
    return order; \
  } \
  static void name##_handler(int number) { type *it = (type *)(first); (void)number; value++; give; } \
  static void *name##_forward(void *start) { \
    (void)start; \
    name##_take((type *)(first)), name##_take((type *)(second)); \
    name##_give_last((type *)(second)); \
    dispatch_sync_f(serial, first, (callback)name##_give_last); \
    return NULL; \
  } \
  static void *name##_backward(void *start) { \
    (void)start; \
    dispatch_sync_f(concurrent, second, (callback)name##_take_last); \
    dispatch_sync_f(concurrent, first, (callback)name##_take_last); \
    dispatch_sync_f(concurrent, first, (callback)name##_give_last); \
    dispatch_sync_f(concurrent, second, (callback)name##_give_last); \
    return NULL; \
  }
PRIMITIVES(CALLBACKS)

struct primitive {
  const char *name;
  void **first;
  callback take_last, give_last, section;
  void (*indexed)(void *, size_t);
  void (*here)(void), (*take_here)(void);
  int (*compare)(const void *, const void *);
  void (*handler)(int);
  void *(*forward)(void *), *(*backward)(void *);
};
#define FIRST(name, first, second, type, take, give) static void *name##_first;
PRIMITIVES(FIRST)
#define ROW(name, first, second, type, take, give) \
  {#name, &name##_first, (callback)name##_take_last, (callback)name##_give_last, (callback)name##_section, \
   (void (*)(void *, size_t))name##_indexed, name##_here, NULL, name##_compare, name##_handler, \
   name##_forward, name##_backward},
static const struct primitive primitives[] = {PRIMITIVES(ROW)};
enum { count = sizeof primitives / sizeof *primitives };

static void prepare_mutex(pthread_mutex_t *mutex, int kind, int robustness) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  pthread_mutexattr_setrobust(&attributes, robustness);
  pthread_mutex_init(mutex, &attributes);
}

static void prepare(void) {
  serial = dispatch_queue_create("serial", NULL);
  concurrent = dispatch_queue_create("concurrent", DISPATCH_QUEUE_CONCURRENT);
  for (int i = 0; i < 2; i++) {
    prepare_mutex(&recursive[i], PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED);
    prepare_mutex(&checking[i], PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED);
    prepare_mutex(&robust[i], PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
    pthread_spin_init(&spin[i], 0);
    sem_init(&posix[i], 0, 1);
    mtx_init(&standard[i], mtx_plain);
    semaphore[i] = dispatch_semaphore_create(1);
    heap[i] = calloc(1, sizeof *heap[i]);
  }
#define SET(name, first, second, type, take, give) name##_first = (void *)(first);
  PRIMITIVES(SET)
}

static const struct primitive *current;
static void *thread(void *argument) { return current->section(argument), NULL; }
static dispatch_group_t group;

/// Every kind of callback once; the number of sections that it makes.
static int use(const struct primitive *it, pthread_key_t key) {
  void *object = *it->first;
  int before = value;
  current = it;
  dispatch_sync_f(serial, object, it->section);
  dispatch_barrier_sync_f(concurrent, object, it->section);
  dispatch_sync_f(serial, object, it->take_last);
  value++;
  dispatch_sync_f(serial, object, it->give_last);
  dispatch_group_async_f(group, concurrent, object, it->section);
  dispatch_group_async_f(group, concurrent, object, it->section);
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
  dispatch_apply_f(3, concurrent, object, it->indexed);
  pthread_t first, second;
  pthread_create(&first, NULL, (void *(*)(void *))it->section, object);
  pthread_create(&second, NULL, thread, object);
  it->section(object);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, it->here);
  once_flag flag = ONCE_FLAG_INIT;
  call_once(&flag, it->here);
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof *numbers, it->compare);
  it->take_last(object);
  signal(SIGUSR1, it->handler);
  raise(SIGUSR1);
  (void)key;
  return value - before;
}

static void say(void) { puts("the end"); fflush(stdout); }

static int clean(void) {
  group = dispatch_group_create();
  atexit(say);
  for (int i = 0; i < count; i++) {
    int sections = use(&primitives[i], 0);
    if (sections != 15) return printf("%s: %d sections\n", primitives[i].name, sections), 1;
    atexit(primitives[i].here);
  }
  return 0;
}

static int dead(const char *name) {
  for (int i = 0; i < count; i++) {
    if (strcmp(primitives[i].name, name) != 0) continue;
    pthread_t first, second;
    pthread_create(&first, NULL, primitives[i].forward, NULL);
    pthread_create(&second, NULL, primitives[i].backward, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
  }
  return 64;
}

int main(int argc, char **argv) {
  prepare();
  if (argc > 1 && strcmp(argv[1], "clean") == 0) return clean();
  if (argc > 2 && strcmp(argv[1], "dead") == 0) return dead(argv[2]);
  if (argc > 1 && strcmp(argv[1], "names") == 0) {
    for (int i = 0; i < count; i++) puts(primitives[i].name);
    return 0;
  }
  return 64;
}
