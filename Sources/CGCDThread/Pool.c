// Licensed under the Apache License, Version 2.0; see LICENSE.
// Handing out virtual threads, taking them back.
#include "BorrowedThread.h"

#if GCDC_SUPPORTED
#include <stddef.h>
#include <sys/mman.h>

#include "SwitchFrame.h"
#include "SystemCall.h"
#if GCDC_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

_Static_assert(offsetof(gcdc_thread, stack_pointer) == 0, "the assembly relies on it");
_Static_assert(offsetof(gcdc_thread, thread_pointer) == 8, "the assembly relies on it");

/// Stack memory that a pooled thread keeps.
static const uintptr_t kept_stack = 256 * 1024;
/// Every so many orderly recycles, what is deeper is given back: a system call, so not each time.
static const uint32_t recycles_per_trim = 32;

static gcdc_thread *idle;  // linked by `next`; guarded by pool_lock
static atomic_flag pool_lock = ATOMIC_FLAG_INIT;

// Carriers are one at a time by contract; the lock is for a second one that comes too early. Never held
// across a call.
GCDC_PLAIN static void lock_pool(void) {
  while (atomic_flag_test_and_set_explicit(&pool_lock, memory_order_acquire)) {
    gcdc_raw(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
  }
}

GCDC_PLAIN static void unlock_pool(void) { atomic_flag_clear_explicit(&pool_lock, memory_order_release); }

GCDC_PLAIN bool gcdc_threads_supported(void) {
#if defined(__x86_64__)
  // With a shadow stack (ARCH_SHSTK_STATUS) a borrowed stack cannot be returned on.
  uint64_t features = 0;
  if (gcdc_raw(SYS_arch_prctl, 0x5005, (long)&features, 0, 0, 0, 0) == 0 && (features & 1)) return false;
#endif
  return true;
}

GCDC_PLAIN gcdc_thread *gcdc_thread_obtain(gcdc_thread_body body) {
  return gcdc_thread_obtain_larger(body, 0);
}

GCDC_PLAIN static bool has_stack(const gcdc_thread *thread, size_t size) {
  const gcdc_borrowed *borrowed = (const gcdc_borrowed *)thread;
  return size == 0 || borrowed->base - borrowed->low >= size;
}

GCDC_PLAIN gcdc_thread *gcdc_thread_obtain_larger(gcdc_thread_body body, size_t size) {
  lock_pool();
  gcdc_thread **link = &idle;
  while (*link && !has_stack(*link, size)) link = &(*link)->next;
  gcdc_thread *thread = *link;
  if (thread) *link = thread->next;
  unlock_pool();
  if (!thread) {
    gcdc_switch_prepare();
    gcdc_borrowed *made = gcdc_thread_make(size);
    if (!made) return NULL;
    thread = &made->handle;
  }
  thread->next = NULL;
  thread->body = body;
  return thread;
}

GCDC_PLAIN void gcdc_threads_reserve(size_t count) {
  for (; count > 0; count -= 1) {
    gcdc_borrowed *made = gcdc_thread_make(0);
    if (!made) return;
    lock_pool();
    made->handle.next = idle;
    idle = &made->handle;
    unlock_pool();
  }
}

GCDC_PLAIN void gcdc_thread_trim(gcdc_thread *handle) {
  gcdc_borrowed *thread = (gcdc_borrowed *)handle;
  uintptr_t end = thread->base - kept_stack;
  // Frames that are there stay, with the 128 bytes below them that a leaf function may use.
  uintptr_t live = (uintptr_t)handle->stack_pointer - 128;
  end = (live < end ? live : end) & ~(uintptr_t)4095;
  if (end <= thread->low) return;
  gcdc_raw(SYS_madvise, (long)thread->low, (long)(end - thread->low), MADV_DONTNEED, 0, 0, 0);
}

GCDC_PLAIN void gcdc_thread_recycle(gcdc_thread *thread, bool abandoned) {
  gcdc_borrowed *borrowed = (gcdc_borrowed *)thread;
  // Frames that are there are abandoned, whatever the caller says; none are left to clean after an orderly
  // return.
  bool frames_left = borrowed->inside;
  if (frames_left) {
#if GCDC_ADDRESS_SANITIZER
    uintptr_t deepest = (uintptr_t)thread->stack_pointer & ~(uintptr_t)4095;
    __asan_unpoison_memory_region((void *)deepest, borrowed->base - deepest);
#endif
    gcdc_thread_reset(borrowed);
  }
  gcdc_thread_rewind(borrowed);
  borrowed->recycled += 1;
  if (frames_left || abandoned || borrowed->recycled % recycles_per_trim == 0) gcdc_thread_trim(thread);
  thread->body = NULL;
  thread->task = 0;
  lock_pool();
  thread->next = idle;
  idle = thread;
  unlock_pool();
}

/// Ends a cleansing: nothing is left of the frames; returns who asked for it.
GCDC_PLAIN static gcdc_thread *after_reset(gcdc_borrowed *thread) {
  gcdc_thread *next = thread->cleansing;
  thread->cleansing = NULL;
  thread->inside = false;
  return next;
}

GCDC_PLAIN gcdc_thread *gcdc_thread_run(gcdc_thread *self) {
  gcdc_borrowed *thread = (gcdc_borrowed *)self;
  if (thread->cleansing) {
    gcdc_thread_reset_here(thread);
    return after_reset(thread);
  }
#if GCDC_THREAD_SANITIZER
  if (setjmp(thread->base_jump)) return after_reset(thread);
#endif
  thread->inside = true;
  gcdc_thread *next = self->body(self);
  thread->inside = false;
  return next;
}
#endif
