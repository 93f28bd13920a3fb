// Licensed under the Apache License, Version 2.0; see LICENSE.
// The instructions of both processors that call what they name: functions of the bytes alone, so that each
// can be tried on any machine.
#ifndef CGCD_CALL_DECODING_H
#define CGCD_CALL_DECODING_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef GCDC_UNINSTRUMENTED
#define GCDC_UNINSTRUMENTED
#endif

/// x86-64: `call target`, or `call *cell(%rip)`; `after` is the copy in memory of what is at `address`,
/// the return address. Six bytes before it have to be readable.
GCDC_UNINSTRUMENTED static inline bool gcdc_names_target_x86_64(const unsigned char *after, uintptr_t address,
                                                                uintptr_t start, uintptr_t end) {
  enum { near = 0xe8, near_size = 5, cell = 0xff, cell_form = 0x15, cell_size = 6 };
  if (address < start + cell_size || address > end) return false;
  if (after[-cell_size] == cell && after[1 - cell_size] == cell_form) return true;
  if (after[-near_size] != near) return false;
  int32_t distance;
  memcpy(&distance, after - sizeof distance, sizeof distance);
  uintptr_t target = address + (uintptr_t)(intptr_t)distance;
  return start <= target && target < end;
}

/// aarch64: `bl target`. A call through a register, `blr`, names nothing, whatever has been put into it.
GCDC_UNINSTRUMENTED static inline bool gcdc_names_target_aarch64(const unsigned char *after,
                                                                 uintptr_t address, uintptr_t start,
                                                                 uintptr_t end) {
  enum { size = 4, code_shift = 26, code = 0x25 };
  if (address < start + size || address > end) return false;
  uint32_t instruction;
  memcpy(&instruction, after - size, sizeof instruction);
  if (instruction >> code_shift != code) return false;
  // The lower 26 bits count instructions, from the call itself: their sign is shifted to the top and back.
  int32_t distance = (int32_t)(instruction << (32 - code_shift)) >> (32 - code_shift - 2);
  uintptr_t target = address - size + (uintptr_t)(intptr_t)distance;
  return start <= target && target < end;
}
#endif
