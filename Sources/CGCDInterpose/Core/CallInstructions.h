// Licensed under the Apache License, Version 2.0; see LICENSE.
// How a function was called, read from the instruction before its return address.
//
// An optimised function that ends in a call jumps there instead, and the callee returns to the caller of the
// caller. A callback that ends in `pthread_mutex_unlock` so returns into the library that called it; but the
// library's call went through a pointer, while calls of its own name what they call. A library that ends in a
// jump to the callback, as `twalk` does, looks the same as one that takes a lock of its own in that way.
#ifndef CGCD_CALL_INSTRUCTIONS_H
#define CGCD_CALL_INSTRUCTIONS_H
#include "Interposer.h"

#if GCDC_INTERPOSES
/// True when a call that names its target precedes `site`. Directly, with a target in the same code as
/// the call (a function there, or its stub for another library's), or by the address that the dynamic linker
/// has put into a cell. `start` and `end` bound that code, which has to be readable.
GCDC_HIDDEN bool gcdc_follows_call(const void *site, uintptr_t start, uintptr_t end);
#endif
#endif
