// Licensed under the Apache License, Version 2.0; see LICENSE.
// Memory of the engine. It works on the threads of the program, whose heap would else be another one in a
// schedule that is recorded: the order of a Set may depend on addresses, and so may the schedule.
#define _GNU_SOURCE
#include "EngineHeap.h"

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Before what is given out.
struct header {
  uint32_t class;
  uint32_t distance;  // from the beginning of the piece to what is given out
  uint64_t size;      // of what is given out
};

struct free_piece {
  struct free_piece *next;
};

enum {
  unit = 32,
  small_classes = 64,  // multiples of the unit
  all_classes = 128,   // and powers of two
  huge_piece = 1 << 20,
  growth = 1 << 24,
};
/// Addresses, not memory, nor what `mlockall` would fill: as many as the system gives of these.
static const size_t most_reserved = (size_t)1 << 36, fewest_reserved = (size_t)1 << 28;

// All of it under the lock: a thread that the engine does not control allocates as well.
static struct {
  int lock;
  uintptr_t start, next;
  uintptr_t open;  // up to where memory may be touched
  uintptr_t end;
  bool is_refused;
  struct free_piece *free[all_classes];
} heap;

static void lock(void) {
  for (int turns = 0; __atomic_exchange_n(&heap.lock, 1, __ATOMIC_ACQUIRE) != 0; turns += 1) {
    if (turns > 100) syscall(SYS_sched_yield);
  }
}

static void unlock(void) { __atomic_store_n(&heap.lock, 0, __ATOMIC_RELEASE); }

/// The class of the smallest pieces that have so many bytes.
static uint32_t class_of(size_t size) {
  if (size <= small_classes * unit) return (uint32_t)((size + unit - 1) / unit);
  return small_classes + 64 - (uint32_t)__builtin_clzll(size - 1);
}

static size_t size_of(uint32_t class) {
  return class <= small_classes ? (size_t)class * unit : (size_t)1 << (class - small_classes);
}

/// Finds addresses for the heap, once.
static void reserve(void) {
  int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  for (size_t size = most_reserved; size >= fewest_reserved; size /= 2) {
    void *space = mmap(NULL, size, PROT_NONE, kind, -1, 0);
    if (space == MAP_FAILED) continue;
    heap.start = heap.next = heap.open = (uintptr_t)space;
    heap.end = heap.start + size;
    return;
  }
  heap.is_refused = true;
}

/// Sees to it that memory may be touched up to there.
static bool open_up_to(uintptr_t end) {
  if (end <= heap.open) return true;
  uintptr_t wanted = (end + growth - 1) & ~((uintptr_t)growth - 1);
  if (wanted > heap.end) wanted = heap.end;
  if (mprotect((void *)heap.open, wanted - heap.open, PROT_READ | PROT_WRITE) != 0) return false;
  heap.open = wanted;
  return true;
}

/// The beginning of a piece; 0 where there is none.
static uintptr_t take(uint32_t class) {
  struct free_piece *piece = heap.free[class];
  if (piece != NULL) {
    heap.free[class] = piece->next;
    return (uintptr_t)piece;
  }
  if (heap.start == 0 && !heap.is_refused) reserve();
  if (heap.end - heap.next < size_of(class)) return 0;
  uintptr_t fresh = heap.next;
  if (!open_up_to(fresh + size_of(class))) return 0;
  heap.next += size_of(class);
  return fresh;
}

void *gcdc_engine_allocate(size_t alignment, size_t size) {
  size_t slack = alignment <= sizeof(struct header) ? 0 : alignment;
  if (size > most_reserved / 4 || slack > most_reserved / 4) return NULL;
  uint32_t class = class_of(sizeof(struct header) + size + slack);
  lock();
  uintptr_t piece = take(class);
  unlock();
  if (piece == 0) return NULL;
  uintptr_t given = (piece + sizeof(struct header) + alignment - 1) & ~((uintptr_t)alignment - 1);
  ((struct header *)given)[-1] =
      (struct header){class, (uint32_t)(given - piece), piece + size_of(class) - given};
  return (void *)given;
}

size_t gcdc_engine_size(void *memory) { return ((struct header *)memory)[-1].size; }

void gcdc_engine_free(void *memory) {
  struct header header = ((struct header *)memory)[-1];
  struct free_piece *piece = (struct free_piece *)((uintptr_t)memory - header.distance);
  // The pages of a huge one are given back to the system.
  if (size_of(header.class) >= huge_piece) madvise(piece, size_of(header.class), MADV_DONTNEED);
  lock();
  piece->next = heap.free[header.class];
  heap.free[header.class] = piece;
  unlock();
}

bool gcdc_is_engine_memory(const void *memory) {
  return (uintptr_t)memory - heap.start < heap.end - heap.start;
}
#endif
