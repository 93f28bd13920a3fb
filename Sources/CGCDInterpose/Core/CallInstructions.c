// Licensed under the Apache License, Version 2.0; see LICENSE.
// Reads the instruction before a return address.
#include "CallInstructions.h"

#if GCDC_INTERPOSES
#include "CallDecoding.h"

GCDC_UNINSTRUMENTED bool gcdc_follows_call(const void *site, uintptr_t start, uintptr_t end) {
#if defined(__x86_64__)
  return gcdc_names_target_x86_64(site, (uintptr_t)site, start, end);
#elif defined(__aarch64__)
  return gcdc_names_target_aarch64(site, (uintptr_t)site, start, end);
#else
  return (void)site, (void)start, (void)end, true;
#endif
}
#endif
