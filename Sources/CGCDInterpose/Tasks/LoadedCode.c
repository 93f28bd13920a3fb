// Licensed under the Apache License, Version 2.0; see LICENSE.
// Whose code a task continues in, without dladdr: that goes through all symbols of the file, for as long as a
// schedule takes where a test has a few tasks.
#include "../Core/SegmentMap.h"
#include "LoadedCode.h"

#if GCDC_INTERPOSES

bool gcdc_is_code(uintptr_t address) {
  if (address == 0) return false;
  bool before = gcdc_control(false);
  const gcdc_range *segment = gcdc_find_segment((const void *)address);
  gcdc_control(before);
  return segment != NULL;
}

bool gcdc_is_in_concurrency(const void *address) {
  static gcdc_mapping library;
  static bool is_known;
  if (!is_known) {
    library = gcdc_find_library("_swift_concurrency_debug_jobMetadata", "libswift_Concurrency");
    is_known = true;
  }
  return (uintptr_t)address - library.start < library.end - library.start;
}
#endif
