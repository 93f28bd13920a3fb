// Licensed under the Apache License, Version 2.0; see LICENSE.
// What gcdc_thread_switch leaves at the saved stack pointer; the assembly files say the same.
#ifndef GCDC_SWITCH_FRAME_H
#define GCDC_SWITCH_FRAME_H
#include <stdint.h>

#if defined(__x86_64__)
typedef struct {
  uint32_t mxcsr;
  uint16_t x87_control;
  uint16_t unused;
  uint64_t r15, r14, r13, r12, rbx, rbp;
  uint64_t pc;
} gcdc_switch_frame;
_Static_assert(sizeof(gcdc_switch_frame) == 64, "Switch-x86_64.S relies on it");
#elif defined(__aarch64__)
typedef struct {
  uint64_t x19_to_x28[10];
  uint64_t fp, lr;
  uint64_t d8_to_d15[8];
  uint64_t fpcr, unused;
} gcdc_switch_frame;
_Static_assert(sizeof(gcdc_switch_frame) == 176, "Switch-aarch64.S relies on it");
#endif
#endif
