// Licensed under the Apache License, Version 2.0; see LICENSE.
// Real calls that Swift code cannot spell with untyped objects.
#include "CGCDInterpose.h"

#if defined(__linux__) && !defined(GCDC_OTHER_PLATFORM)
#include <dispatch/dispatch.h>

void gcdc_real_activate(gcdc_object object) { dispatch_activate((dispatch_object_t)object); }

void gcdc_retire_source(gcdc_object source) {
  dispatch_source_cancel((dispatch_source_t)source);
  dispatch_activate((dispatch_object_t)source);
}

void *gcdc_queue_specific(gcdc_object queue, const void *key) {
  return dispatch_queue_get_specific((dispatch_queue_t)queue, key);
}

void gcdc_queue_clear_specific(gcdc_object queue, const void *key) {
  dispatch_queue_set_specific((dispatch_queue_t)queue, key, NULL, NULL);
}
#endif

#if defined(__BLOCKS__)
void gcdc_lend_block(__attribute__((noescape)) void (^block)(void), void (*use)(void *, void *), void *context) {
  use((void *)block, context);
}
#endif
