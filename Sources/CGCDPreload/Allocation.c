// Licensed under the Apache License, Version 2.0; see LICENSE.
// The functions that give memory, in a process that serves schedules: the program's from the C library, as if
// the engine was not there, and the engine's from its own heap.
#define _GNU_SOURCE
#include "EngineHeap.h"
#include "RuntimeMemory.h"

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What glibc exports for those that replace its functions.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

/// True while the program's own code runs on the calling thread.
extern _Thread_local bool gcdc_controlled __attribute__((visibility("hidden"), tls_model("initial-exec")));

#define CALLER __builtin_return_address(0)
#define EXPORT __attribute__((visibility("default"), used, disable_sanitizer_instrumentation))

enum { smallest_alignment = 16 };

// Set by the only thread there is, before the program's code runs.
static bool is_used;

void gcdc_set_engine_heap(bool used) {
  if (used) gcdc_find_runtime();
  is_used = used;
}

/// NULL where the engine's heap is not to be used, or has nothing. The runtime's tables come from it as well:
/// which code needs one first is no matter of the program's.
__attribute__((always_inline)) static inline void *allocate_for_engine(size_t alignment, size_t size,
                                                                       const void *caller) {
  if (gcdc_controlled && !gcdc_is_runtime_memory(caller, size)) return NULL;
  return is_used ? gcdc_engine_allocate(alignment, size) : NULL;
}

/// As of malloc, for that caller.
static void *allocate(size_t size, const void *caller) {
  void *memory = allocate_for_engine(smallest_alignment, size, caller);
  return memory != NULL ? memory : __libc_malloc(size);
}

EXPORT void *malloc(size_t size) { return allocate(size, CALLER); }

EXPORT void free(void *memory) {
  if (__builtin_expect(gcdc_is_engine_memory(memory), false)) return gcdc_engine_free(memory);
  __libc_free(memory);
}

EXPORT void *calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  void *memory = allocate_for_engine(smallest_alignment, total, CALLER);
  return memory != NULL ? memset(memory, 0, total) : __libc_calloc(count, size);
}

EXPORT void *realloc(void *memory, size_t size) {
  if (memory == NULL) return allocate(size, CALLER);
  if (!gcdc_is_engine_memory(memory)) return __libc_realloc(memory, size);
  size_t present = gcdc_engine_size(memory);
  if (size <= present && size > 0) return memory;
  void *moved = size == 0 ? NULL : allocate(size, CALLER);
  if (moved == NULL && size > 0) return NULL;
  if (moved != NULL) memcpy(moved, memory, present < size ? present : size);
  gcdc_engine_free(memory);
  return moved;
}

static void *allocate_aligned(size_t alignment, size_t size, const void *caller) {
  size_t usual = alignment < smallest_alignment ? smallest_alignment : alignment;
  bool is_power = (alignment & (alignment - 1)) == 0;
  void *memory = is_power ? allocate_for_engine(usual, size, caller) : NULL;
  return memory != NULL ? memory : __libc_memalign(alignment, size);
}

EXPORT void *memalign(size_t alignment, size_t size) { return allocate_aligned(alignment, size, CALLER); }

EXPORT void *aligned_alloc(size_t alignment, size_t size) {
  return allocate_aligned(alignment, size, CALLER);
}

EXPORT int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *memory = allocate_aligned(alignment, size, CALLER);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

EXPORT void *valloc(size_t size) { return allocate_aligned((size_t)sysconf(_SC_PAGESIZE), size, CALLER); }

EXPORT void *pvalloc(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return allocate_aligned(page, (size + page - 1) & ~(page - 1), CALLER);
}

/// `operator new(unsigned long)`, by which the Swift runtime asks for memory of its own.
EXPORT void *gcdc_operator_new(size_t size) __asm__("_Znwm");

EXPORT void *gcdc_operator_new(size_t size) {
  void *memory = allocate_for_engine(smallest_alignment, size, CALLER);
  if (memory != NULL) return memory;
  static void *(*real)(size_t);
  if (real == NULL) real = (void *(*)(size_t))dlsym(RTLD_NEXT, "_Znwm");
  // Who calls it without the library that has it would not have been loaded.
  return real(size);
}

EXPORT size_t malloc_usable_size(void *memory) {
  if (memory == NULL) return 0;
  if (gcdc_is_engine_memory(memory)) return gcdc_engine_size(memory);
  static size_t (*real)(void *);
  if (real == NULL) real = (size_t (*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
  return real(memory);
}
#endif
