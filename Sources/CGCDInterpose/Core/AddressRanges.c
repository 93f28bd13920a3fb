// Licensed under the Apache License, Version 2.0; see LICENSE.
// A sorted list of address ranges.
#include "Addresses.h"

#if GCDC_INTERPOSES
#include <stdlib.h>

GCDC_UNINSTRUMENTED void gcdc_ranges_add(gcdc_ranges *ranges, gcdc_range range) {
  if (ranges->count == ranges->capacity) {
    size_t capacity = ranges->capacity == 0 ? 64 : ranges->capacity * 2;
    gcdc_range *grown = realloc(ranges->ranges, capacity * sizeof(gcdc_range));
    if (grown == NULL) return;
    ranges->ranges = grown;
    ranges->capacity = capacity;
  }
  ranges->ranges[ranges->count] = range;
  ranges->count += 1;
}

static int compare_starts(const void *first, const void *second) {
  uintptr_t left = ((const gcdc_range *)first)->start;
  uintptr_t right = ((const gcdc_range *)second)->start;
  return (left > right) - (left < right);
}

void gcdc_ranges_sort(gcdc_ranges *ranges) {
  if (ranges->count > 1) qsort(ranges->ranges, ranges->count, sizeof(gcdc_range), compare_starts);
}

GCDC_UNINSTRUMENTED const gcdc_range *gcdc_ranges_find(const gcdc_ranges *ranges, const void *address) {
  uintptr_t wanted = (uintptr_t)address;
  size_t low = 0;
  size_t high = ranges->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const gcdc_range *range = &ranges->ranges[middle];
    if (wanted >= range->end) {
      low = middle + 1;
    } else if (wanted < range->start) {
      high = middle;
    } else {
      return range;
    }
  }
  return NULL;
}
#endif
