// Licensed under the Apache License, Version 2.0; see LICENSE.
// Borrowed threads: real pthreads, parked forever, whose stack and thread pointer one carrier thread
// borrows.
#ifndef CGCD_THREAD_H
#define CGCD_THREAD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct gcdc_thread gcdc_thread;

/// Runs on the virtual thread; returns the thread to go to once every frame of it has returned.
/// When the virtual thread is switched to again, it is called anew.
typedef gcdc_thread *_Nonnull (*gcdc_thread_body)(gcdc_thread *_Nonnull self);

struct gcdc_thread {
  void *_Nullable stack_pointer;   // saved at the last switch away; offset 0, the assembly relies on it
  void *_Nullable thread_pointer;  // offset 8, likewise
  gcdc_thread_body _Nullable body;
  gcdc_thread *_Nullable next;     // free for the owner: a pool, a list of idle threads
  uint32_t task;                   // free for the owner: what runs here
  uint32_t reserved;               // kind of handle
  uint32_t run, number;            // free for the owner: the run that used it last, its number there
  uint32_t storage;                // free for the owner: what its thread-local storage needs next
};

/// Registers of a parked thread, in the order that unwinding needs: callee_saved is rbx, r12–r15 or x19–x28.
/// lr is the link register of interrupted code on aarch64; 0 elsewhere.
typedef struct { uint64_t pc, sp, bp, callee_saved[10], lr; } gcdc_registers;

/// True where borrowed threads work: Linux on x86-64 and aarch64.
bool gcdc_threads_supported(void);
/// Makes the calling thread a carrier and returns its handle; the same one at each call on one thread, and
/// valid for as long as that thread lives. NULL on a virtual thread: its carrier is who switched to it.
gcdc_thread *_Nullable gcdc_thread_carrier(void);
/// Whether the thread of the kernel's that runs the caller is the first one of the process.
bool gcdc_runs_on_first_thread(void);
/// A virtual thread at the base of its stack, from the pool or new; NULL when the system has no more threads.
gcdc_thread *_Nullable gcdc_thread_obtain(gcdc_thread_body _Nonnull body);
/// The same with a stack of at least `size` bytes, where that is more than the usual one.
gcdc_thread *_Nullable gcdc_thread_obtain_larger(gcdc_thread_body _Nonnull body, size_t size);
/// Bytes of stack that every virtual thread has at least.
size_t gcdc_thread_usual_stack(void);
/// Saves the caller in `from`, which must be its own handle, and continues `to`.
void gcdc_thread_switch(gcdc_thread *_Nonnull from, gcdc_thread *_Nonnull to);
/// Puts a thread that is not running back into the pool; `abandoned` when frames are still on its stack: they
/// are never unwound, what they own leaks, and the thread-local state that refers to them is reset.
void gcdc_thread_recycle(gcdc_thread *_Nonnull thread, bool abandoned);
/// Gives back the memory of a parked thread's stack below its frames and beyond 256 KiB: one system call.
/// Recycling does it by itself, after abandoned frames always, else every 32nd time; for owners that keep
/// idle threads.
void gcdc_thread_trim(gcdc_thread *_Nonnull thread);
/// Makes a handle for code that runs on memory of the caller's, which ends at `top`, with the thread-local
/// state of the caller; the code never returns. NULL: for the caller itself, to be switched away from.
void gcdc_thread_lay(gcdc_thread *_Nonnull handle, void *_Nullable top, void (*_Nullable code)(void));
/// Ends the real threads whose stacks are lent: their memory is about to be another process's. False where
/// one of them does not end.
bool gcdc_threads_end(void);
/// Registers of a parked thread; false for one that never ran.
bool gcdc_thread_registers(const gcdc_thread *_Nonnull thread, gcdc_registers *_Nonnull out);
/// The kernel id of the parked thread itself, for `gettid` on it.
int gcdc_thread_kernel_id(const gcdc_thread *_Nonnull thread);
/// The pthread_t of a virtual thread, which pthread_self answers there; 0 for a carrier.
uintptr_t gcdc_thread_identity(const gcdc_thread *_Nonnull thread);
/// Bounds of a thread's stack: [low, high), with the guard below low; (0, 0) for a carrier.
void gcdc_thread_stack(const gcdc_thread *_Nonnull thread, uintptr_t *_Nonnull low, uintptr_t *_Nonnull high);
/// How many virtual threads exist, in the pool and in use; they are never given back.
size_t gcdc_thread_count(void);
/// Those of them whose real thread is one of this process: a copy of a process has their memory alone.
size_t gcdc_thread_count_here(void);
/// Puts so many new ones into the pool, or as many as the system gives: copies of the process find them
/// there.
void gcdc_threads_reserve(size_t count);
/// Whether the address is in what is known of a virtual thread, as its handle.
bool gcdc_is_thread_record(uintptr_t address);
/// Lets the parked thread itself make a system call (a lock word that names it needs that); -errno on
/// failure, -EPERM in a process that was forked since.
long gcdc_thread_system_call(gcdc_thread *_Nonnull thread, long number, const long arguments[_Nonnull 6]);
/// The same for the parked thread whose stack the caller is on; elsewhere the caller makes the call.
long gcdc_thread_own_system_call(long number, const long arguments[_Nonnull 6]);
/// The virtual thread whose stack holds the address, or whose guard does (`in_guard`); NULL for none.
/// Signal-safe.
gcdc_thread *_Nullable gcdc_thread_containing(uintptr_t address, bool *_Nonnull in_guard);
/// True where a switch costs a system call: the processor or the kernel forbids the instruction.
bool gcdc_thread_needs_system_call(void);
/// Forces the arch_prctl path, for tests; effective before the first switch.
void gcdc_thread_force_system_call(bool forced);
/// Lets the processor fetch what will be read and written soon.
static inline void gcdc_prefetch(const void *_Nonnull address) { __builtin_prefetch(address, 1); }

#include "CGCDChildProcess.h"
#include "CGCDDebugger.h"
#include "CGCDFault.h"
#include "CGCDRunCut.h"
#include "CGCDWatchdog.h"
#endif
