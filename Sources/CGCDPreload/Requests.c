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

static int descriptor = -1;
static char *memory;
static size_t capacity;
/// Bytes in `memory`, and those of the line at its front that was received last, with its end.
static size_t count, taken;

/// Room for most profiles. It grows for longer ones, which moves what the program maps, but only once.
enum { first_capacity = 1 << 20 };

static bool grow(size_t size) {
  void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return false;
  if (memory != NULL) {
    memcpy(pages, memory, count);
    munmap(memory, capacity);
  }
  memory = pages;
  capacity = size;
  return true;
}

bool gcdc_requests_open(int channel) {
  descriptor = channel;
  return grow(first_capacity);
}

const char *gcdc_requests_receive(size_t *length) {
  count -= taken;
  memmove(memory, memory + taken, count);
  taken = 0;
  for (size_t searched = 0;;) {
    const char *end = memchr(memory + searched, '\n', count - searched);
    if (end != NULL) {
      *length = (size_t)(end - memory);
      taken = *length + 1;
      return memory;
    }
    searched = count;
    if (count == capacity && !grow(2 * capacity)) return NULL;
    ssize_t more = recv(descriptor, memory + count, capacity - count, 0);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return NULL;
    count += (size_t)more;
  }
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
