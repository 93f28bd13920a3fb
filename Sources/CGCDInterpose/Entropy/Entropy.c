// Licensed under the Apache License, Version 2.0; see LICENSE.
// Randomness: every source that a program or the runtime draws from, and the seed of Swift's hashing.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <errno.h>

GCDC_UNINSTRUMENTED static void fill(void *buffer, size_t count) {
  GCDC_OFF(gcdc_hook_table.random_bytes(buffer, count));
}

GCDC_EXPORT void swift_stdlib_random(void *buffer, size_t count) {
  if (!GCDC_HOOKED(random_bytes)) return GCDC_REAL(swift_stdlib_random)(buffer, count);
  fill(buffer, count);
}

GCDC_EXPORT ssize_t getrandom(void *buffer, size_t count, unsigned flags) {
  if (!GCDC_HOOKED(random_bytes)) return GCDC_REAL(getrandom)(buffer, count, flags);
  fill(buffer, count);
  return (ssize_t)count;
}

GCDC_EXPORT int getentropy(void *buffer, size_t count) {
  if (!GCDC_HOOKED(random_bytes)) return GCDC_REAL(getentropy)(buffer, count);
  if (count > 256) {
    errno = EIO;
    return -1;
  }
  fill(buffer, count);
  return 0;
}

GCDC_EXPORT uint32_t arc4random(void) {
  if (!GCDC_HOOKED(random_bytes)) return GCDC_REAL(arc4random)();
  uint32_t value;
  fill(&value, sizeof value);
  return value;
}

GCDC_EXPORT void arc4random_buf(void *buffer, size_t count) {
  if (!GCDC_HOOKED(random_bytes)) return GCDC_REAL(arc4random_buf)(buffer, count);
  fill(buffer, count);
}

GCDC_EXPORT uint32_t arc4random_uniform(uint32_t bound) {
  if (!GCDC_HOOKED(random_bytes)) return GCDC_REAL(arc4random_uniform)(bound);
  if (bound < 2) return 0;
  // Values below this would make small results more likely.
  uint32_t excess = -bound % bound;
  uint32_t value;
  do fill(&value, sizeof value);
  while (value < excess);
  return value % bound;
}

/// libswiftCore's own variable, read at each Hasher's creation.
struct gcdc_hashing_parameters {
  uint64_t seed0;
  uint64_t seed1;
  bool deterministic;
};

// A table keeps the hashes that it was filled with, so the seed may change only before the first table
// exists: in a constructor, which runs after libswiftCore's own.
__attribute__((constructor(102))) bool gcdc_make_hashing_deterministic(void) {
  struct gcdc_hashing_parameters *parameters = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  if (parameters == NULL) return false;
  *parameters = (struct gcdc_hashing_parameters){.deterministic = true};
  return true;
}
#endif
