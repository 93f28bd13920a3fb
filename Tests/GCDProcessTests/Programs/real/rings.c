// Licensed under the Apache License, Version 2.0; see LICENSE.
// Rings, through which the kernel does a program's input and output without a thread of the program.
#include <dispatch/dispatch.h>
#include "cases.h"
#include <linux/io_uring.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int ring;
static char *submissions;
static struct io_uring_sqe *entries;
static struct io_uring_params layout;

/// False where the machine has none, or allows none.
static int make_ring(void) {
  ring = (int)syscall(SYS_io_uring_setup, 4, &layout);
  if (ring < 0) return 0;
  submissions = mmap(NULL, layout.sq_off.array + layout.sq_entries * 4, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQ_RING);
  entries = mmap(NULL, layout.sq_entries * sizeof *entries, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQES);
  return submissions != MAP_FAILED && entries != MAP_FAILED;
}

/// Writes one byte to a descriptor, or does nothing with -1.
static int submit(int descriptor, unsigned completions) {
  unsigned *tail = (unsigned *)(submissions + layout.sq_off.tail);
  unsigned *array = (unsigned *)(submissions + layout.sq_off.array);
  unsigned index = *tail & *(unsigned *)(submissions + layout.sq_off.ring_mask);
  entries[index] = (struct io_uring_sqe){.opcode = descriptor < 0 ? IORING_OP_NOP : IORING_OP_WRITE,
                                          .flags = IOSQE_ASYNC};
  if (descriptor >= 0) {
    entries[index].fd = descriptor;
    entries[index].addr = (unsigned long)"x";
    entries[index].len = 1;
  }
  array[index] = index;
  __atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
  return (int)syscall(SYS_io_uring_enter, ring, 1, completions, completions ? IORING_ENTER_GETEVENTS : 0,
                      NULL, 0);
}

CASE(ring_fires_event) {
  if (!make_ring()) return 0;
  int event = eventfd(0, 0);
  uint64_t count = 0;
  if (syscall(SYS_io_uring_register, ring, IORING_REGISTER_EVENTFD, &event, 1) != 0) return 0;
  return submit(-1, 0) != 1 || read(event, &count, sizeof count) != sizeof count || count != 1;
}
CASE(ring_writes_to_pipe) {
  if (!make_ring()) return 0;
  int ends[2];
  char byte = 0;
  return pipe(ends) != 0 || submit(ends[1], 0) != 1 || read(ends[0], &byte, 1) != 1 || byte != 'x';
}
CASE(ring_is_awaited) { return make_ring() && submit(-1, 1) != 1; }
CASE(ring_takes_time) {
  if (!make_ring() || !(layout.features & IORING_FEAT_EXT_ARG)) return 0;
  struct __kernel_timespec limit = {0, 20000000};
  struct io_uring_getevents_arg argument = {.ts = (unsigned long)&limit};
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  syscall(SYS_io_uring_enter, ring, 0, 1, IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG, &argument,
          sizeof argument);
  clock_gettime(CLOCK_MONOTONIC, &after);
  long passed = (after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec;
  return passed < 10000000;
}
/// Of an event that nothing has to do with the read is still a defect.
CASE(no_ring_fires_event) {
  uint64_t count = 0;
  return read(eventfd(0, 0), &count, sizeof count) < 0;
}

MAIN(EACH(ring_fires_event) EACH(ring_writes_to_pipe) EACH(ring_is_awaited) EACH(ring_takes_time)
     EACH(no_ring_fires_event))
