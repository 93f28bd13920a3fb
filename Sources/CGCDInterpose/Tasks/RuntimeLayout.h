// Licensed under the Apache License, Version 2.0; see LICENSE.
// What Swift's concurrency runtime keeps of tasks and actors, and how to read what may be gone.
#ifndef GCDC_RUNTIME_LAYOUT_H
#define GCDC_RUNTIME_LAYOUT_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// What every suspended function keeps (the runtime's ABI): whose callee it is, and where that one continues.
struct async_frame {
  const struct async_frame *caller;
  uintptr_t resumption;
};

/// As far as needed: an object's header, what the scheduler keeps, and then the place.
struct task_layout {
  void *before_place[7];
  uintptr_t resumption;
  const struct async_frame *frame;
};

/// Copies words that may not be there any more; false where they are not.
static inline bool read_words(const void *address, uintptr_t *words, size_t count) {
  if ((uintptr_t)address % sizeof(void *) != 0 || (uintptr_t)address < 4096) return false;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = (uintptr_t)address & ~(page - 1);
  uintptr_t end = (uintptr_t)address + count * sizeof *words;
  unsigned char pages[4];
  if (end - first > sizeof pages * page || mincore((void *)first, end - first, pages) != 0) return false;
  memcpy(words, address, count * sizeof *words);
  return true;
}

static inline uint64_t mix(uint64_t digest, uint64_t word) {
  digest = (digest ^ word) * 0x9e3779b97f4a7c15;
  return digest ^ digest >> 29;
}

/// Of a job, in words; the kind is the lowest byte of its flags, and its number is behind them.
enum { JOB_FLAGS = 4, KIND_OF_RESUMPTION = 195 };
// Of a class and of its descriptor (the ABI on Linux), in words; `IS_DEFAULT_ACTOR` is a flag of the latter.
enum { DESCRIPTOR = 5, CLASS_WORDS = 6 };
enum { IS_DEFAULT_ACTOR = 1 << 24 };
/// Of a default actor, in words: its header, and then what the runtime keeps there.
enum { ACTOR_HEADER = 2, ACTOR_WORDS = 12 };
#endif
