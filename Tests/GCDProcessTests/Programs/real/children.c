// Licensed under the Apache License, Version 2.0; see LICENSE.
// Waits that begin before another process can end them: a child gets the other end later, or a set a member.
#include <dispatch/dispatch.h>
#include "cases.h"
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int set, ends[2], answered;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void answer(void) {
  pthread_mutex_lock(&mutex);
  answered = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
}
static void *polls(void *unused) {
  struct epoll_event event;
  if (epoll_wait(set, &event, 1, -1) == 1) answer();
  return NULL;
}
static void *polls_by_the_newest_call(void *unused) {
  struct epoll_event event;
  struct timespec hour = {3600, 0};
  if (epoll_pwait2(set, &event, 1, &hour, NULL) == 1) answer();
  return NULL;
}
static void *reads(void *unused) {
  char byte;
  if (read(ends[0], &byte, 1) == 1) answer();
  return NULL;
}
static int is_answered(void) {
  pthread_mutex_lock(&mutex);
  while (!answered) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
/// So long that it comes to rest first.
static void begin(void *body(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  usleep(1000);
}
static void watch(int member) {
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl(set, EPOLL_CTL_ADD, member, &event);
}
static void make_set(void) {
  set = epoll_create1(0);
  watch(eventfd(0, 0));
}
/// A child that writes after a while of real time, made past the C library.
static pid_t clone_writer(void) {
  unsigned long arguments[11] = {[4] = SIGCHLD};
  pid_t child = (pid_t)syscall(SYS_clone3, arguments, sizeof arguments);
  if (child == 0) {
    struct timespec while_ = {0, 30000000};
    syscall(SYS_nanosleep, &while_, NULL);
    syscall(SYS_exit_group, write(ends[1], "x", 1) != 1);
  }
  return child;
}
static pid_t fork_writer(void) {
  pid_t child = fork();
  if (child == 0) {
    usleep(30000);
    _exit(write(ends[1], "x", 1) != 1);
  }
  return child;
}

CASE(set_gets_a_child) {
  make_set();
  begin(polls);
  pid_t child = fork();
  if (child == 0) usleep(30000), _exit(0);
  int process = (int)syscall(SYS_pidfd_open, child, 0);
  if (process < 0) return 0;
  watch(process);
  return is_answered();
}
CASE(set_gets_a_pipe_of_a_child) {
  make_set();
  begin(polls_by_the_newest_call);
  if (pipe(ends) != 0 || fork_writer() < 0) return 2;
  watch(ends[0]);
  return is_answered();
}
CASE(pipe_is_read_before_the_fork) {
  if (pipe(ends) != 0) return 2;
  begin(reads);
  return fork_writer() < 0 || is_answered();
}
CASE(pipe_is_read_before_the_clone) {
  if (pipe(ends) != 0) return 2;
  begin(reads);
  return clone_writer() < 0 || is_answered();
}
static void *reads_source(void *unused) {
  dispatch_source_t source = dispatch_source_create(DISPATCH_SOURCE_TYPE_READ, ends[0], 0, concurrent);
  dispatch_source_set_event_handler_f(source, (dispatch_function_t)answer);
  dispatch_resume(source);
  return NULL;
}
CASE(pipe_is_watched_before_the_fork) {
  if (pipe(ends) != 0) return 2;
  begin(reads_source);
  return fork_writer() < 0 || is_answered();
}
CASE(pipe_is_watched_before_the_clone) {
  if (pipe(ends) != 0) return 2;
  begin(reads_source);
  return clone_writer() < 0 || is_answered();
}
/// Longer than a run waits for anything that is not known to come.
CASE(child_takes_its_time) {
  if (pipe(ends) != 0) return 2;
  begin(reads);
  pid_t child = fork();
  if (child == 0) {
    sleep(3);
    _exit(write(ends[1], "x", 1) != 1);
  }
  return child < 0 || is_answered();
}
/// Nobody else has the pipe.
CASE(set_gets_nothing) {
  make_set();
  begin(polls);
  if (pipe(ends) != 0) return 2;
  watch(ends[0]);
  return is_answered();
}

MAIN(EACH(set_gets_a_child) EACH(set_gets_a_pipe_of_a_child) EACH(pipe_is_read_before_the_fork)
     EACH(pipe_is_read_before_the_clone) EACH(pipe_is_watched_before_the_fork)
     EACH(pipe_is_watched_before_the_clone) EACH(child_takes_its_time) EACH(set_gets_nothing))
