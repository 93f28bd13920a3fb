// Licensed under the Apache License, Version 2.0; see LICENSE.
// Takes nothing from a heap.
#define _GNU_SOURCE
#include "KernelState.h"

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../PrivateDescriptors.h"

// MARK: - Threads

/// How many threads there are, as a number that differs by one for each; 0 where that is not known.
static unsigned long count_threads(void) {
  struct stat facts;
  return stat("/proc/self/task", &facts) == 0 ? facts.st_nlink : 0;
}

/// A thread that has been made to end is counted for a moment longer.
static bool has_threads_of(const struct gcdc_kernel_state *before) {
  for (int turns = 0; turns < 1000; turns += 1) {
    if (count_threads() == before->threads) return true;
    sched_yield();
  }
  return false;
}

// MARK: - Signals

static long action(int number, const struct gcdc_kernel_action *new, struct gcdc_kernel_action *old) {
  return syscall(SYS_rt_sigaction, number, new, old, sizeof(unsigned long));
}

static void note_signals(struct gcdc_kernel_state *state) {
  for (int number = 1; number <= GCDC_SIGNALS; number += 1) action(number, NULL, &state->actions[number]);
  sigaltstack(NULL, &state->signal_stack);
}

static void return_signals(const struct gcdc_kernel_state *before, struct gcdc_kernel_state *now) {
  note_signals(now);
  for (int number = 1; number <= GCDC_SIGNALS; number += 1) {
    const struct gcdc_kernel_action *old = &before->actions[number];
    if (memcmp(old, &now->actions[number], sizeof *old) != 0) action(number, old, NULL);
  }
  sigaltstack(&before->signal_stack, NULL);
}

static bool has_waiting_signals(void) {
  unsigned long waiting = 0;
  return syscall(SYS_rt_sigpending, &waiting, sizeof waiting) != 0 || waiting != 0;
}

// MARK: - Descriptors

static struct gcdc_kernel_state *noting;

static bool note_descriptor(int number) {
  struct stat facts;
  if (noting->descriptor_count == GCDC_MOST_DESCRIPTORS || fstat(number, &facts) != 0) return false;
  noting->descriptors[noting->descriptor_count++] =
      (struct gcdc_descriptor){number, fcntl(number, F_GETFD), facts.st_dev, facts.st_ino};
  return true;
}

static bool note_descriptors(struct gcdc_kernel_state *state) {
  state->descriptor_count = 0;
  noting = state;
  return gcdc_for_each_descriptor(note_descriptor);
}

static const struct gcdc_descriptor *find(const struct gcdc_kernel_state *state, int number) {
  for (int index = 0; index < state->descriptor_count; index += 1) {
    if (state->descriptors[index].number == number) return &state->descriptors[index];
  }
  return NULL;
}

/// Closes what has been opened since; false where one that was there is another one. What
/// `gcdc_descriptors_renew` makes anew may be what it likes.
static bool return_descriptors(const struct gcdc_kernel_state *before, struct gcdc_kernel_state *now) {
  if (!note_descriptors(now)) return false;
  for (int index = 0; index < now->descriptor_count; index += 1) {
    int number = now->descriptors[index].number;
    if (find(before, number) == NULL) close(number);
  }
  for (int index = 0; index < before->descriptor_count; index += 1) {
    const struct gcdc_descriptor *old = &before->descriptors[index];
    if (!gcdc_descriptor_is_given(old->number)) continue;
    const struct gcdc_descriptor *new = find(now, old->number);
    bool is_same = new != NULL && new->device == old->device && new->inode == old->inode
                   && new->flags == old->flags;
    if (!is_same) return false;
  }
  return true;
}

// MARK: - Timers

/// The kernel numbers them one after the other.
static int next_timer(void) {
  int number = -1;
  if (syscall(SYS_timer_create, CLOCK_MONOTONIC, NULL, &number) != 0) return -1;
  syscall(SYS_timer_delete, number);
  return number;
}

