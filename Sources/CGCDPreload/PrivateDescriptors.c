// Licensed under the Apache License, Version 2.0; see LICENSE.
// Takes nothing from the heap: a copy of the process is to find the program's memory as it is in a process of
// its own.
#define _GNU_SOURCE
#include <features.h>
#include "PrivateDescriptors.h"

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum kind { stateless, counter, timer, set, pipe_end, file };

struct opened {
  int number;
  enum kind kind;
  int flags;               // of its status, with O_CLOEXEC
  uint64_t count;          // of a counter; where a file is read; bytes in a pipe
  bool is_semaphore;       // of a counter
  int clock, settings;     // of a timer
  struct itimerspec time;  // of a timer
  int other;               // of the reading end of a pipe: the writing one; -1 of that one itself
  uint8_t waiting[64];     // in a pipe, `count` bytes
  int first_member, members;  // of a set, in `members`
};

struct member {
  int number;
  struct epoll_event event;
};

enum { most = 64, most_given = 256, most_members = 64 };
static struct opened opened[most];
static size_t opened_count;
static struct member members[most_members];
static int member_count;
static int given[most_given];
static size_t given_count;

/// Calls a function for each open descriptor until it says false; false where it did.
bool gcdc_for_each_descriptor(bool (*look)(int number)) {
  int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  _Alignas(8) char entries[4096];
  bool is_well = true;
  for (long size; is_well && (size = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;) {
    for (char *at = entries; is_well && at < entries + size;) {
      // An inode, an offset, the length of the entry, a byte for the type, and the name.
      uint16_t length;
      memcpy(&length, at + 16, sizeof length);
      const char *name = at + 19;
      if (*name != '.' && atoi(name) != folder) is_well = look(atoi(name));
      at += length;
    }
  }
  close(folder);
  return is_well;
}

static void read_name(int number, char *name, size_t size) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", number);
  ssize_t length = readlink(path, name, size - 1);
  name[length > 0 ? length : 0] = '\0';
}

/// What a library has opened when it was loaded, such as the run loop of the main thread, is the program's.
static bool note_given(int number) {
  char name[64];
  read_name(number, name, sizeof name);
  bool is_own = strcmp(name, "anon_inode:[eventfd]") == 0 || strcmp(name, "anon_inode:[timerfd]") == 0
                || strcmp(name, "anon_inode:[eventpoll]") == 0;
  if (!is_own && given_count < most_given) given[given_count++] = number;
  return true;
}

bool gcdc_descriptors_note_given(void) {
  return gcdc_for_each_descriptor(note_given) && gcdc_descriptors_look();
}

bool gcdc_descriptor_is_given(int number) {
  if (number <= STDERR_FILENO) return true;
  for (size_t index = 0; index < given_count; index += 1) {
    if (given[index] == number) return true;
  }
  return false;
}

// MARK: - Looking

/// What the kernel says about a descriptor, as text; empty where nothing.
static void read_facts(int number, char *text, size_t size) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read(file, text, size - 1);
  text[length > 0 ? length : 0] = '\0';
  if (file >= 0) close(file);
}

/// The number behind a name in such a text; `absent` where there is none.
static uint64_t fact(const char *text, const char *name, int base, uint64_t absent) {
  const char *at = strstr(text, name);
  return at == NULL ? absent : strtoull(at + strlen(name), NULL, base);
}

/// The two numbers of a time: "(1, 500)".
static struct timespec time_fact(const char *text, const char *name) {
  struct timespec time = {0, 0};
  const char *at = strstr(text, name);
  at = at == NULL ? NULL : strchr(at, '(');
  if (at == NULL) return time;
  char *end;
  time.tv_sec = (time_t)strtoull(at + 1, &end, 10);
  time.tv_nsec = *end == ',' ? (long)strtoull(end + 1, NULL, 10) : 0;
  return time;
}

static bool look_at_members(struct opened *entry, const char *text) {
  entry->first_member = member_count;
  for (const char *at = text; (at = strstr(at, "tfd:")) != NULL; at += 4) {
    if (member_count == most_members) return false;
    struct member *member = &members[member_count++];
    member->number = atoi(at + 4);
    member->event.events = (uint32_t)fact(at, "events:", 16, 0);
    member->event.data.u64 = fact(at, "data:", 16, 0);
    entry->members += 1;
  }
  return true;
}

/// Copies what is in a pipe, which stays there.
static bool look_at_pipe(struct opened *entry) {
  int count = 0, ends[2];
  if ((entry->flags & O_ACCMODE) != O_RDONLY) return true;
  if (ioctl(entry->number, FIONREAD, &count) != 0 || count > (int)sizeof entry->waiting) return false;
  entry->count = (uint64_t)count;
  if (count == 0) return true;
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  ssize_t copied = tee(entry->number, ends[1], (size_t)count, SPLICE_F_NONBLOCK);
  bool is_whole = copied == count && read(ends[0], entry->waiting, (size_t)count) == count;
  close(ends[0]);
  close(ends[1]);
  return is_whole;
}

static bool is_pipe_of(int number, const char *name) {
  char other[64];
  read_name(number, other, sizeof other);
  return strcmp(other, name) == 0;
}

/// Puts the two ends of a pipe together.
static bool pair(struct opened *entry, const char *name) {
  for (size_t index = 0; index + 1 < opened_count; index += 1) {
    struct opened *other = &opened[index];
    if (other->kind != pipe_end || !is_pipe_of(other->number, name)) continue;
    bool reads = (entry->flags & O_ACCMODE) == O_RDONLY;
    struct opened *reader = reads ? entry : other, *writer = reads ? other : entry;
    bool are_two = (reader->flags & O_ACCMODE) == O_RDONLY && (writer->flags & O_ACCMODE) == O_WRONLY;
    // A third descriptor of one end would be left behind.
    if (!are_two || reader->other >= 0) return false;
    reader->other = writer->number;
  }
  return true;
}

