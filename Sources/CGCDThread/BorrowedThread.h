// Licensed under the Apache License, Version 2.0; see LICENSE.
// What the files of this target share about one borrowed thread.
#ifndef GCDC_BORROWED_THREAD_H
#define GCDC_BORROWED_THREAD_H
#include "CGCDThread.h"
#include "Platform.h"
#if GCDC_SUPPORTED
#include <setjmp.h>
#include <stdatomic.h>

enum { GCDC_HANDLE_VIRTUAL = 0, GCDC_HANDLE_CARRIER = 1 };  // gcdc_thread.reserved

/// The word on which a parked thread sleeps.
enum {
  GCDC_STARTING = 0,
  GCDC_PARKED = 1,
  GCDC_ASKED = 2,
  GCDC_ANSWERED = 3,
  GCDC_SHOWN = 4,     // go and wait on the frames of the lent stack
  GCDC_STANDING = 5,  // it does
  GCDC_ENDED = 6,     // go, for good
};

typedef struct gcdc_borrowed {
  gcdc_thread handle;     // first: a handle of a virtual thread points to the whole
  uintptr_t guard, low;   // [guard, low) is inaccessible
  uintptr_t base;         // [low, base) is lent; what is above belongs to the parked thread itself
  int kernel_id;
  _Atomic int is_there;   // until the kernel has ended the thread, which writes 0
  long process;           // that it was made in: a copy of the process has the memory alone
  uintptr_t identity;     // its pthread_t
  uint32_t recycled;      // how often
  bool inside;            // frames of a body are on the stack: set by gcdc_thread_run only
  gcdc_thread *cleansing; // where to go after the thread-local state is reset; NULL otherwise
  struct gcdc_borrowed *older;  // every thread ever made; never changes once it is published
  // A system call for the parked thread itself to make.
  _Atomic uint32_t word;
  long number, arguments[6], result;
#if GCDC_THREAD_SANITIZER
  jmp_buf base_jump;      // the frame of gcdc_thread_run, so that TSan's shadow stack can be cut back to it
  bool without_jump;      // that frame is overwritten
#endif
} gcdc_borrowed;

/// The newest thread; follow `older`. Safe in a signal handler.
extern _Atomic(gcdc_borrowed *) gcdc_all_threads;

/// 0 when wrfsbase may be used; read by the assembly, also inside a library: hidden.
extern __attribute__((visibility("hidden"))) unsigned char gcdc_switch_by_system_call;

/// Code of the base frame, in the assembly files.
void gcdc_thread_base(void);
/// Waits on the frames that a switch has left, until `*word` is no longer `standing`; in the assembly files.
__attribute__((visibility("hidden"))) void gcdcheck_parked_thread(const void *frame, _Atomic uint32_t *word,
                                                                uint32_t standing);
/// Called by the base frame: one call of the body.
__attribute__((visibility("hidden"))) gcdc_thread *gcdc_thread_run(gcdc_thread *self);
/// Chooses the way to set the thread pointer; idempotent.
void gcdc_switch_prepare(void);
/// Makes a parked thread with its stack at the base, of at least so many bytes; NULL when the system has no
/// more.
gcdc_borrowed *gcdc_thread_make(size_t stack_size);
/// Lays a switch frame at the base and points the handle to it.
void gcdc_thread_rewind(gcdc_borrowed *thread);
/// Resets the thread-local state of a thread whose frames were abandoned.
void gcdc_thread_reset(gcdc_borrowed *thread);
/// On the thread itself: resets the state, then leaves towards `cleansing`.
void gcdc_thread_reset_here(gcdc_borrowed *thread);
#endif
#endif
