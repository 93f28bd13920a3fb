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
#include "SignalMask.h"

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
enum {
  pc_number = UNW_X86_64_RIP, sp_number = UNW_X86_64_RSP, bp_number = UNW_X86_64_RBP,
  shortest = 1, leaves_have_frames = true
};
static const int saved_numbers[] = {UNW_X86_64_RBX, UNW_X86_64_R12, UNW_X86_64_R13, UNW_X86_64_R14,
                                    UNW_X86_64_R15};
#else
enum {
  pc_number = UNW_AARCH64_PC, sp_number = UNW_AARCH64_SP, bp_number = UNW_AARCH64_X29,
  shortest = 4, leaves_have_frames = false
};
static const int saved_numbers[] = {UNW_AARCH64_X19, UNW_AARCH64_X20, UNW_AARCH64_X21, UNW_AARCH64_X22,
                                    UNW_AARCH64_X23, UNW_AARCH64_X24, UNW_AARCH64_X25, UNW_AARCH64_X26,
                                    UNW_AARCH64_X27, UNW_AARCH64_X28};
#endif

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
  // Without information libunwind answers with a function of one instruction.
  bool has = unw_get_proc_info(cursor, &info) == 0 && info.end_ip > info.start_ip + shortest;
  atomic_store_explicit(entry, (uint64_t)pc << 1 | has, memory_order_relaxed);
  return has;
}

static uint64_t read_register(unw_cursor_t *cursor, int number) {
  unw_word_t value;
  return unw_get_reg(cursor, number, &value) == 0 ? (uint64_t)value : 0;
}

/// Moves one frame up; functions of a library that cannot throw may have no unwind information, and a step by
/// the frame pointer would leave out their caller.
///
/// `is_at_call`: false for the innermost function of an interrupted thread, which may call no other one, and
/// then has no frame record on aarch64.
static bool step(unw_cursor_t *cursor, bool is_at_call) {
  if ((is_at_call || leaves_have_frames) && !has_unwind_information(cursor)) {
    gcdc_bare_frame frame = {read_register(cursor, pc_number), read_register(cursor, sp_number),
                             read_register(cursor, bp_number), {0}};
    for (size_t i = 0; i < sizeof saved_numbers / sizeof *saved_numbers; i++) {
      frame.saved[i] = read_register(cursor, saved_numbers[i]);
    }
    if (gcdc_leave_bare_frame(&frame)) {
      unw_context_t context;
      fill(&context, &(start){frame.pc, frame.sp, frame.bp, frame.pc, frame.saved});
      return unw_init_local2(cursor, &context, 0) == 0;
    }
  }
  return unw_step(cursor) > 0;
}

static int collect(unw_cursor_t *cursor, bool interrupted, uintptr_t *pcs, int count, int max) {
  for (bool is_at_call = !interrupted; count < max && step(cursor, is_at_call); is_at_call = true) {
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
  sigset_t before;
  gcdc_block_signals(&before);
  int count = 1;
  if (unw_init_local2(&cursor, &context, interrupted ? UNW_INIT_SIGNAL_FRAME : 0) == 0) {
    count = collect(&cursor, interrupted, pcs, 1, max);
  }
  gcdc_unblock_signals(&before);
  return count;
}

int gcdc_unwind_here(uintptr_t *pcs, int max) {
  unw_context_t context;
  unw_cursor_t cursor;
  if (max <= 0 || unw_getcontext(&context) != 0) return 0;
  sigset_t before;
  gcdc_block_signals(&before);
  int count = unw_init_local(&cursor, &context) == 0 ? collect(&cursor, false, pcs, 0, max) : 0;
  gcdc_unblock_signals(&before);
  return count;
}

static int test_above(unw_cursor_t *cursor, uintptr_t start, gcdc_frame_test *test) {
  bool is_above = false;
  enum { most_frames = 32 };
  for (int frame = 0; frame < most_frames && step(cursor, true); frame++) {
    unw_word_t address;
    if (unw_get_reg(cursor, UNW_REG_IP, &address) != 0 || address == 0) break;
    is_above = is_above || (uintptr_t)address == start;
    int answer = is_above ? test((uintptr_t)address) : 0;
    if (answer != 0) return answer;
  }
  return 0;
}

int gcdc_unwind_above(uintptr_t start, gcdc_frame_test *test) {
  unw_context_t context;
  unw_cursor_t cursor;
  if (unw_getcontext(&context) != 0) return 0;
  sigset_t before;
  gcdc_block_signals(&before);
  int answer = unw_init_local(&cursor, &context) == 0 ? test_above(&cursor, start, test) : 0;
  gcdc_unblock_signals(&before);
  return answer;
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
