// Licensed under the Apache License, Version 2.0; see LICENSE.
// Frames without unwind information on x86-64, read from their own prologue: only pushes and one subtraction
// come before the first call of such a small function.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "BareFrame.h"
#include "Platform.h"

#if GCDC_SUPPORTED && defined(__x86_64__)
#include <dlfcn.h>
#include <stddef.h>

enum { longest_function = 4096, most_pushes = 8 };

/// True when the bytes before the address are a call: what a return address always has there.
static bool follows_call(uint64_t address) {
  const uint8_t *code = (const uint8_t *)address;
  if (code[-5] == 0xe8) return true;                                    // call rel32
  if (code[-2] == 0xff && (code[-1] & 0x38) == 0x10) return true;       // call reg, call [reg]
  if (code[-3] == 0xff && (code[-2] & 0x38) == 0x10) return true;       // call [reg + disp8]
  if (code[-6] == 0xff && (code[-5] & 0x38) == 0x10) return true;       // call [reg/rip + disp32]
  return code[-7] == 0xff && (code[-6] & 0x38) == 0x10;                 // call [reg + index + disp32]
}

/// Where the register of a push instruction lives in a frame; NULL for one whose value does not matter.
static uint64_t *pushed(gcdc_bare_frame *frame, int number) {
  switch (number) {
    case 3: return &frame->saved[0];
    case 5: return &frame->bp;
    case 12: case 13: case 14: case 15: return &frame->saved[number - 11];
    default: return NULL;
  }
}

bool gcdc_leave_bare_frame(gcdc_bare_frame *frame) {
  Dl_info info;
  if (frame->pc == 0 || !dladdr((void *)(frame->pc - 1), &info) || info.dli_saddr == NULL) return false;
  const uint8_t *code = info.dli_saddr;
  const uint8_t *here = (const uint8_t *)frame->pc;
  if (here - code > longest_function) return false;
  int registers[most_pushes], count = 0;
  uint64_t room = 0;
  while (code < here && count < most_pushes) {
    if (code[0] >= 0x50 && code[0] <= 0x57) {
      registers[count++] = code[0] - 0x50;
      code += 1;
    } else if (code[0] == 0x41 && code[1] >= 0x50 && code[1] <= 0x57) {
      registers[count++] = code[1] - 0x50 + 8;
      code += 2;
    } else if (code[0] == 0x48 && code[1] == 0x89 && code[2] == 0xe5) {  // mov %rsp, %rbp
      code += 3;
    } else {
      break;
    }
  }
  if (code[0] == 0x48 && code[1] == 0x83 && code[2] == 0xec) room = code[3];
  if (code[0] == 0x48 && code[1] == 0x81 && code[2] == 0xec) room = *(const uint32_t *)(code + 3);
  gcdc_bare_frame caller = *frame;
  const uint64_t *stack = (const uint64_t *)(frame->sp + room);
  for (int index = count - 1; index >= 0; index--) {
    uint64_t *slot = pushed(&caller, registers[index]);
    if (slot != NULL) *slot = *stack;
    stack += 1;
  }
  Dl_info target;
  caller.pc = *stack;
  // Code that is mapped by a file, after a call: anything else is a stray value.
  if (caller.pc == 0 || !dladdr((void *)(caller.pc - 1), &target) || !follows_call(caller.pc)) return false;
  caller.sp = (uint64_t)(stack + 1);
  *frame = caller;
  return true;
}
#endif
