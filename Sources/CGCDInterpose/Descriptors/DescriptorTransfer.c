// Licensed under the Apache License, Version 2.0; see LICENSE.
// read and write: a call that would block waits in the engine first.
#include "Descriptors.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <fcntl.h>
#include <limits.h>

/// Whether a run loop was woken by that, by another thread or by a timer of its own: no data has come.
GCDC_UNINSTRUMENTED static bool wakes_run_loop(int descriptor, ssize_t size, gcdc_site site) {
  uint64_t inode;
  return size == sizeof(uint64_t) && gcdc_is_run_loop_site(site)
         && gcdc_kind_of_descriptor(descriptor, &inode) == GCDC_DESCRIPTOR_EVENT;
}

GCDC_UNINSTRUMENTED static ssize_t transfer_in(int descriptor, const struct iovec *parts, int count,
                                               gcdc_site site) {
  gcdc_await(descriptor, POLLIN, GCDC_OPERATION_READ_DESCRIPTOR, site);
  ssize_t result = count == 1 ? GCDC_REAL(read)(descriptor, parts[0].iov_base, parts[0].iov_len)
                              : GCDC_REAL(readv)(descriptor, parts, count);
  uint64_t expirations;
  if (result == sizeof expirations && gcdc_hook_table.timer_read != NULL
      && gcdc_hook_table.timer_read(descriptor, &expirations)) {
    *(uint64_t *)parts[0].iov_base = expirations;
    return result;  // Time has passed; no data has come.
  }
  return wakes_run_loop(descriptor, result, site) ? result : gcdc_received(result);
}

GCDC_ENTRY(ssize_t, read, (int descriptor, void *buffer, size_t size), (descriptor, buffer, size), GCDC_WAITS,
           GCDC_RETURN_OFF(transfer_in(descriptor, &(struct iovec){buffer, size}, 1, GCDC_SITE)))
GCDC_ENTRY(ssize_t, __read_chk, (int descriptor, void *buffer, size_t size, size_t capacity),
           (descriptor, buffer, size, capacity), GCDC_WAITS && size <= capacity,
           GCDC_RETURN_OFF(transfer_in(descriptor, &(struct iovec){buffer, size}, 1, GCDC_SITE)))
GCDC_ENTRY(ssize_t, readv, (int descriptor, const struct iovec *parts, int count), (descriptor, parts, count),
           GCDC_WAITS && count >= 1,
           GCDC_RETURN_OFF(transfer_in(descriptor, parts, count, GCDC_SITE)))

GCDC_EXPORT int eventfd_read(int descriptor, eventfd_t *value) {
  if (!GCDC_WAITS) return GCDC_REAL(eventfd_read)(descriptor, value);
  ssize_t result;
  struct iovec part = {value, sizeof *value};
  GCDC_OFF(result = transfer_in(descriptor, &part, 1, GCDC_SITE));
  return result == sizeof *value ? 0 : -1;
}

/// Writes as much as fits without blocking; -1 and EAGAIN when nothing does.
GCDC_UNINSTRUMENTED static ssize_t write_some(int descriptor, const char *bytes, size_t size) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -1;
  // For the length of one call, which no other thread of the run can see.
  fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
  ssize_t written = GCDC_REAL(write)(descriptor, bytes, size);
  int code = errno;
  fcntl(descriptor, F_SETFL, flags);
  errno = code;
  return written;
}

/// A blocking write of more than may fit: all of it is written, however often that has to wait.
GCDC_UNINSTRUMENTED static ssize_t write_all(int descriptor, const char *bytes, size_t size, gcdc_site site) {
  size_t done = 0;
  while (true) {
    ssize_t written = write_some(descriptor, bytes + done, size - done);
    if (written < 0 && errno != EAGAIN) return done > 0 ? (ssize_t)done : -1;
    if (written > 0) done += (size_t)written;
    if (done == size) return (ssize_t)size;
    gcdc_awaited awaited = {descriptor, POLLOUT, 0};
    gcdc_hook_table.descriptor_wait(&awaited, 1, UINT64_MAX, GCDC_OPERATION_WRITE_DESCRIPTOR, site);
  }
}

GCDC_UNINSTRUMENTED static ssize_t transfer_out(int descriptor, const void *buffer, size_t size,
                                                gcdc_site site) {
  gcdc_use(descriptor, GCDC_OPERATION_WRITE_DESCRIPTOR, site);
  uint64_t inode;
  gcdc_descriptor_kind sort = gcdc_kind_of_descriptor(descriptor, &inode);
  // What is ready for writing takes this much at once; but a terminal may be ready for less.
  if (sort != GCDC_DESCRIPTOR_TERMINAL && size <= PIPE_BUF && gcdc_is_ready(descriptor, POLLOUT)) {
    return GCDC_REAL(write)(descriptor, buffer, size);
  }
  bool may_block = sort == GCDC_DESCRIPTOR_PIPE || sort == GCDC_DESCRIPTOR_SOCKET
                   || sort == GCDC_DESCRIPTOR_TERMINAL;
  if (!may_block || gcdc_never_blocks(descriptor)) return GCDC_REAL(write)(descriptor, buffer, size);
  return write_all(descriptor, buffer, size, site);
}

GCDC_EXPORT ssize_t write(int descriptor, const void *buffer, size_t size) {
  if (!__builtin_expect(gcdc_controlled, false)) return GCDC_REAL(write)(descriptor, buffer, size);
  if (gcdc_output_is_muted(descriptor)) return (ssize_t)size;
  if (!GCDC_WAITS) return GCDC_REAL(write)(descriptor, buffer, size);
  ssize_t result;
  GCDC_OFF({
    result = transfer_out(descriptor, buffer, size, GCDC_SITE);
    if (!wakes_run_loop(descriptor, result, GCDC_SITE)) GCDC_SENT(result);
  });
  return result;
}

/// Parts go out one after the other where they may have to wait: the order is the same.
GCDC_UNINSTRUMENTED static ssize_t transfer_parts(int descriptor, const struct iovec *parts, int count,
                                                  gcdc_site site) {
  gcdc_use(descriptor, GCDC_OPERATION_WRITE_DESCRIPTOR, site);
  size_t size = 0;
  for (int index = 0; index < count; index += 1) size += parts[index].iov_len;
  uint64_t inode;
  bool takes_all = size <= PIPE_BUF && gcdc_is_ready(descriptor, POLLOUT)
                   && gcdc_kind_of_descriptor(descriptor, &inode) != GCDC_DESCRIPTOR_TERMINAL;
  if (takes_all || gcdc_never_blocks(descriptor)) {
    return GCDC_REAL(writev)(descriptor, parts, count);
  }
  ssize_t total = 0;
  for (int index = 0; index < count; index += 1) {
    if (parts[index].iov_len == 0) continue;
    ssize_t written = write_all(descriptor, parts[index].iov_base, parts[index].iov_len, site);
    if (written < 0) return total > 0 ? total : -1;
    total += written;
    if ((size_t)written < parts[index].iov_len) break;
  }
  return total;
}

GCDC_ENTRY(ssize_t, writev, (int descriptor, const struct iovec *parts, int count),
           (descriptor, parts, count), GCDC_WAITS && count >= 1,
           GCDC_RETURN_OFF(GCDC_SENT(transfer_parts(descriptor, parts, count, GCDC_SITE))))
#endif
