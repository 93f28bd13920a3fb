// Licensed under the Apache License, Version 2.0; see LICENSE.
// Dispatch sources: creation, timers, handlers, cancellation, data.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>

/// A type is a variable of the library, of which the linker may have made a copy in the executable.
static int source_type(const void *type) {
  static const char *const names[GCDC_SOURCE_KINDS] = {
      [GCDC_SOURCE_TIMER] = "_dispatch_source_type_timer",
      [GCDC_SOURCE_DATA_ADD] = "_dispatch_source_type_data_add",
      [GCDC_SOURCE_DATA_OR] = "_dispatch_source_type_data_or",
      [GCDC_SOURCE_DATA_REPLACE] = "_dispatch_source_type_data_replace",
      [GCDC_SOURCE_READ] = "_dispatch_source_type_read",
      [GCDC_SOURCE_WRITE] = "_dispatch_source_type_write",
      [GCDC_SOURCE_SIGNAL] = "_dispatch_source_type_signal",
      [GCDC_SOURCE_INTERVAL] = "_dispatch_source_type_interval",
  };
  static const void *found[GCDC_SOURCE_KINDS][2];
  for (int kind = 0; kind < GCDC_SOURCE_KINDS && type != NULL; kind += 1) {
    if (names[kind] == NULL) continue;
    if (found[kind][0] == NULL) {
      found[kind][0] = dlsym(RTLD_DEFAULT, names[kind]);
      found[kind][1] = dlsym(RTLD_NEXT, names[kind]);
    }
    if (type == found[kind][0] || type == found[kind][1]) return kind;
  }
  return GCDC_SOURCE_OTHER;
}

GCDC_EXPORT void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  if (!GCDC_HOOKED(source_created)) return GCDC_REAL(dispatch_source_create)(type, handle, mask, queue);
  void *source;
  GCDC_OFF({
    source = GCDC_REAL(dispatch_source_create)(type, handle, mask, queue);
    gcdc_hook_table.source_created(source, source_type(type), handle, mask, queue, GCDC_SITE);
  });
  return source;
}

GCDC_ENTRY(void, dispatch_source_set_timer,
           (void *source, uint64_t start, uint64_t interval, uint64_t leeway),
           (source, start, interval, leeway), GCDC_HOOKED(source_set_timer),
           GCDC_OFF(gcdc_hook_table.source_set_timer(source, start, interval, leeway, GCDC_SITE)))

#define GCDC_HANDLER_SETTERS(name, kind) \
  GCDC_EXPORT void name(void *source, void *block) { \
    if (!GCDC_HOOKED(source_set_handler)) return GCDC_REAL(name)(source, block); \
    gcdc_work work = gcdc_owned_work(block, 0); \
    bool handled; \
    GCDC_OFF(handled = gcdc_hook_table.source_set_handler(source, kind, work, GCDC_SITE)); \
    if (handled) return; \
    GCDC_OFF(GCDC_REAL(name)(source, block)); \
    gcdc_work_dispose(work); \
  } \
  GCDC_EXPORT void name##_f(void *source, gcdc_function function) { \
    if (!GCDC_HOOKED(source_set_handler)) return GCDC_REAL(name##_f)(source, function); \
    gcdc_work work = gcdc_function_work(function, NULL, GCDC_WORK_FETCH_CONTEXT); \
    GCDC_OFF({ \
      bool handled = gcdc_hook_table.source_set_handler(source, kind, work, GCDC_SITE); \
      if (!handled) GCDC_REAL(name##_f)(source, function); \
    }); \
  }

GCDC_HANDLER_SETTERS(dispatch_source_set_event_handler, GCDC_HANDLER_EVENT)
GCDC_HANDLER_SETTERS(dispatch_source_set_cancel_handler, GCDC_HANDLER_CANCEL)
GCDC_HANDLER_SETTERS(dispatch_source_set_mandatory_cancel_handler, GCDC_HANDLER_MANDATORY_CANCEL)
GCDC_HANDLER_SETTERS(dispatch_source_set_registration_handler, GCDC_HANDLER_REGISTRATION)

GCDC_OFFERED(dispatch_source_cancel, (void *source), (source), source_cancel, source)
GCDC_OFFERED(dispatch_source_cancel_and_wait, (void *source), (source), source_cancel_and_wait, source)

GCDC_EXPORT intptr_t dispatch_source_testcancel(void *source) {
  if (!GCDC_HOOKED(source_test_cancel)) return GCDC_REAL(dispatch_source_testcancel)(source);
  intptr_t result = 0;
  GCDC_OFF({
    bool handled = gcdc_hook_table.source_test_cancel(source, &result);
    if (!handled) result = GCDC_REAL(dispatch_source_testcancel)(source);
  });
  return result;
}

GCDC_EXPORT uintptr_t dispatch_source_get_mask(void *source) {
  uintptr_t mask = GCDC_REAL(dispatch_source_get_mask)(source);
  if (!GCDC_HOOKED(source_test_cancel)) return mask;
  intptr_t is_cancelled = 0;
  GCDC_OFF(gcdc_hook_table.source_test_cancel(source, &is_cancelled));
  return is_cancelled ? 0 : mask;
}

GCDC_EXPORT uintptr_t dispatch_source_get_data(void *source) {
  if (!GCDC_HOOKED(source_get_data)) return GCDC_REAL(dispatch_source_get_data)(source);
  uintptr_t result = 0;
  GCDC_OFF({
    bool handled = gcdc_hook_table.source_get_data(source, &result);
    if (!handled) result = GCDC_REAL(dispatch_source_get_data)(source);
  });
  return result;
}

GCDC_OFFERED(dispatch_source_merge_data, (void *source, uintptr_t value), (source, value), source_merge_data,
             source, value)
#endif
