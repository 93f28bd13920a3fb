// Licensed under the Apache License, Version 2.0; see LICENSE.
// A real thread is made once, parks forever above the stack that it lends, and makes system calls on
// request.
#include "BorrowedThread.h"
#if GCDC_SUPPORTED
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "SwitchFrame.h"
#include "SystemCall.h"

// The mapping, from its low end: guard | lent stack, used downwards from `base` | gap | frames of the parked
// thread, its thread-local blocks and pthread structure. The gap is for the one signal that cannot be blocked
// (setuid).
static const size_t guard_size = 256 * 1024;
static const size_t lent_size = 8 * 1024 * 1024;
#if GCDC_THREAD_SANITIZER || GCDC_ADDRESS_SANITIZER
static const size_t own_size = 2 * 1024 * 1024;  // the sanitizer keeps its state in thread-local storage
#else
static const size_t own_size = 192 * 1024;
#endif

_Atomic(gcdc_borrowed *) gcdc_all_threads;
static _Atomic size_t thread_count;

GCDC_PLAIN size_t gcdc_thread_count(void) {
  return atomic_load_explicit(&thread_count, memory_order_relaxed);
}

GCDC_PLAIN size_t gcdc_thread_count_here(void) {
  long process = gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
  size_t count = 0;
  gcdc_borrowed *thread = atomic_load_explicit(&gcdc_all_threads, memory_order_acquire);
  for (; thread; thread = thread->older) count += thread->process == process;
  return count;
}

GCDC_PLAIN bool gcdc_is_thread_record(uintptr_t address) {
  gcdc_borrowed *thread = atomic_load_explicit(&gcdc_all_threads, memory_order_acquire);
  while (thread && address - (uintptr_t)thread >= sizeof *thread) thread = thread->older;
  return thread != NULL;
}

/// Registers as a new thread has them.
GCDC_PLAIN static void begin_frame(gcdc_switch_frame *frame) {
  memset(frame, 0, sizeof *frame);
#if defined(__x86_64__)
  frame->mxcsr = 0x1f80;  // all exceptions masked, round to nearest
  frame->x87_control = 0x37f;
#endif
}

GCDC_PLAIN void gcdc_thread_lay(gcdc_thread *handle, void *top, void (*code)(void)) {
  *handle = (gcdc_thread){.thread_pointer = gcdc_thread_pointer()};
  if (!code) return;
  // As behind a call, with nothing to return to.
  uintptr_t behind = ((uintptr_t)top & ~(uintptr_t)63) - 64;
#if defined(__x86_64__)
  behind -= 8;
#endif
  gcdc_switch_frame *frame = (gcdc_switch_frame *)(behind - sizeof *frame);
  begin_frame(frame);
#if defined(__x86_64__)
  frame->pc = (uint64_t)code;
#else
  frame->lr = (uint64_t)code;
#endif
  handle->stack_pointer = frame;
}

GCDC_PLAIN static uintptr_t gap_size(void) {
  unsigned long frame = getauxval(AT_MINSIGSTKSZ);
  return ((frame < 4096 ? 4096 : frame) + 12 * 1024) & ~(uintptr_t)4095;
}

GCDC_PLAIN void gcdc_thread_rewind(gcdc_borrowed *thread) {
  gcdc_switch_frame *frame = (gcdc_switch_frame *)(thread->base - sizeof(gcdc_switch_frame));
  begin_frame(frame);
#if defined(__x86_64__)
  frame->r12 = (uint64_t)thread;
  frame->pc = (uint64_t)gcdc_thread_base;
#else
  frame->x19_to_x28[0] = (uint64_t)thread;
  frame->lr = (uint64_t)gcdc_thread_base;
#endif
  thread->handle.stack_pointer = frame;
}

GCDC_PLAIN static void *park(void *argument) {
  gcdc_borrowed *thread = argument;
  thread->base = ((uintptr_t)__builtin_frame_address(0) - gap_size()) & ~(uintptr_t)63;
  thread->handle.thread_pointer = gcdc_thread_pointer();
  thread->kernel_id = gcdc_raw_thread_id();
  thread->process = gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
  thread->identity = (uintptr_t)pthread_self();
  gcdc_raw(SYS_prctl, PR_SET_NAME, (long)"gcdcheck", 0, 0, 0, 0);
  gcdc_thread_rewind(thread);
  atomic_store_explicit(&thread->is_there, 1, memory_order_relaxed);
  gcdc_raw(SYS_set_tid_address, (long)&thread->is_there, 0, 0, 0, 0, 0);
  atomic_store_explicit(&thread->word, GCDC_PARKED, memory_order_release);
  gcdc_raw_wake(&thread->word);
  // From here on the thread-local state is lent: raw system calls only.
  for (;;) {
    uint32_t word = atomic_load_explicit(&thread->word, memory_order_acquire);
    if (word == GCDC_SHOWN) {
      gcdcheck_parked_thread(thread->handle.stack_pointer, &thread->word, GCDC_STANDING);
      continue;
    }
    if (word == GCDC_ENDED) gcdc_raw(SYS_exit, 0, 0, 0, 0, 0, 0);
    if (word != GCDC_ASKED) {
      gcdc_raw_wait(&thread->word, word, NULL);
      continue;
    }
    const long *a = thread->arguments;
    thread->result = gcdc_raw(thread->number, a[0], a[1], a[2], a[3], a[4], a[5]);
    atomic_store_explicit(&thread->word, GCDC_ANSWERED, memory_order_release);
    gcdc_raw_wake(&thread->word);
  }
  return NULL;
}

