// Licensed under the Apache License, Version 2.0; see LICENSE.
#ifndef CGCD_RUNTIME_MEMORY_H
#define CGCD_RUNTIME_MEMORY_H
#include <stdbool.h>
#include <stddef.h>

/// Looks up where the Swift runtime is.
void gcdc_find_runtime(void);
/// Whether the Swift runtime asks for so much memory for tables of its own, by a call that returns to
/// `caller`.
bool gcdc_is_runtime_memory(const void *caller, size_t size);
#endif
