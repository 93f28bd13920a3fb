// Licensed under the Apache License, Version 2.0; see LICENSE.
#include "CGCDHost.h"

#include <stddef.h>

#if defined(__BLOCKS__)
void gcdc_host_call_block(void *block) { ((void (^)(void))block)(); }
#endif

#if defined(__linux__) && !defined(GCDC_OTHER_PLATFORM)
/// Defined in Swift; weak, so that the C target links alone.
__attribute__((weak)) void gcdc_host_process_begins(void);

/// The observer of test cases has to be there before the first test starts.
__attribute__((constructor)) static void begin(void) {
  if (gcdc_host_process_begins) gcdc_host_process_begins();
}
#endif
