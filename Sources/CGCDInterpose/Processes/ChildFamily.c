// Licensed under the Apache License, Version 2.0; see LICENSE.
// What the processes do that this one has started, and those that they have: the kernel tells it in /proc.
//
// They wait for this one where each of them writes to a full pipe, reads an empty one or waits for its own
// children, and the other end of one of the pipes is open here. Nothing outside of this process then does
// anything any more.
#include "RetriedCalls.h"

#if GCDC_INTERPOSES
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

enum { most_members = 64, longest_path = 64 };

/// A process below this one, and what its call waits for.
struct member {
  int process;
  bool transfers, writes;
  char pipe[longest_path];  // "pipe:[1234]"
};

struct family {
  struct member members[most_members];
  int count;
  bool is_too_large;
};

/// The first line of a file below /proc, without its end; false if it cannot be read.
GCDC_UNINSTRUMENTED static bool read_line(const char *path, char *line, size_t size) {
  FILE *file = fopen(path, "re");
  if (file == NULL) return false;
  bool is_read = fgets(line, (int)size, file) != NULL;
  fclose(file);
  if (is_read) line[strcspn(line, "\n")] = '\0';
  return is_read;
}

GCDC_UNINSTRUMENTED static void add_children_of(int process, struct family *family) {
  char path[longest_path];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (threads == NULL) return;
  for (struct dirent *entry; (entry = readdir(threads)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", process, entry->d_name);
    FILE *list = fopen(path, "re");
    if (list == NULL) continue;
    for (int child; fscanf(list, "%d", &child) == 1;) {
      if (family->count == most_members) {
        family->is_too_large = true;
      } else {
        family->members[family->count++] = (struct member){.process = child};
      }
    }
    fclose(list);
  }
  closedir(threads);
}

/// Whether a thread of a process runs, or is about to: it neither waits nor has ended.
GCDC_UNINSTRUMENTED static bool computes(int process) {
  char path[longest_path], line[256];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (threads == NULL) return false;
  bool is_found = false;
  for (struct dirent *entry; !is_found && (entry = readdir(threads)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/stat", process, entry->d_name);
    if (!read_line(path, line, sizeof line)) continue;
    const char *name_end = strrchr(line, ')');
    is_found = name_end != NULL && (name_end[2] == 'R' || name_end[2] == 'D');
  }
  closedir(threads);
  return is_found;
}

/// One of them computes for longer than it is worth waiting for, in this run. Used by the carrier alone.
static bool computes_long;

void gcdc_forget_family(void) { computes_long = false; }

GCDC_UNINSTRUMENTED bool gcdc_family_has_come_to_rest(int milliseconds) {
  if (computes_long) return false;
  struct family *family = malloc(sizeof *family);
  if (family == NULL) return false;
  static const struct timespec moment = {0, 200000};
  bool is_at_rest = false;
  // Twice in a row: one that another has just woken may not have been seen.
  for (int count = 0, quiet = 0; !is_at_rest && count < milliseconds * 5; count += 1) {
    if (count > 0) GCDC_REAL(nanosleep)(&moment, NULL);
    family->count = 0;
    family->is_too_large = false;
    add_children_of(getpid(), family);
    if (family->count == 0) {
      is_at_rest = true;
      break;
    }
    bool any = false;
    for (int index = 0; !any && index < family->count; index += 1) {
      any = computes(family->members[index].process);
      if (!any) add_children_of(family->members[index].process, family);
    }
    quiet = any ? 0 : quiet + 1;
    is_at_rest = quiet == 2;
  }
  free(family);
  computes_long = !is_at_rest;
  return is_at_rest;
}

/// Real milliseconds that processes may compute before it is looked which of them have ended.
enum { longest_turn = 300 };

/// Whether a process has ended, has not been asked for, and is one of those that a wait is content with.
GCDC_UNINSTRUMENTED static bool may_be_given(int child, pid_t process) {
  siginfo_t facts = {0};
  if (GCDC_REAL(waitid)(P_PID, (id_t)child, &facts, WEXITED | WNOHANG | WNOWAIT) != 0) return false;
  if (facts.si_pid != child) return false;
  return process == -1 || getpgid(child) == (process == 0 ? getpgrp() : -process);
}

GCDC_UNINSTRUMENTED pid_t gcdc_choose_ended_child(pid_t process) {
  // Which have ended by now depends on how fast they are, unless each has done what it does without waiting.
  if (gcdc_hook_table.choose_end == NULL || !gcdc_family_has_come_to_rest(longest_turn)) return 0;
  struct family *family = calloc(1, sizeof *family);
  if (family == NULL) return 0;
  add_children_of(getpid(), family);
  int count = 0;
  // In the order in which they were made, as the kernel gives them.
  for (int index = 0; index < family->count; index += 1) {
    struct member *member = &family->members[index];
    if (may_be_given(member->process, process)) family->members[count++] = *member;
  }
  pid_t chosen = count < 2 ? 0 : family->members[gcdc_hook_table.choose_end(count)].process;
  free(family);
  return chosen;
}

/// Whether a descriptor of a process is an end of a pipe, and the one that is asked for.
GCDC_UNINSTRUMENTED static bool is_end(int process, const char *descriptor, const char *pipe, bool writes) {
  char path[longest_path], text[longest_path];
  snprintf(path, sizeof path, "/proc/%d/fd/%.16s", process, descriptor);
  ssize_t length = readlink(path, text, sizeof text - 1);
  if (length < 0) return false;
  text[length] = '\0';
  if (strcmp(text, pipe) != 0) return false;
  snprintf(path, sizeof path, "/proc/%d/fdinfo/%.16s", process, descriptor);
  FILE *file = fopen(path, "re");
  if (file == NULL) return false;
  unsigned flags = O_RDWR;
  while (fgets(text, sizeof text, file) != NULL && sscanf(text, "flags: %o", &flags) != 1) continue;
  fclose(file);
  return (flags & O_ACCMODE) == O_RDWR || ((flags & O_ACCMODE) == O_WRONLY) == writes;
}

/// The descriptor by which a process has an end of a pipe; -1 if it has none.
GCDC_UNINSTRUMENTED static int end_in(int process, const char *pipe, bool writes) {
  char path[longest_path];
  snprintf(path, sizeof path, "/proc/%d/fd", process);
  DIR *descriptors = opendir(path);
  if (descriptors == NULL) return -1;
  int found = -1;
  for (struct dirent *entry; found < 0 && (entry = readdir(descriptors)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    if (is_end(process, entry->d_name, pipe, writes)) found = atoi(entry->d_name);
  }
  closedir(descriptors);
  return found;
}

/// Whether a process with one thread waits in a call that only another process can end; fills what for.
GCDC_UNINSTRUMENTED static bool waits(struct member *member) {
  char path[longest_path], line[256];
  snprintf(path, sizeof path, "/proc/%d/task", member->process);
  int threads = 0;
  DIR *list = opendir(path);
  if (list == NULL) return false;
  for (struct dirent *entry; (entry = readdir(list)) != NULL;) threads += entry->d_name[0] != '.';
  closedir(list);
  snprintf(path, sizeof path, "/proc/%d/syscall", member->process);
  long number;
  unsigned long descriptor;
  if (threads != 1 || !read_line(path, line, sizeof line)) return false;
  if (sscanf(line, "%ld 0x%lx", &number, &descriptor) != 2) return false;  // "running"
  switch (number) {
    case SYS_wait4: case SYS_waitid: return true;
    case SYS_write: case SYS_writev: member->writes = true; break;
    case SYS_read: case SYS_readv: break;
    default: return false;
  }
  member->transfers = true;
  snprintf(path, sizeof path, "/proc/%d/fd/%lu", member->process, descriptor);
  ssize_t length = readlink(path, member->pipe, sizeof member->pipe - 1);
  if (length < 0) return false;
  member->pipe[length] = '\0';
  return strncmp(member->pipe, "pipe:", 5) == 0;
}

/// Whether the other end of the pipe that a member waits for is open in another one.
GCDC_UNINSTRUMENTED static bool is_served_by_member(const struct member *member,
                                                    const struct family *family) {
  for (int index = 0; index < family->count; index += 1) {
    const struct member *other = &family->members[index];
    if (other != member && end_in(other->process, member->pipe, !member->writes) >= 0) return true;
  }
  return false;
}

GCDC_UNINSTRUMENTED bool gcdc_find_stuck_child(gcdc_stuck_child *child) {
  // Larger than what should lie on a block's stack.
  struct family *family = calloc(1, sizeof *family);
  if (family == NULL) return false;
  bool is_stuck = true, is_found = false;
  int own = getpid();
  add_children_of(own, family);
  for (int index = 0; is_stuck && index < family->count; index += 1) {
    struct member *member = &family->members[index];
    is_stuck = waits(member);
    if (is_stuck) add_children_of(member->process, family);
  }
  is_stuck = is_stuck && !family->is_too_large;
  for (int index = 0; is_stuck && index < family->count; index += 1) {
    struct member *member = &family->members[index];
    if (!member->transfers) continue;
    int descriptor = end_in(own, member->pipe, !member->writes);
    if (descriptor < 0) {
      is_stuck = is_served_by_member(member, family);
    } else if (!is_found) {
      is_found = true;
      *child = (gcdc_stuck_child){.descriptor = descriptor, .writes = member->writes};
      char path[longest_path];
      snprintf(path, sizeof path, "/proc/%d/comm", member->process);
      if (!read_line(path, child->name, sizeof child->name)) child->name[0] = '\0';
    }
  }
  free(family);
  return is_stuck && is_found;
}
#endif
