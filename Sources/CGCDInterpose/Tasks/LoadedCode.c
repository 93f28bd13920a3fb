// Licensed under the Apache License, Version 2.0; see LICENSE.
// Whose code a task continues in, without dladdr: that goes through all symbols of the file, for as long as a
// schedule takes where a test has a few tasks.
#include "../Core/SegmentMap.h"
#include "LoadedCode.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <string.h>

bool gcdc_is_code(uintptr_t address) {
  if (address == 0) return false;
  bool before = gcdc_control(false);
  const gcdc_range *segment = gcdc_find_segment((const void *)address);
  gcdc_control(before);
  return segment != NULL;
}

/// The runtime's library for tasks, which is loaded wherever this code is; empty where it is part of another
/// file.
static gcdc_mapping find_concurrency(void) {
  Dl_info info;
  void *inside = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_jobMetadata");
  bool is_alone = inside != NULL && dladdr(inside, &info) != 0 && info.dli_fname != NULL
      && strstr(info.dli_fname, "libswift_Concurrency") != NULL;
  return is_alone ? gcdc_mapping_around(inside) : (gcdc_mapping){0};
}

bool gcdc_is_in_concurrency(const void *address) {
  static gcdc_mapping library;
  static bool is_known;
  if (!is_known) {
    library = find_concurrency();
    is_known = true;
  }
  return (uintptr_t)address - library.start < library.end - library.start;
}
#endif
