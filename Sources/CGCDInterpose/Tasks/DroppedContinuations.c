// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where the last reference to a checked continuation goes away before it was resumed: the runtime says so on
// the standard error stream, by a function of the standard library's.
#include "../Core/Interposer.h"

#if GCDC_INTERPOSES
#include <string.h>

static bool is_about_a_dropped_one(const char *message) {
  return message != NULL && strstr(message, "leaked its continuation without resuming it") != NULL;
}

GCDC_EXPORT void swift_reportError(uint32_t flags, const char *message) {
  if (GCDC_HOOKED(swift.continuation_dropped) && is_about_a_dropped_one(message)) {
    GCDC_OFF(gcdc_hook_table.swift.continuation_dropped());
  }
  GCDC_REAL(swift_reportError)(flags, message);
}
#endif
