// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where a Swift task that is suspended goes on.
#ifndef CGCD_SUSPENDED_TASKS_H
#define CGCD_SUSPENDED_TASKS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GCDC_SUSPENDED_DEPTH = 24 };

/// The functions of a suspended task that wait for each other, as return addresses, the innermost first.
///
/// @param task the object of a task that has not ended and does not run now.
/// @param stack room for GCDC_SUSPENDED_DEPTH addresses.
/// @param in_continuation gets whether it awaits a continuation.
/// @return how many addresses were written; 0 where nothing is known.
size_t gcdc_suspended_stack(const void *_Nonnull task, uintptr_t *_Nonnull stack,
                            bool *_Nonnull in_continuation);
#endif
