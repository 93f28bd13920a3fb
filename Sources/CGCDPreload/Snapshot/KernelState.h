// Licensed under the Apache License, Version 2.0; see LICENSE.
// What the kernel knows about this process, but for its memory.
#ifndef CGCD_KERNEL_STATE_H
#define CGCD_KERNEL_STATE_H
#include <features.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum { GCDC_SIGNALS = 64, GCDC_LIMITS = 16, GCDC_MOST_DESCRIPTORS = 256 };

struct gcdc_descriptor {
  int number, flags;
  dev_t device;
  ino_t inode;
};

/// struct sigaction as the kernel has it.
struct gcdc_kernel_action {
  void *handler;
  unsigned long flags;
  void *restorer;
  unsigned long mask;
};

struct gcdc_kernel_state {
  struct gcdc_kernel_action actions[GCDC_SIGNALS + 1];
  stack_t signal_stack;
  int descriptor_count;
  struct gcdc_descriptor descriptors[GCDC_MOST_DESCRIPTORS];
  struct rlimit limits[GCDC_LIMITS];
  struct rusage children;
  dev_t folder_device;
  ino_t folder_inode;
  int priority, scheduler, parent_signal, is_dumpable;
  pid_t group, session;
  cpu_set_t processors;
  char name[16];
  /// The number that a timer was given; those that are made later have higher ones. -1: there are none.
  int last_timer;
  unsigned long threads;
  mode_t umask;
  int has_no_new_privileges, filter, groups;
  /// Real, effective and saved, then of groups.
  unsigned users[6];
};

bool gcdc_kernel_state_note(struct gcdc_kernel_state *state);
bool gcdc_kernel_state_return(const struct gcdc_kernel_state *before, struct gcdc_kernel_state *now);
#endif
