// Licensed under the Apache License, Version 2.0; see LICENSE.
// Ranges of code in the address space of the process.
#ifndef CGCD_ADDRESSES_H
#define CGCD_ADDRESSES_H
#include "Interposer.h"

#if GCDC_INTERPOSES
typedef struct {
  uintptr_t start;
  uintptr_t end;
  bool is_library;  // of a segment: it belongs to the toolchain or the system
  bool is_swift;    // of a segment: a library of the toolchain that is written in Swift
  uintptr_t shift;  // of a segment: added to an address, it makes it the same in each process of the program
} gcdc_range;

typedef struct {
  gcdc_range *ranges;
  size_t count;
  size_t capacity;
} gcdc_ranges;

GCDC_HIDDEN void gcdc_ranges_add(gcdc_ranges *ranges, gcdc_range range);
GCDC_HIDDEN void gcdc_ranges_sort(gcdc_ranges *ranges);
/// The range that holds the address, or NULL. The ranges must be sorted and disjoint.
GCDC_HIDDEN const gcdc_range *gcdc_ranges_find(const gcdc_ranges *ranges, const void *address);
/// Adds the code of the methods that the library at `path`, loaded at `base`, offers to users for locks and
/// threads.
GCDC_HIDDEN void gcdc_add_lock_methods(gcdc_ranges *ranges, const char *path, uintptr_t base);
#endif
#endif
