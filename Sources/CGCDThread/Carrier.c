// Licensed under the Apache License, Version 2.0; see LICENSE.
// The carrier's handle, and what is known of any handle.
#include "BorrowedThread.h"
#if GCDC_SUPPORTED
#include <string.h>
#include <sys/auxv.h>

#include "SwitchFrame.h"
#include "SystemCall.h"

typedef struct {
  gcdc_thread handle;
  int kernel_id;
} carrier;

/// Of the real thread that asks; what a virtual thread finds here is its own and stays unused.
static __thread carrier this_carrier __attribute__((tls_model("initial-exec")));

/// Until the processor's ability is known, the way that always works.
unsigned char gcdc_switch_by_system_call = 1;
static bool system_call_forced;

GCDC_PLAIN void gcdc_switch_prepare(void) {
#if defined(__x86_64__)
  bool has_instruction = (getauxval(AT_HWCAP2) & 2) != 0;  // HWCAP2_FSGSBASE
  gcdc_switch_by_system_call = system_call_forced || !has_instruction;
#else
  gcdc_switch_by_system_call = 0;
#endif
}

GCDC_PLAIN bool gcdc_thread_needs_system_call(void) {
  gcdc_switch_prepare();
  return gcdc_switch_by_system_call != 0;
}

GCDC_PLAIN void gcdc_thread_force_system_call(bool forced) {
  system_call_forced = forced;
  gcdc_switch_prepare();
}

GCDC_PLAIN bool gcdc_runs_on_first_thread(void) {
  return gcdc_raw_thread_id() == gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

GCDC_PLAIN gcdc_thread *gcdc_thread_carrier(void) {
  if (!this_carrier.kernel_id) {
    bool in_guard;
    if (gcdc_thread_containing((uintptr_t)__builtin_frame_address(0), &in_guard)) return NULL;
    gcdc_switch_prepare();
    this_carrier.handle.thread_pointer = gcdc_thread_pointer();
    this_carrier.handle.reserved = GCDC_HANDLE_CARRIER;
    this_carrier.kernel_id = gcdc_raw_thread_id();
  }
  return &this_carrier.handle;
}

GCDC_PLAIN gcdc_thread *gcdc_thread_containing(uintptr_t address, bool *in_guard) {
  gcdc_borrowed *thread = atomic_load_explicit(&gcdc_all_threads, memory_order_acquire);
  for (; thread; thread = thread->older) {
    if (address < thread->guard || address >= thread->base) continue;
    *in_guard = address < thread->low;
    return &thread->handle;
  }
  *in_guard = false;
  return NULL;
}

GCDC_PLAIN bool gcdc_thread_registers(const gcdc_thread *handle, gcdc_registers *out) {
  const gcdc_switch_frame *frame = handle->stack_pointer;
  if (!frame) return false;
#if defined(__x86_64__)
  if (frame->pc == (uint64_t)gcdc_thread_base) return false;
  *out = (gcdc_registers){.pc = frame->pc,
                          .sp = (uint64_t)(frame + 1),
                          .bp = frame->rbp,
                          .callee_saved = {frame->rbx, frame->r12, frame->r13, frame->r14, frame->r15}};
#else
  if (frame->lr == (uint64_t)gcdc_thread_base) return false;
  *out = (gcdc_registers){.pc = frame->lr, .sp = (uint64_t)(frame + 1), .bp = frame->fp};
  memcpy(out->callee_saved, frame->x19_to_x28, sizeof out->callee_saved);
#endif
  return true;
}

GCDC_PLAIN int gcdc_thread_kernel_id(const gcdc_thread *handle) {
  if (handle->reserved == GCDC_HANDLE_CARRIER) return ((const carrier *)handle)->kernel_id;
  return ((const gcdc_borrowed *)handle)->kernel_id;
}

GCDC_PLAIN uintptr_t gcdc_thread_identity(const gcdc_thread *handle) {
  return handle->reserved == GCDC_HANDLE_CARRIER ? 0 : ((const gcdc_borrowed *)handle)->identity;
}

GCDC_PLAIN void gcdc_thread_stack(const gcdc_thread *handle, uintptr_t *low, uintptr_t *high) {
  *low = *high = 0;
  if (handle->reserved == GCDC_HANDLE_CARRIER) return;
  *low = ((const gcdc_borrowed *)handle)->low;
  *high = ((const gcdc_borrowed *)handle)->base;
}
#endif
