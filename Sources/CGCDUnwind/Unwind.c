// Licensed under the Apache License, Version 2.0; see LICENSE.
// Stacks through libunwind: the fast trace of the running thread, the full unwinder for a parked one.
#define _GNU_SOURCE
#include "CGCDUnwind.h"
#include "Platform.h"
#if GCDC_SUPPORTED
#if !__has_include(<libunwind.h>)
#error "libunwind.h is missing: install the Debian package libunwind-dev (apt-get install libunwind-dev)"
#endif
#define UNW_LOCAL_ONLY
#include <dlfcn.h>
#include <libunwind.h>
#include <stdatomic.h>
#include <string.h>
#include "BareFrame.h"

/// What unwinding starts from; lr on aarch64 only.
typedef struct {
  uint64_t pc, sp, bp, lr;
  const uint64_t *callee_saved;
} start;

static void fill(unw_context_t *context, const start *start) {
  memset(context, 0, sizeof *context);
#if defined(__x86_64__)
  greg_t *registers = context->uc_mcontext.gregs;
  registers[REG_RIP] = (greg_t)start->pc;
  registers[REG_RSP] = (greg_t)start->sp;
  registers[REG_RBP] = (greg_t)start->bp;
  registers[REG_RBX] = (greg_t)start->callee_saved[0];
  registers[REG_R12] = (greg_t)start->callee_saved[1];
  registers[REG_R13] = (greg_t)start->callee_saved[2];
  registers[REG_R14] = (greg_t)start->callee_saved[3];
  registers[REG_R15] = (greg_t)start->callee_saved[4];
#else
  context->uc_mcontext.pc = start->pc;
  context->uc_mcontext.sp = start->sp;
  context->uc_mcontext.regs[29] = start->bp;
  context->uc_mcontext.regs[30] = start->lr;
  for (int i = 0; i < 10; i++) context->uc_mcontext.regs[19 + i] = start->callee_saved[i];
#endif
}

#if defined(__x86_64__)
/// Whether the linker's tables say how to leave the frame. Asking them takes longer than leaving it, so the
/// answers are remembered; a word holds an address and its answer, so that no reader sees half of one.
static bool has_unwind_information(unw_cursor_t *cursor) {
  enum { entries = 1024 };
  static _Atomic uint64_t known[entries];
  unw_word_t pc;
  if (unw_get_reg(cursor, UNW_REG_IP, &pc) != 0) return true;
  _Atomic uint64_t *entry = &known[(pc ^ pc >> 10) % entries];
  uint64_t found = atomic_load_explicit(entry, memory_order_relaxed);
  if (found >> 1 == pc) return (found & 1) != 0;
  unw_proc_info_t info;
  // Without information libunwind answers with a function of one byte.
  bool has = unw_get_proc_info(cursor, &info) == 0 && info.end_ip > info.start_ip + 1;
  atomic_store_explicit(entry, (uint64_t)pc << 1 | has, memory_order_relaxed);
  return has;
}
#endif

/// Goes one frame up; functions of a library that cannot throw may have no unwind information, and a step by
/// the frame pointer would leave out their caller.
static bool step(unw_cursor_t *cursor) {
#if defined(__x86_64__)
  if (!has_unwind_information(cursor)) {
    gcdc_bare_frame frame;
    unw_context_t context;
    unw_word_t value;
    memset(&frame, 0, sizeof frame);
    static const int numbers[7] = {UNW_X86_64_RIP, UNW_X86_64_RSP, UNW_X86_64_RBP, UNW_X86_64_RBX,
                                   UNW_X86_64_R12, UNW_X86_64_R13, UNW_X86_64_R14};
    uint64_t *fields[7] = {&frame.pc, &frame.sp, &frame.bp, &frame.saved[0], &frame.saved[1], &frame.saved[2],
                           &frame.saved[3]};
    for (int i = 0; i < 7; i++) {
      if (unw_get_reg(cursor, numbers[i], &value) == 0) *fields[i] = value;
    }
    if (unw_get_reg(cursor, UNW_X86_64_R15, &value) == 0) frame.saved[4] = value;
    if (gcdc_leave_bare_frame(&frame)) {
      fill(&context, &(start){frame.pc, frame.sp, frame.bp, frame.pc, frame.saved});
      return unw_init_local2(cursor, &context, 0) == 0;
    }
  }
#endif
  return unw_step(cursor) > 0;
}

static int collect(unw_cursor_t *cursor, uintptr_t *pcs, int count, int max) {
  while (count < max && step(cursor)) {
    unw_word_t address;
    if (unw_get_reg(cursor, UNW_REG_IP, &address) != 0 || address == 0) break;
    pcs[count] = (uintptr_t)address;
    count += 1;
  }
  return count;
}

static int unwind(const start *start, bool interrupted, uintptr_t *pcs, int max) {
  unw_context_t context;
  unw_cursor_t cursor;
  if (max <= 0) return 0;
  fill(&context, start);
  // The first one is known: on aarch64 libunwind answers the question for it with the link register.
  pcs[0] = (uintptr_t)start->pc + (interrupted ? 1 : 0);
  if (unw_init_local2(&cursor, &context, interrupted ? UNW_INIT_SIGNAL_FRAME : 0) != 0) return 1;
  return collect(&cursor, pcs, 1, max);
}

int gcdc_unwind_here(uintptr_t *pcs, int max) {
  unw_context_t context;
  unw_cursor_t cursor;
  if (max <= 0 || unw_getcontext(&context) != 0 || unw_init_local(&cursor, &context) != 0) return 0;
  return collect(&cursor, pcs, 0, max);
}

int gcdc_unwind_parked(uint64_t pc, uint64_t sp, uint64_t bp, const uint64_t *callee_saved, uintptr_t *pcs,
                       int max) {
  return unwind(&(start){pc, sp, bp, pc, callee_saved}, false, pcs, max);
}

int gcdc_unwind_interrupted(uint64_t pc, uint64_t sp, uint64_t bp, uint64_t lr, const uint64_t *callee_saved,
                            uintptr_t *pcs, int max) {
  return unwind(&(start){pc, sp, bp, lr, callee_saved}, true, pcs, max);
}

const char *gcdc_unwind_exception_provider(void) {
  void *provider = dlsym(RTLD_DEFAULT, "_Unwind_RaiseException");
  Dl_info info;
  if (!provider || !dladdr(provider, &info)) return NULL;
  return info.dli_fname;
}
#endif