static bool look_at(int number) {
  if (gcdc_descriptor_is_given(number)) return true;
  if (opened_count == most) return false;
  struct opened *entry = &opened[opened_count++];
  *entry = (struct opened){.number = number, .kind = stateless, .other = -1};
  char name[64], text[4096];
  read_name(number, name, sizeof name);
  read_facts(number, text, sizeof text);
  entry->flags = (int)fact(text, "flags:", 8, 0);
  struct stat facts;
  if (strcmp(name, "/dev/null") == 0) return true;
  if (strcmp(name, "anon_inode:[eventfd]") == 0) {
    entry->kind = counter;
    entry->count = fact(text, "eventfd-count:", 16, UINT64_MAX);
    entry->is_semaphore = fact(text, "eventfd-semaphore:", 10, 0) != 0;
    return entry->count <= UINT32_MAX;
  }
  if (strcmp(name, "anon_inode:[timerfd]") == 0) {
    entry->kind = timer;
    entry->clock = (int)fact(text, "clockid:", 10, CLOCK_MONOTONIC);
    entry->time.it_value = time_fact(text, "it_value:");
    entry->time.it_interval = time_fact(text, "it_interval:");
    return fact(text, "ticks:", 10, 1) == 0;
  }
  if (strcmp(name, "anon_inode:[eventpoll]") == 0) {
    entry->kind = set;
    return look_at_members(entry, text);
  }
  if (strncmp(name, "pipe:", 5) == 0) {
    entry->kind = pipe_end;
    return look_at_pipe(entry) && pair(entry, name);
  }
  entry->kind = file;
  entry->count = fact(text, "pos:", 10, 0);
  return (entry->flags & O_ACCMODE) == O_RDONLY && fstat(number, &facts) == 0
         && (S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode));
}

bool gcdc_descriptors_look(void) {
  opened_count = 0;
  member_count = 0;
  if (!gcdc_for_each_descriptor(look_at)) return false;
  // The other end of a pipe may be elsewhere, with one who answers.
  for (size_t index = 0; index < opened_count; index += 1) {
    bool is_reader = opened[index].kind == pipe_end && (opened[index].flags & O_ACCMODE) == O_RDONLY;
    bool is_writer = opened[index].kind == pipe_end && !is_reader;
    bool is_known = is_reader && opened[index].other >= 0;
    for (size_t other = 0; is_writer && other < opened_count; other += 1) {
      if (opened[other].other == opened[index].number) is_known = true;
    }
    if ((is_reader || is_writer) && !is_known) return false;
  }
  return true;
}

// MARK: - Renewing

/// Gives a new descriptor the number of an old one; false where that is not possible.
static bool take_place(int made, const struct opened *entry) {
  if (made < 0) return false;
  bool is_there = dup3(made, entry->number, entry->flags & O_CLOEXEC) == entry->number;
  close(made);
  return is_there;
}

static bool renew_pipe(const struct opened *reader) {
  if (reader->other < 0) return true;  // it comes with its other end
  const struct opened *writer = opened;
  while (writer->number != reader->other) writer += 1;
  int ends[2];
  if (pipe(ends) != 0) return false;
  fcntl(ends[0], F_SETFL, reader->flags & O_NONBLOCK);
  fcntl(ends[1], F_SETFL, writer->flags & O_NONBLOCK);
  ssize_t count = (ssize_t)reader->count;
  if (count > 0 && write(ends[1], reader->waiting, (size_t)count) != count) return false;
  return take_place(ends[0], reader) && take_place(ends[1], writer);
}

static bool renew(const struct opened *entry) {
  int is_blocking = (entry->flags & O_NONBLOCK) == 0, made;
  switch (entry->kind) {
  case stateless: return true;
  case pipe_end: return renew_pipe(entry);
  case set: return take_place(epoll_create1(0), entry);
  case counter:
    made = eventfd((unsigned)entry->count,
                   (is_blocking ? 0 : EFD_NONBLOCK) | (entry->is_semaphore ? EFD_SEMAPHORE : 0));
    return take_place(made, entry);
  case timer:
    made = timerfd_create(entry->clock, is_blocking ? 0 : TFD_NONBLOCK);
    if (made >= 0 && (entry->time.it_value.tv_sec != 0 || entry->time.it_value.tv_nsec != 0)) {
      timerfd_settime(made, 0, &entry->time, NULL);
    }
    return take_place(made, entry);
  case file: {
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", entry->number);
    made = open(path, O_RDONLY | (entry->flags & (O_NONBLOCK | O_DIRECTORY)));
    if (made >= 0) lseek(made, (off_t)entry->count, SEEK_SET);
    return take_place(made, entry);
  }
  }
  return false;
}

/// A new set has no members: the old ones went with the descriptors that they had.
static bool fill(const struct opened *set) {
  for (int index = 0; index < set->members; index += 1) {
    struct member *member = &members[set->first_member + index];
    if (epoll_ctl(set->number, EPOLL_CTL_ADD, member->number, &member->event) != 0) return false;
  }
  return true;
}

bool gcdc_descriptors_renew(void) {
  for (size_t index = 0; index < opened_count; index += 1) {
    if (!renew(&opened[index])) return false;
  }
  for (size_t index = 0; index < opened_count; index += 1) {
    if (opened[index].kind == set && !fill(&opened[index])) return false;
  }
  return true;
}
#endif
