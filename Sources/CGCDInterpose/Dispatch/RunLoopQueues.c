// Licensed under the Apache License, Version 2.0; see LICENSE.
// Queues that a run loop serves as it does the main queue. Nothing on Linux makes one but who looks the calls
// up by name; a run refuses them instead of serving them on a worker, where they would not be in reality.
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_EXPORT void *_dispatch_runloop_root_queue_create_4CF(const char *label, unsigned long flags) {
  // With flags the library answers NULL.
  if (flags == 0 && GCDC_HOOKED(will_create_run_loop_queue)) {
    GCDC_OFF(gcdc_hook_table.will_create_run_loop_queue(GCDC_SITE));
  }
  return GCDC_REAL(_dispatch_runloop_root_queue_create_4CF)(label, flags);
}

GCDC_EXPORT bool _dispatch_runloop_root_queue_perform_4CF(void *queue) {
  if (GCDC_HOOKED(no_run_loop_queue) && !gcdc_is_run_loop_queue(queue)) {
    GCDC_OFF(gcdc_hook_table.no_run_loop_queue(queue, GCDC_SITE));
  }
  return GCDC_REAL(_dispatch_runloop_root_queue_perform_4CF)(queue);
}

GCDC_EXPORT void _dispatch_runloop_root_queue_wakeup_4CF(void *queue) {
  if (GCDC_HOOKED(no_run_loop_queue) && !gcdc_is_run_loop_queue(queue)) {
    GCDC_OFF(gcdc_hook_table.no_run_loop_queue(queue, GCDC_SITE));
  }
  GCDC_REAL(_dispatch_runloop_root_queue_wakeup_4CF)(queue);
}
#endif
