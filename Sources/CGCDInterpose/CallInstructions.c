// Licensed under the Apache License, Version 2.0; see LICENSE.
// Reads the instruction before a return address.
#include "CallInstructions.h"

#if GCDC_INTERPOSES
#include <string.h>

#if defined(__x86_64__)
enum { call_near = 0xe8, call_size = 5, call_cell = 0xff, call_cell_form = 0x15, call_cell_size = 6 };

GCDC_UNINSTRUMENTED bool gcdc_follows_call(const void *site, uintptr_t start, uintptr_t end) {
  const unsigned char *after = site;
  uintptr_t address = (uintptr_t)site;
  if (address < start + call_cell_size || address > end) return false;
  if (after[-call_cell_size] == call_cell && after[1 - call_cell_size] == call_cell_form) return true;
  if (after[-call_size] != call_near) return false;
  int32_t distance;
  memcpy(&distance, after - sizeof distance, sizeof distance);
  uintptr_t target = address + (uintptr_t)(intptr_t)distance;
  return start <= target && target < end;
}
#elif defined(__aarch64__)
enum { link_size = 4, link_shift = 26, link_code = 0x25 };

GCDC_UNINSTRUMENTED bool gcdc_follows_call(const void *site, uintptr_t start, uintptr_t end) {
  uintptr_t address = (uintptr_t)site;
  if (address < start + link_size || address > end) return false;
  uint32_t instruction;
  memcpy(&instruction, (const char *)site - link_size, sizeof instruction);
  return instruction >> link_shift == link_code;
}
#else
GCDC_UNINSTRUMENTED bool gcdc_follows_call(const void *site, uintptr_t start, uintptr_t end) {
  (void)site, (void)start, (void)end;
  return true;
}
#endif
#endif
