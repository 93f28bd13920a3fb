// Licensed under the Apache License, Version 2.0; see LICENSE.
// The objects that can be reached from some words, as far as `malloc` knows where they begin; for the only
// thread of a process.
#ifndef GCDC_REACHABLE_OBJECTS_H
#define GCDC_REACHABLE_OBJECTS_H
#include "CGCDUnwind.h"
#include "Platform.h"
#if GCDC_SUPPORTED

/// None is known any more, and what memory there is now may be looked at.
__attribute__((visibility("hidden"))) void gcdc_forget_objects(void);
/// Adds those that the words point to.
__attribute__((visibility("hidden"))) void gcdc_find_objects(const uint64_t *words, size_t count,
                                                             const gcdc_loop_reader *reader);
/// A fingerprint of those that were found, and of all that these point to.
__attribute__((visibility("hidden"))) uint64_t gcdc_mixed_objects(uint64_t hash,
                                                                  const gcdc_loop_reader *reader);
/// A fingerprint of words.
__attribute__((visibility("hidden"))) uint64_t gcdc_mixed(uint64_t hash, const uint64_t *words, size_t count);

#endif
#endif