GCDC_PLAIN static void wait_for(gcdc_borrowed *thread, uint32_t wanted) {
  for (;;) {
    uint32_t word = atomic_load_explicit(&thread->word, memory_order_acquire);
    if (word == wanted) return;
    gcdc_raw_wait(&thread->word, word, NULL);
  }
}

/// Starts the pthread on its mapping with all signals blocked; 0 or an error number.
GCDC_PLAIN static int start(gcdc_borrowed *thread, size_t size) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error) return error;
  error = pthread_attr_setstack(&attributes, (void *)thread->low, size);
  if (!error) error = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (!error) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t ignored;
    error = pthread_create(&ignored, &attributes, park, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  pthread_attr_destroy(&attributes);
  return error;
}

GCDC_PLAIN size_t gcdc_thread_usual_stack(void) { return lent_size; }

GCDC_PLAIN gcdc_borrowed *gcdc_thread_make(size_t stack_size) {
  size_t lent = stack_size > lent_size ? (stack_size + 4095) & ~(size_t)4095 : lent_size;
  if (lent < stack_size || lent > SIZE_MAX / 2) return NULL;
  size_t size = lent + own_size;
  gcdc_borrowed *thread = calloc(1, sizeof *thread);
  if (!thread) return NULL;
  void *mapping = mmap(NULL, guard_size + size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapping == MAP_FAILED) {
    free(thread);
    return NULL;
  }
  thread->guard = (uintptr_t)mapping;
  thread->low = thread->guard + guard_size;
  // A huge page for a stack of which 16 KiB are used would cost 2 MiB; where there are none, the call fails,
  // rightly.
  if (mprotect((void *)thread->low, size, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping, guard_size + size);
    free(thread);
    return NULL;
  }
  madvise((void *)thread->low, size, MADV_NOHUGEPAGE);
  if (start(thread, size) != 0) {
    munmap(mapping, guard_size + size);
    free(thread);
    return NULL;
  }
  wait_for(thread, GCDC_PARKED);
  gcdc_borrowed *newest = atomic_load_explicit(&gcdc_all_threads, memory_order_relaxed);
  do thread->older = newest;
  while (!atomic_compare_exchange_weak_explicit(&gcdc_all_threads, &newest, thread, memory_order_release,
                                                memory_order_relaxed));
  atomic_fetch_add_explicit(&thread_count, 1, memory_order_relaxed);
  return thread;
}

GCDC_PLAIN bool gcdc_threads_end(void) {
  long process = gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
  gcdc_borrowed *newest = atomic_load_explicit(&gcdc_all_threads, memory_order_acquire);
  for (gcdc_borrowed *thread = newest; thread; thread = thread->older) {
    if (thread->process != process) continue;
    if (atomic_load_explicit(&thread->word, memory_order_acquire) != GCDC_PARKED) return false;
    atomic_store_explicit(&thread->word, GCDC_ENDED, memory_order_release);
    gcdc_raw_wake(&thread->word);
  }
  for (gcdc_borrowed *thread = newest; thread; thread = thread->older) {
    if (thread->process != process) continue;
    struct timespec second = {1, 0};
    while (atomic_load_explicit(&thread->is_there, memory_order_acquire) != 0) {
      // Not one of this process alone: that is how the kernel wakes.
      long result = gcdc_raw(SYS_futex, (long)&thread->is_there, FUTEX_WAIT, 1, (long)&second, 0, 0);
      if (result == -ETIMEDOUT) return false;
    }
  }
  return true;
}

GCDC_PLAIN long gcdc_thread_system_call(gcdc_thread *handle, long number, const long arguments[6]) {
  gcdc_borrowed *thread = (gcdc_borrowed *)handle;
  // In a process that was forked no thread would answer: what the kernel says to one that is not the owner.
  if (gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0) != thread->process) return -EPERM;
  thread->number = number;
  memcpy(thread->arguments, arguments, sizeof thread->arguments);
  atomic_store_explicit(&thread->word, GCDC_ASKED, memory_order_release);
  gcdc_raw_wake(&thread->word);
  wait_for(thread, GCDC_ANSWERED);
  long result = thread->result;
  atomic_store_explicit(&thread->word, GCDC_PARKED, memory_order_relaxed);
  return result;
}

GCDC_PLAIN long gcdc_thread_own_system_call(long number, const long arguments[6]) {
  bool in_guard;
  gcdc_thread *own = gcdc_thread_containing((uintptr_t)__builtin_frame_address(0), &in_guard);
  if (own) return gcdc_thread_system_call(own, number, arguments);
  const long *a = arguments;
  return gcdc_raw(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
#endif