static bool has_interval_timers(void) {
  struct itimerval value;
  for (int kind = ITIMER_REAL; kind <= ITIMER_PROF; kind += 1) {
    if (getitimer(kind, &value) != 0) return true;
    if (value.it_value.tv_sec != 0 || value.it_value.tv_usec != 0) return true;
  }
  return false;
}

// MARK: - Processes

static bool has_children(void) {
  siginfo_t facts;
  return waitid(P_ALL, 0, &facts, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD;
}

static bool has_same_children(const struct gcdc_kernel_state *before, struct gcdc_kernel_state *now) {
  if (has_children() || getrusage(RUSAGE_CHILDREN, &now->children) != 0) return false;
  return memcmp(&before->children, &now->children, sizeof now->children) == 0;
}

/// What hardly any program changes.
static bool note_rest(struct gcdc_kernel_state *state) {
  for (int kind = 0; kind < GCDC_LIMITS; kind += 1) {
    if (getrlimit((__rlimit_resource_t)kind, &state->limits[kind]) != 0) return false;
  }
  struct stat facts;
  if (stat(".", &facts) != 0) return false;
  state->folder_device = facts.st_dev;
  state->folder_inode = facts.st_ino;
  errno = 0;
  state->priority = getpriority(PRIO_PROCESS, 0);
  state->scheduler = sched_getscheduler(0);
  state->group = getpgrp();
  state->session = getsid(0);
  state->umask = umask(0);
  umask(state->umask);
  state->has_no_new_privileges = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
  state->filter = prctl(PR_GET_SECCOMP);
  state->groups = getgroups(0, NULL);
  if (getresuid(&state->users[0], &state->users[1], &state->users[2]) != 0) return false;
  if (getresgid(&state->users[3], &state->users[4], &state->users[5]) != 0) return false;
  CPU_ZERO(&state->processors);
  prctl(PR_GET_PDEATHSIG, &state->parent_signal);
  state->is_dumpable = prctl(PR_GET_DUMPABLE);
  return errno == 0 && sched_getaffinity(0, sizeof state->processors, &state->processors) == 0
         && prctl(PR_GET_NAME, state->name) == 0;
}

static bool is_rest_same(const struct gcdc_kernel_state *before, struct gcdc_kernel_state *now) {
  return note_rest(now) && memcmp(before->limits, now->limits, sizeof now->limits) == 0
         && before->folder_device == now->folder_device && before->folder_inode == now->folder_inode
         && before->priority == now->priority && before->scheduler == now->scheduler
         && before->group == now->group && before->session == now->session
         && before->parent_signal == now->parent_signal && before->is_dumpable == now->is_dumpable
         && before->umask == now->umask && before->has_no_new_privileges == now->has_no_new_privileges
         && before->filter == now->filter && before->groups == now->groups
         && memcmp(before->users, now->users, sizeof now->users) == 0
         && CPU_EQUAL(&before->processors, &now->processors) && memcmp(before->name, now->name, 16) == 0;
}

// MARK: - All of it

/// False where it is not to be known, or where it would add up: processor time that is limited.
bool gcdc_kernel_state_note(struct gcdc_kernel_state *state) {
  note_signals(state);
  state->last_timer = next_timer();
  return note_rest(state) && state->limits[RLIMIT_CPU].rlim_cur == RLIM_INFINITY
         && (state->threads = count_threads()) != 0 && note_descriptors(state) && !has_interval_timers()
         && !has_waiting_signals() && !has_children() && getrusage(RUSAGE_CHILDREN, &state->children) == 0;
}

/// Undoes what can be undone; false where something is left of what has been done since.
bool gcdc_kernel_state_return(const struct gcdc_kernel_state *before, struct gcdc_kernel_state *now) {
  if (now->last_timer >= 0) {
    int timer = next_timer();
    if (timer != now->last_timer + 1) return false;
    now->last_timer = timer;
  }
  if (!has_same_children(before, now) || !has_threads_of(before)) return false;
  if (has_interval_timers() || has_waiting_signals()) return false;
  if (!is_rest_same(before, now) || !return_descriptors(before, now)) return false;
  return_signals(before, now);
  return true;
}
#endif
