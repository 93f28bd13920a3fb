// Licensed under the Apache License, Version 2.0; see LICENSE.
// What all calls that wait for descriptors share.
#include "Descriptors.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <fcntl.h>
#include "Deadlines.h"

GCDC_UNINSTRUMENTED int gcdc_poll_really(gcdc_awaited *awaited, size_t count, int milliseconds) {
  int saved = errno;
  int ready;
  do ready = GCDC_REAL(poll)((struct pollfd *)awaited, count, milliseconds);
  while (ready < 0 && errno == EINTR);
  errno = saved;
  return ready;
}

GCDC_UNINSTRUMENTED bool gcdc_is_ready(int descriptor, short events) {
  gcdc_awaited awaited = {descriptor, events, 0};
  return gcdc_poll_really(&awaited, 1, 0) != 0;
}

GCDC_UNINSTRUMENTED bool gcdc_never_blocks(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 || (flags & O_NONBLOCK) != 0;
}

GCDC_UNINSTRUMENTED void gcdc_await(int descriptor, short events, int call, gcdc_site site) {
  gcdc_use(descriptor, call, site);
  // The kernel hands on what is written to a pseudo-terminal by work of its own: even where both ends belong
  // to this process, how much is there depends on when one looks.
  uint64_t inode;
  if (events == POLLIN && gcdc_hook_table.outside_seen != NULL
      && gcdc_kind_of_descriptor(descriptor, &inode) == GCDC_DESCRIPTOR_TERMINAL) {
    gcdc_hook_table.outside_seen();
  }
  // What another process writes is read when nothing else can run, as if it came no sooner: how many waits
  // there are does not depend on how fast it is.
  if (events == POLLIN && gcdc_hook_table.descriptor_is_fed != NULL
      && gcdc_hook_table.descriptor_is_fed(descriptor) && !gcdc_never_blocks(descriptor)) {
    gcdc_awaited awaited = {descriptor, events, 0};
    gcdc_hook_table.descriptor_wait(&awaited, 1, UINT64_MAX, call, site);
  }
  while (!gcdc_is_ready(descriptor, events) && !gcdc_never_blocks(descriptor)) {
    gcdc_awaited awaited = {descriptor, events, 0};
    gcdc_hook_table.descriptor_wait(&awaited, 1, UINT64_MAX, call, site);
  }
}

/// Whether Foundation writes for the program, as `FileHandle` does, to what others read as it comes.
GCDC_UNINSTRUMENTED static bool is_written_for_program(int descriptor, int call, gcdc_site site) {
  if (call != GCDC_OPERATION_WRITE_DESCRIPTOR || !gcdc_is_run_loop_site(site)) return false;
  uint64_t inode;
  gcdc_descriptor_kind kind = gcdc_kind_of_descriptor(descriptor, &inode);
  return kind == GCDC_DESCRIPTOR_PIPE || kind == GCDC_DESCRIPTOR_SOCKET;
}

GCDC_UNINSTRUMENTED void gcdc_use(int descriptor, int call, gcdc_site site) {
  if (descriptor <= STDERR_FILENO || gcdc_hook_table.descriptor_use == NULL) return;
  int saved = errno;
  if ((call == GCDC_OPERATION_WRITE_DESCRIPTOR || call == GCDC_OPERATION_SEND
       || call == GCDC_OPERATION_CONNECT)
      && gcdc_hook_table.descriptor_sends != NULL) {
    gcdc_hook_table.descriptor_sends(descriptor);
    errno = saved;
  }
  bool is_of_program = gcdc_is_user_site(site) || is_written_for_program(descriptor, call, site);
  errno = saved;
  if (!is_of_program) return;
  gcdc_hook_table.descriptor_use(descriptor, call, site);
  errno = saved;
}

/// Only threads of the run count, one at a time.
static uint64_t transfers;

GCDC_UNINSTRUMENTED ssize_t gcdc_received(ssize_t result) {
  if (result > 0) transfers += 1;
  return result;
}

GCDC_UNINSTRUMENTED ssize_t gcdc_sent(ssize_t result, gcdc_site site) {
  if (result >= 0) transfers += 1;
  if (result > 0 && gcdc_hook_table.descriptor_sent != NULL) gcdc_hook_table.descriptor_sent(site);
  return result;
}

GCDC_UNINSTRUMENTED uint64_t gcdc_transfers(void) { return transfers; }

GCDC_UNINSTRUMENTED bool gcdc_span_of_time(const struct timespec *time, uint64_t *span) {
  int64_t nanoseconds;
  *span = UINT64_MAX;
  if (time == NULL) return true;
  if (!gcdc_nanoseconds(time, &nanoseconds) || nanoseconds < 0) return false;
  *span = (uint64_t)nanoseconds;
  return true;
}

GCDC_UNINSTRUMENTED uint64_t gcdc_rest_of_span(uint64_t span, int64_t start) {
  if (span == UINT64_MAX) return span;
  uint64_t passed = (uint64_t)(gcdc_now(CLOCK_MONOTONIC) - start);
  return passed < span ? span - passed : 0;
}
#endif
