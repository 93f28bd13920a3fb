// Licensed under the Apache License, Version 2.0; see LICENSE.
// Reads of a function's first instructions which variable it loads.
#ifndef GCDC_FIRST_LOAD_H
#define GCDC_FIRST_LOAD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The variable that x86-64 code loads first, behind what functions begin with: endbr64, registers that are
/// saved, a frame, room on the stack. NULL where anything else comes before it.
static inline void **gcdc_first_load_x86_64(const uint8_t *code) {
  if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa) code += 4;
  for (;;) {
    if ((code[0] & 0xf8) == 0x50) {
      code += 1;  // push
    } else if (code[0] == 0x41 && (code[1] & 0xf8) == 0x50) {
      code += 2;  // push of r8 to r15
    } else if (code[0] == 0x48 && code[1] == 0x89 && code[2] == 0xe5) {
      code += 3;  // mov %rsp, %rbp
    } else if (code[0] == 0x48 && code[1] == 0x83 && code[2] == 0xec) {
      code += 4;  // sub $n, %rsp
    } else {
      break;
    }
  }
  // mov distance(%rip), any of the eight old registers
  if (code[0] != 0x48 || code[1] != 0x8b || (code[2] & 0xc7) != 0x05) return NULL;
  int32_t distance;
  memcpy(&distance, code + 3, sizeof distance);
  return (void **)(uintptr_t)(code + 7 + distance);
}

/// The variable that one of the first eight instructions of aarch64 code loads, by page and offset.
static inline void **gcdc_first_load_aarch64(const uint32_t *code) {
  for (int index = 0; index < 8; index += 1) {
    uint32_t page = code[index];
    if ((page & 0x9f000000) != 0x90000000) continue;  // adrp
    int64_t pages = (int64_t)((uint64_t)(page >> 5 & 0x7ffff) << 45) >> 43 | (page >> 29 & 3);
    uintptr_t base = ((uintptr_t)&code[index] & ~(uintptr_t)4095) + (uintptr_t)(pages * 4096);
    // Compilers put a saved register or two between the pair.
    for (int next = index + 1; next < index + 4; next += 1) {
      uint32_t load = code[next];
      if ((load & 0xffc00000) != 0xf9400000 || (page & 31) != (load >> 5 & 31)) continue;  // ldr
      return (void **)(base + (load >> 10 & 0xfff) * 8);
    }
  }
  return NULL;
}
#endif
