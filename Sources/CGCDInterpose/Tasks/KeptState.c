// Licensed under the Apache License, Version 2.0; see LICENSE.
// What a round of a loop leaves behind: in the frames of async functions, and in actors.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CGCDInterpose.h"

#if defined(__linux__) && !defined(GCDC_OTHER_PLATFORM)
#include "LoadedCode.h"
#include "RuntimeLayout.h"
#include <malloc.h>
#include <stddef.h>
#include <sys/uio.h>

/// What the runtime's allocator of tasks writes before each frame that it makes.
struct frame_header {
  const void *previous;
  const struct slab *slab;
};

/// A piece of memory that the frames of one task are made in, one behind the other.
struct slab {
  const void *metadata;
  const struct slab *next;
  uint32_t capacity;
  uint32_t used;
  _Alignas(16) unsigned char bytes[];
};

/// The end of the used part of the slab that holds an allocation; 0 where it is in none.
static uintptr_t end_in_slab(const void *allocation) {
  struct frame_header header;
  struct slab slab;
  uintptr_t start = (uintptr_t)allocation;
  if (!read_words((const struct frame_header *)allocation - 1, (uintptr_t *)&header, 2)
      || !read_words(header.slab, (uintptr_t *)&slab, 3) || slab.used > slab.capacity) {
    return 0;
  }
  uintptr_t bytes = (uintptr_t)header.slab + offsetof(struct slab, bytes);
  return start >= bytes + sizeof header && start < bytes + slab.used ? bytes + slab.used : 0;
}

/// The task is made in the frame of another one, with a first slab behind its own first frame. All others are
/// allocations of the heap.
enum { IS_ASYNC_LET = 1 << 28 };
/// Of the runtime's layout of a task, in words, as Swift 6.3 has it: the first slab.
enum { FIRST_SLAB = 15 };
/// Bytes: no first function keeps more.
enum { LARGEST_FIRST_FRAME = 1 << 16 };

/// Where the memory of a task ends that contains a frame; `UINTPTR_MAX` where nothing says so: the frame of
/// the first function has no header.
static uintptr_t end_of_memory(const void *frame, const void *task) {
  uintptr_t end = end_in_slab(frame), words[FIRST_SLAB + 1];
  if (end != 0 || !read_words(task, words, FIRST_SLAB + 1)) return end != 0 ? end : UINTPTR_MAX;
  end = (words[JOB_FLAGS] & IS_ASYNC_LET) != 0 ? words[FIRST_SLAB]
                                               : (uintptr_t)task + malloc_usable_size((void *)task);
  return end > (uintptr_t)frame && end - (uintptr_t)frame < LARGEST_FIRST_FRAME ? end : UINTPTR_MAX;
}

/// Of each function the head of its frame, where what lives across an await is kept. How long a frame is
/// nothing says; what follows it in the memory of the task are other frames of the same task. Behind that
/// memory are allocations of anything else, which change while a loop keeps all as it was.
enum { KEPT_WORDS = 24, KEPT_DEPTH = 8 };

/// A sum of what a chain of frames keeps, over that of what is kept elsewhere.
///
/// @param passed How many frames say nothing, the innermost ones.
static uint64_t kept_in_frames(const void *next, const void *task, size_t passed, uint64_t digest) {
  uintptr_t frame[2 + KEPT_WORDS];
  for (size_t depth = 0; depth < KEPT_DEPTH && next != NULL; depth += 1) {
    size_t most = (end_of_memory(next, task) - (uintptr_t)next) / sizeof *frame;
    size_t count = most < sizeof frame / sizeof *frame ? most : sizeof frame / sizeof *frame;
    if (count < 2 || !read_words(next, frame, count)) break;
    if (depth >= passed) {
      for (size_t word = 1; word < count; word += 1) {
        digest = mix(digest, frame[word]);
      }
    }
    next = (const void *)frame[0];
  }
  return digest | 1;
}

uint64_t gcdc_kept_by_suspended(const void *task) {
  struct task_layout layout;
  if (gcdc_tasks_are_unknown() || !read_words(task, (uintptr_t *)&layout, sizeof layout / sizeof(uintptr_t))
      || !gcdc_is_code(layout.resumption)) {
    return 0;
  }
  // The innermost is the continuation's own, which is made anew each time.
  return kept_in_frames(layout.frame, task, 1, layout.resumption);
}

uint64_t gcdc_kept_by_running(const void *task, const void *context) {
  return gcdc_tasks_are_unknown() ? 0 : kept_in_frames(context, task, 0, 1);
}

/// Of a class (the ABI on Linux), in words: the size of its objects, in the lower half.
enum { SIZE_OF_OBJECTS = 3 };
/// Of an actor: what its stored properties hold; and of each object that these refer to, the words behind its
/// header: an array counts there.
enum { KEPT_PROPERTIES = 24, OBJECT_HEADER = 2, KEPT_OF_OBJECT = 2 };

/// Any address, also of memory that must not be read.
static bool read_object(uintptr_t address, uintptr_t *words, size_t count) {
  struct iovec here = {words, count * sizeof *words};
  struct iovec there = {(void *)address, count * sizeof *words};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)here.iov_len;
}

uint64_t gcdc_kept_by_actor(const void *actor) {
  uintptr_t class, words[CLASS_WORDS], properties[KEPT_PROPERTIES], object[OBJECT_HEADER + KEPT_OF_OBJECT];
  if (!gcdc_is_default_actor(actor) || !read_words(actor, &class, 1)
      || !read_words((const void *)class, words, CLASS_WORDS)) {
    return 0;
  }
  size_t first = ACTOR_HEADER + ACTOR_WORDS, end = (uint32_t)words[SIZE_OF_OBJECTS] / sizeof(uintptr_t);
  size_t count = end <= first ? 0 : end - first < KEPT_PROPERTIES ? end - first : KEPT_PROPERTIES;
  if (!read_words((const uintptr_t *)actor + first, properties, count)) return 0;
  uint64_t digest = 1;
  for (size_t property = 0; property < count; property += 1) {
    digest = mix(digest, properties[property]);
    if (!read_object(properties[property], object, OBJECT_HEADER + KEPT_OF_OBJECT)) continue;
    for (size_t word = OBJECT_HEADER; word < OBJECT_HEADER + KEPT_OF_OBJECT; word += 1) {
      digest = mix(digest, object[word]);
    }
  }
  return digest | 1;
}
#endif
