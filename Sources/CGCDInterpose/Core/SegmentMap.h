// Licensed under the Apache License, Version 2.0; see LICENSE.
// The segments of code that are loaded, and what is known of each.
#ifndef CGCD_SEGMENT_MAP_H
#define CGCD_SEGMENT_MAP_H
#include "Addresses.h"

#if GCDC_INTERPOSES
/// What is loaded, as of one count of loaded libraries. Never freed: a reader on another thread may still
/// look at it, and a new one is made only when a library was loaded meanwhile.
typedef struct {
  unsigned long long loads;
  gcdc_ranges segments;
  gcdc_ranges lock_methods;
} gcdc_map;

/// The map that was made last, possibly before the newest library was loaded; NULL before the first.
GCDC_HIDDEN gcdc_map *gcdc_last_map(void);
/// The map of what is loaded now.
GCDC_HIDDEN gcdc_map *gcdc_fresh_map(void);
/// NULL where no file was loaded to the address.
GCDC_HIDDEN const gcdc_range *gcdc_find_segment(const void *address);
#endif
#endif
