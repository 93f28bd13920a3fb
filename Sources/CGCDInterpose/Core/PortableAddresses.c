// Licensed under the Apache License, Version 2.0; see LICENSE.
// Addresses of code that are the same in each process of a program, wherever the system has loaded its files.
#include "SegmentMap.h"

#if GCDC_INTERPOSES
uint64_t gcdc_portable_address(const void *address) {
  bool before = gcdc_control(false);
  const gcdc_range *segment = gcdc_find_segment(address);
  gcdc_control(before);
  return (uintptr_t)address + (segment == NULL ? 0 : segment->shift);
}

const void *gcdc_local_address(uint64_t portable) {
  bool before = gcdc_control(false);
  const gcdc_map *map = gcdc_fresh_map();
  gcdc_control(before);
  if (map == NULL) return NULL;
  for (size_t index = 0; index < map->segments.count; index += 1) {
    const gcdc_range *segment = &map->segments.ranges[index];
    uintptr_t address = (uintptr_t)portable - segment->shift;
    if (address >= segment->start && address < segment->end) return (const void *)address;
  }
  return NULL;
}
#endif
