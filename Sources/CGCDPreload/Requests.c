// Licensed under the Apache License, Version 2.0; see LICENSE.
// Takes nothing from the heap, which is why it is in C: each schedule begins with a copy of the heap of the
// serving process, and where its objects come to lie must not depend on the schedules before it. Programs
// keep objects in the order of their addresses, as Foundation does with operations that depend on each other.
#define _GNU_SOURCE
#include "Requests.h"

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static int descriptor = -1;
static char *memory;
static size_t capacity;
/// The serving process, which alone can make more room.
static pid_t owner;

/// Shared with forks, as `memory` is: one of them may receive lines in place of the serving process, which
/// waits for its end meanwhile.
struct progress {
  /// Bytes in `memory`, and those of the line at its front that was received last, with its end.
  size_t count, taken;
  enum gcdc_handover handover;
  /// The lines are received by a fork.
  bool is_elsewhere;
  /// The end of the last line's schedule has been sent, by the process that executed it and is to execute
  /// others.
  bool is_answered;
  /// How often such a process could be made what it was, and how often not.
  int restored, refused;
};
static struct progress *shared;

/// Room for most profiles. It grows for longer ones, which moves what the program maps, but only once.
enum { first_capacity = 1 << 20 };

static void *shared_pages(size_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static bool grow(size_t size) {
  void *pages = shared_pages(size);
  if (pages == MAP_FAILED) return false;
  if (memory != NULL) {
    memcpy(pages, memory, shared->count);
    munmap(memory, capacity);
  }
  memory = pages;
  capacity = size;
  return true;
}

bool gcdc_requests_open(int channel) {
  descriptor = channel;
  owner = getpid();
  shared = shared_pages(sizeof *shared);
  return shared != MAP_FAILED && grow(first_capacity);
}

const char *gcdc_requests_receive(size_t *length) {
  shared->count -= shared->taken;
  memmove(memory, memory + shared->taken, shared->count);
  shared->taken = 0;
  for (size_t searched = 0;;) {
    const char *end = memchr(memory + searched, '\n', shared->count - searched);
    if (end != NULL) {
      *length = (size_t)(end - memory);
      shared->taken = *length + 1;
      return memory;
    }
    searched = shared->count;
    if (shared->count == capacity) {
      if (getpid() != owner) gcdc_requests_hand_over(GCDC_HANDOVER_REQUEST);
      if (!grow(2 * capacity)) return NULL;
    }
    ssize_t more = recv(descriptor, memory + shared->count, capacity - shared->count, 0);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return NULL;
    shared->count += (size_t)more;
  }
}

const char *gcdc_requests_last(size_t *length) {
  *length = shared->taken - 1;
  return memory;
}

bool gcdc_requests_is_alike(const char *line) { return line[0] == '+'; }

void gcdc_requests_hand_over(enum gcdc_handover what) {
  shared->taken = 0;
  shared->handover = what;
  for (;;) syscall(SYS_exit_group, 0);
}

void gcdc_requests_receive_here(void) { shared->is_elsewhere = true; }

bool gcdc_requests_take_over(bool ended_well, enum gcdc_handover *left) {
  bool was_elsewhere = shared->is_elsewhere;
  *left = shared->handover;
  shared->handover = GCDC_HANDOVER_NONE;
  shared->is_elsewhere = false;
  return ended_well || !was_elsewhere || *left != GCDC_HANDOVER_NONE;
}

/// A snapshot costs as much as a copy, so that one is taken only where as many schedules come of it.
enum { first_refusals = 3, restored_for_refusal = 4 };

bool gcdc_requests_may_be_served_in_place(void) {
  return shared->refused < first_refusals || shared->restored >= restored_for_refusal * shared->refused;
}

void gcdc_requests_note_refusal(void) { shared->refused += 1; }

bool gcdc_requests_end_here(void) {
  shared->is_answered = true;
  return gcdc_requests_send_ended(0);
}

void gcdc_requests_begin_here(void) {
  shared->restored += 1;
  shared->is_answered = false;
}

void gcdc_requests_leave_line(void) { shared->taken = 0; }

bool gcdc_requests_take_answered(void) {
  bool was_answered = shared->is_answered;
  shared->is_answered = false;
  return was_answered;
}

bool gcdc_requests_send_ended(int status) {
  char line[64];
  size_t length = (size_t)snprintf(line, sizeof line, "!%d\n", status), sent = 0;
  while (sent < length) {
    ssize_t more = send(descriptor, line + sent, length - sent, MSG_NOSIGNAL);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return false;
    sent += (size_t)more;
  }
  return true;
}
#endif
