// Licensed under the Apache License, Version 2.0; see LICENSE.
// Methods without a symbol: what the compiler has merged of several, in a file that was stripped.
#include "LibrarySymbols.h"

#if GCDC_INTERPOSES
#include <string.h>

/// Where the instruction at `code` jumps to, if it is a jump without a condition, or 0.
static uintptr_t jump_target(const uint8_t *code) {
#if defined(__x86_64__)
  int32_t distance;
  memcpy(&distance, code + 1, sizeof distance);
  return code[0] == 0xe9 ? (uintptr_t)code + 5 + (uintptr_t)(intptr_t)distance : 0;
#else
  uint32_t instruction;
  memcpy(&instruction, code, sizeof instruction);
  int64_t distance = (int64_t)((uint64_t)instruction << 38) >> 36;
  return instruction >> 26 == 5 ? (uintptr_t)code + (uintptr_t)distance : 0;
#endif
}

/// The function without a name that begins at the address; empty where a symbol covers it, or nothing does.
static gcdc_range unnamed_function(const gcdc_symbols *symbols, uintptr_t base, uintptr_t start) {
  uintptr_t end = start + GCDC_LONGEST_GAP;
  bool is_behind_another = false;
  for (size_t index = 0; index < symbols->count; index += 1) {
    if (!gcdc_is_function(&symbols->first[index])) continue;
    uintptr_t other = base + symbols->first[index].st_value;
    if (other > start) {
      if (other < end) end = other;
    } else {
      is_behind_another = true;
      if (start < other + symbols->first[index].st_size) return (gcdc_range){0};
    }
  }
  return is_behind_another ? (gcdc_range){start, end, true, true} : (gcdc_range){0};
}

gcdc_ranges gcdc_unnamed_methods(const gcdc_ranges *named, const gcdc_symbols *symbols, uintptr_t base) {
#if defined(__x86_64__)
  enum { length = 5, step = 1 };
#else
  enum { length = 4, step = 4 };
#endif
  gcdc_ranges unnamed = {0};
  for (size_t index = 0; symbols->is_stripped && index < named->count; index += 1) {
    const gcdc_range *method = &named->ranges[index];
    for (uintptr_t code = method->start; code + length <= method->end; code += step) {
      uintptr_t target = jump_target((const uint8_t *)code);
      if (target == 0) continue;
      gcdc_range range = unnamed_function(symbols, base, target);
      if (range.end > range.start) gcdc_ranges_add(&unnamed, range);
    }
  }
  gcdc_ranges_sort(&unnamed);
  return unnamed;
}
#endif
