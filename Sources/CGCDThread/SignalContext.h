// Licensed under the Apache License, Version 2.0; see LICENSE.
// Registers of the code that a signal interrupted.
#ifndef GCDC_SIGNAL_CONTEXT_H
#define GCDC_SIGNAL_CONTEXT_H
#include "CGCDThread.h"
#include "Platform.h"
#if GCDC_SUPPORTED
#include <ucontext.h>

GCDC_PLAIN static inline gcdc_registers gcdc_registers_of_context(const void *context) {
  const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
  gcdc_registers registers = {0};
#if defined(__x86_64__)
  const greg_t *r = machine->gregs;
  registers.pc = (uint64_t)r[REG_RIP];
  registers.sp = (uint64_t)r[REG_RSP];
  registers.bp = (uint64_t)r[REG_RBP];
  registers.callee_saved[0] = (uint64_t)r[REG_RBX];
  registers.callee_saved[1] = (uint64_t)r[REG_R12];
  registers.callee_saved[2] = (uint64_t)r[REG_R13];
  registers.callee_saved[3] = (uint64_t)r[REG_R14];
  registers.callee_saved[4] = (uint64_t)r[REG_R15];
#else
  registers.pc = machine->pc;
  registers.sp = machine->sp;
  registers.bp = machine->regs[29];
  registers.lr = machine->regs[30];
  for (int i = 0; i < 10; i++) registers.callee_saved[i] = machine->regs[19 + i];
#endif
  return registers;
}
#endif
#endif
