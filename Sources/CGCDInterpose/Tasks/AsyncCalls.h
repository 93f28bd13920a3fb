// Licensed under the Apache License, Version 2.0; see LICENSE.
// How Swift's compiler calls async functions: the context is in a register of its own, and the last call is a
// jump.
#ifndef GCDC_ASYNC_CALLS_H
#define GCDC_ASYNC_CALLS_H
#include "Interposer.h"

#if GCDC_INTERPOSES
#define ASYNC_CALL __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))
#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

/// What an async function keeps first: whose callee it is, and where that one continues.
struct async_context {
  struct async_context *caller;
  void *resume;
};

/// Inside the function at `code`, as a return address is inside its caller.
static inline gcdc_site gcdc_inside(void *code) { return (gcdc_site)((uintptr_t)code + 1); }
#endif
#endif
