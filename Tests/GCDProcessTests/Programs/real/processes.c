// Licensed under the Apache License, Version 2.0; see LICENSE.
// What processes do with their descriptors, rights, signals and children. Each case is one program; the table
// of verdicts says what has to be said about it.
#include <dispatch/dispatch.h>
#include "cases.h"
#include <fcntl.h>
#include <grp.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

/// Something of everything that gcdcheck needs its own descriptor for: blocks, threads, waits.
static int work(void) {
  for (int i = 0; i < 3; i++) dispatch_group_async_f(group, concurrent, NULL, count);
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
  return runs == 3 ? 0 : 1;
}

CASE(closefrom_3) { return closefrom(3), work(); }
CASE(closefrom_0) { return closefrom(0), work(); }
CASE(close_range_all) { return close_range(3, ~0u, 0) != 0 || work(); }
CASE(close_each) {
  for (int i = 3; i < 5000; i++) close(i);
  return work();
}
CASE(dup2_over_1023) {
  int file = open("/dev/null", O_RDONLY);
  for (int i = 3; i < 1024; i++) if (dup2(file, i) != i) return 2;
  return work();
}
CASE(dup2_over_the_limit) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  rlim_t last = limit.rlim_cur < 4000 ? limit.rlim_cur : 4000;
  for (rlim_t i = 3; i < last; i++) dup2(0, (int)i);
  return work();
}
CASE(no_descriptors_left) {
  struct rlimit limit = {3, 3};
  setrlimit(RLIMIT_NOFILE, &limit);
  return open("/dev/null", O_RDONLY) >= 0 || work();
}
CASE(daemon_keeps) { return daemon(1, 1) != 0 || work(); }
CASE(daemon_plain) {
  char folder[9] = "";
  return daemon(0, 0) != 0 || getcwd(folder, 9) == NULL || strcmp(folder, "/") != 0 || work();
}
CASE(drops_rights) {
  if (work() != 0) return 1;
  runs = 0;
  if (getuid() != 0) return work();
  gid_t none = 65534;
  if (setgroups(1, &none) != 0 || setgid(none) != 0 || setuid(none) != 0) return 2;
  if (getuid() != none || geteuid() != none || getgid() != none || setuid(0) == 0) return 3;
  return work();
}
CASE(drops_rights_in_a_block) {
  dispatch_sync_f(concurrent, NULL, (dispatch_function_t)work);
  runs = 0;
  if (getuid() != 0) return work();
  if (seteuid(65534) != 0 || geteuid() != 65534 || seteuid(0) != 0) return 2;
  if (setresgid(1, 2, 3) != 0 || initgroups("root", 0) != 0) return 3;
  return work();
}
CASE(shared_semaphore_posted_by_a_child) {
  sem_t *it = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sem_init(it, 1, 0);
  pid_t child = fork();
  if (child == 0) _exit(sem_post(it));
  int status = 1;
  sem_wait(it);
  waitpid(child, &status, 0);
  return status || work();
}
CASE(shared_semaphore_awaited_for_a_time) {
  sem_t *it = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sem_init(it, 1, 0);
  struct timespec late;
  clock_gettime(CLOCK_REALTIME, &late);
  late.tv_sec += 20;
  if (fork() == 0) _exit(sem_post(it));
  if (sem_timedwait(it, &late) != 0) return 2;
  wait(NULL);
  return sem_timedwait(it, &late) == 0;
}
static sem_t *shared;
static void *post_shared(void *it) { return sem_post(it), NULL; }
CASE(shared_semaphore_posted_by_a_thread) {
  shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sem_init(shared, 1, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, post_shared, shared);
  sem_wait(shared);
  pthread_join(thread, NULL);
  return sem_trywait(shared) == 0;
}
CASE(signals_its_group) {
  signal(SIGUSR1, SIG_IGN);
  return kill(0, SIGUSR1) != 0 || killpg(getpgrp(), SIGUSR1) != 0 || kill(0, 0) != 0 || work();
}
CASE(ends_its_group) { return kill(0, SIGTERM), work(); }
CASE(ends_the_children_of_its_group) {
  signal(SIGTERM, SIG_IGN);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGTERM, SIG_DFL);
    for (;;) pause();
  }
  int status;
  do kill(0, SIGTERM);
  while (waitpid(child, &status, WNOHANG) == 0 && usleep(1000) == 0);
  return WTERMSIG(status) != SIGTERM || work();
}
CASE(stops_itself) { return raise(SIGSTOP) != 0 || work(); }
CASE(stops_itself_by_kill) { return kill(getpid(), SIGTSTP) != 0 || work(); }
CASE(is_stopped_by_a_child) {
  pid_t child = fork();
  if (child == 0) _exit(kill(getppid(), SIGSTOP));
  int status;
  return waitpid(child, &status, 0) != child || work();
}
CASE(ends_by_a_system_call) { return work() || syscall(SYS_exit_group, 0), 1; }
CASE(forks) {
  for (int i = 0; i < 3; i++) {
    int status;
    pid_t child = fork();
    if (child == 0) _exit(i);
    if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != i) return 2;
  }
  return work();
}
CASE(starts_a_command) { return system("exit 3") >> 8 != 3 || work(); }
CASE(vforks) {
  pid_t child = vfork();
  if (child == 0) _exit(0);
  return waitpid(child, NULL, 0) != child || work();
}
CASE(becomes_another) { return execl("/bin/true", "true", NULL); }
CASE(all_signals_are_blocked) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  return work();
}
static sigjmp_buf back;
static void jump(int number) { siglongjmp(back, number); }
CASE(jumps_out_of_a_handler) {
  signal(SIGUSR1, jump);
  if (sigsetjmp(back, 1) == 0) raise(SIGUSR1);
  return work();
}
static void dispatch_there(int number) { (void)number, dispatch_sync_f(serial, NULL, count); }
CASE(dispatches_in_a_handler) {
  signal(SIGUSR1, dispatch_there);
  return raise(SIGUSR1) != 0 || runs != 1;
}
CASE(has_an_alternate_stack) {
  static char space[65536];
  stack_t stack = {.ss_sp = space, .ss_size = sizeof space};
  struct sigaction action = {.sa_handler = dispatch_there, .sa_flags = SA_ONSTACK};
  sigaltstack(&stack, NULL);
  sigaction(SIGUSR1, &action, NULL);
  return raise(SIGUSR1) != 0 || runs != 1;
}
static void leave(void *unused) { (void)unused, exit(0); }
CASE(exits_in_sync) { return dispatch_sync_f(serial, NULL, leave), 1; }
static void leave_at_once(void *unused) { (void)unused, _exit(0); }
CASE(leaves_in_a_block) { return dispatch_async_f(serial, NULL, leave_at_once), dispatch_main(), 1; }
CASE(waits_for_a_descriptor) {
  int ends[2];
  char letter = 0;
  if (pipe(ends) != 0) return 2;
  pid_t child = fork();
  if (child == 0) _exit(write(ends[1], "x", 1) != 1);
  return read(ends[0], &letter, 1) != 1 || waitpid(child, NULL, 0) != child || work();
}
CASE(robust_mutex_of_a_dead_thread) {
  static pthread_mutex_t mutex;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t thread;
  pthread_create(&thread, NULL, (void *(*)(void *))(void *)pthread_mutex_lock, &mutex);
  pthread_join(thread, NULL);
  return pthread_mutex_lock(&mutex) != EOWNERDEAD || pthread_mutex_consistent(&mutex) != 0
      || pthread_mutex_unlock(&mutex) != 0;
}
CASE(crashes) { return *(volatile int *)8; }
CASE(aborts_in_a_block) { return dispatch_sync_f(serial, NULL, (dispatch_function_t)(void *)abort), 0; }

MAIN(EACH(closefrom_3) EACH(closefrom_0) EACH(close_range_all) EACH(close_each) EACH(dup2_over_1023)
     EACH(dup2_over_the_limit) EACH(no_descriptors_left) EACH(daemon_keeps) EACH(daemon_plain)
     EACH(drops_rights) EACH(drops_rights_in_a_block) EACH(shared_semaphore_posted_by_a_child)
     EACH(shared_semaphore_awaited_for_a_time) EACH(shared_semaphore_posted_by_a_thread)
     EACH(signals_its_group) EACH(ends_its_group) EACH(ends_the_children_of_its_group) EACH(stops_itself)
     EACH(stops_itself_by_kill) EACH(is_stopped_by_a_child) EACH(ends_by_a_system_call) EACH(forks)
     EACH(starts_a_command) EACH(vforks) EACH(becomes_another) EACH(all_signals_are_blocked)
     EACH(jumps_out_of_a_handler) EACH(dispatches_in_a_handler) EACH(has_an_alternate_stack)
     EACH(exits_in_sync) EACH(leaves_in_a_block) EACH(waits_for_a_descriptor)
     EACH(robust_mutex_of_a_dead_thread) EACH(crashes) EACH(aborts_in_a_block))
