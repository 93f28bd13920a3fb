// Licensed under the Apache License, Version 2.0; see LICENSE.
// Calls of the pthread, stdio, kernel, time and entropy families, with control on.
#define _GNU_SOURCE
#include "CGCDInterposeProbe.h"

#if GCDC_INTERPOSES
#include "Dispatch.h"
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

void probe_mutexes(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  probe_name(&m, "m");
  struct timespec wall = {.tv_sec = 5002, .tv_nsec = 123456789};
  struct timespec monotonic = {.tv_sec = 1003};
  struct timespec past = {.tv_sec = 1};
  struct timespec never = {.tv_sec = INT64_MAX};
  struct timespec malformed = {.tv_nsec = 1000000000};
  gcdc_control(true);
  pthread_mutex_init(&m, NULL);
  probe_write("locked %d", pthread_mutex_lock(&m));
  probe_write("busy %d", pthread_mutex_trylock(&m) == EBUSY);
  pthread_mutex_unlock(&m);
  probe_write("timed %d", pthread_mutex_timedlock(&m, &wall));
  pthread_mutex_unlock(&m);
  probe_write("clock %d", pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &monotonic));
  pthread_mutex_timedlock(&m, &past);
  pthread_mutex_timedlock(&m, &never);
  probe_write("malformed %d", pthread_mutex_timedlock(&m, &malformed) == EINVAL);
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  gcdc_control(false);
}

void probe_conditions(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t wall = PTHREAD_COND_INITIALIZER;
  pthread_cond_t monotonic;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&monotonic, &attributes);
  probe_name(&m, "m");
  probe_name(&wall, "wall");
  probe_name(&monotonic, "monotonic");
  struct timespec at_wall = {.tv_sec = 5002, .tv_nsec = 123456789};
  struct timespec at_monotonic = {.tv_sec = 1003};
  gcdc_control(true);
  pthread_cond_wait(&wall, &m);
  probe_write("timed out %d", pthread_cond_timedwait(&wall, &m, &at_wall) == ETIMEDOUT);
  pthread_cond_timedwait(&monotonic, &m, &at_monotonic);
  pthread_cond_clockwait(&wall, &m, CLOCK_MONOTONIC, &at_monotonic);
  pthread_cond_signal(&wall);
  pthread_cond_broadcast(&wall);
  gcdc_control(false);
}

void probe_files(void) {
  probe_name(stderr, "stderr");
  gcdc_control(true);
  flockfile(stderr);
  probe_write("tried %d", ftrylockfile(stderr));
  funlockfile(stderr);
  gcdc_control(false);
}

void probe_system_calls(void) {
  uint32_t word = 1;
  uint32_t other = 2;
  probe_name(&word, "word");
  probe_name(&other, "other");
  gcdc_control(true);
  errno = 0;
  long result = syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 3u, 4ul, &other, 5u);
  probe_write("futex %ld %s", result, errno == EAGAIN ? "again" : "");
  probe_write("thread %ld %d", syscall(SYS_gettid), gettid());
  gcdc_set_thread_id(77);
  probe_write("thread %ld %d", syscall(SYS_gettid), gettid());
  unsigned char bytes[4] = {0};
  probe_write("random %ld", syscall(SYS_getrandom, bytes, sizeof bytes, 0));
  probe_write("byte %x", bytes[3]);
  gcdc_control(false);
  probe_write("thread %d", gettid());
  gcdc_set_thread_id(0);
  pid_t real = gettid();
  probe_write("real thread %d %d", real > 0 && real != 77 && real != 4242, syscall(SYS_getpid) == getpid());
}

void probe_clocks(void) {
  struct timespec time_now = {0};
  struct timeval day = {0};
  gcdc_control(true);
  clock_gettime(CLOCK_MONOTONIC, &time_now);
  probe_write("monotonic %ld %ld", (long)time_now.tv_sec, time_now.tv_nsec);
  clock_gettime(CLOCK_REALTIME, &time_now);
  probe_write("wall %ld %ld", (long)time_now.tv_sec, time_now.tv_nsec);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time_now);
  probe_write("processor time %s", time_now.tv_sec < 900 ? "real" : "virtual");
  gettimeofday(&day, NULL);
  probe_write("day %ld %ld", (long)day.tv_sec, (long)day.tv_usec);
  time_t seconds = 0;
  probe_write("time %ld", (long)time(&seconds));
  probe_write("stored %ld", (long)seconds);
  timespec_get(&time_now, TIME_UTC);
  probe_write("utc %ld %ld", (long)time_now.tv_sec, time_now.tv_nsec);
  probe_write("dispatch %llu", (unsigned long long)dispatch_time(DISPATCH_TIME_NOW, 5));
  probe_write("walltime %lld", (long long)dispatch_walltime(NULL, 5));
  gcdc_control(false);
}

void probe_sleeps(void) {
  struct timespec duration = {.tv_sec = 1, .tv_nsec = 5};
  struct timespec until = {.tv_sec = 1010};
  struct timespec malformed = {.tv_sec = -1};
  gcdc_control(true);
  nanosleep(&duration, NULL);
  clock_nanosleep(CLOCK_MONOTONIC, 0, &duration, NULL);
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
  usleep(7);
  probe_write("rest %u", sleep(2));
  errno = 0;
  probe_write("malformed %d %d", nanosleep(&malformed, NULL), errno == EINVAL);
  sched_yield();
  gcdc_control(false);
}

void probe_entropy(void) {
  unsigned char bytes[3] = {0};
  gcdc_control(true);
  probe_write("count %ld", (long)getrandom(bytes, sizeof bytes, 0));
  probe_write("entropy %d", getentropy(bytes, sizeof bytes));
#if __GLIBC_PREREQ(2, 36)
  probe_write("arc4 %x", arc4random());
  arc4random_buf(bytes, sizeof bytes);
  probe_write("uniform %u", arc4random_uniform(10));
#endif
  probe_write("byte %x", bytes[2]);
  gcdc_control(false);
}

void probe_processors(void) {
  cpu_set_t set;
  gcdc_control(true);
  probe_write("online %ld", sysconf(_SC_NPROCESSORS_ONLN));
  probe_write("configured %ld", sysconf(_SC_NPROCESSORS_CONF));
  probe_write("page %d", sysconf(_SC_PAGESIZE) > 0);
  probe_write("nprocs %d %d", get_nprocs(), get_nprocs_conf());
  sched_getaffinity(0, sizeof set, &set);
  probe_write("affinity %d", CPU_COUNT(&set));
  gcdc_control(false);
}

static void *report_control(void *context) {
  *(bool *)context = gcdc_is_controlled();
  return NULL;
}

void probe_threads(void) {
  bool controlled = true;
  pthread_t thread;
  gcdc_control(true);
  int result = pthread_create(&thread, NULL, report_control, &controlled);
  gcdc_control(false);
  pthread_join(thread, NULL);
  probe_write("made %d controlled %d", result, controlled);
}
#endif
