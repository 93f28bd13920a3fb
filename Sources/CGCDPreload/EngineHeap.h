// Licensed under the Apache License, Version 2.0; see LICENSE.
#ifndef CGCD_ENGINE_HEAP_H
#define CGCD_ENGINE_HEAP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/// From now on, memory that is allocated while no code of the program is under control comes from the heap of
/// the engine, or not any more.
void gcdc_set_engine_heap(bool is_used);

/// Gives memory of at least `size` bytes, aligned to `alignment`, a power of two, 16 at least; NULL where
/// there is none.
void *gcdc_engine_allocate(size_t alignment, size_t size);
/// How many bytes may be used there.
size_t gcdc_engine_size(void *memory);
void gcdc_engine_free(void *memory);
/// Whether the memory is the engine's.
bool gcdc_is_engine_memory(const void *memory);
#endif
