// Licensed under the Apache License, Version 2.0; see LICENSE.
// Workloops: serial queues of their own kind, with setters that must come in order and before activation.
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_UNINSTRUMENTED static void *announce_workloop(void *workloop, gcdc_site site) {
  if (GCDC_HOOKED(queue_created)) GCDC_OFF(gcdc_hook_table.queue_created(workloop, site));
  return workloop;
}

GCDC_EXPORT void *dispatch_workloop_create(const char *label) {
  return announce_workloop(GCDC_REAL(dispatch_workloop_create)(label), GCDC_SITE);
}

GCDC_EXPORT void *dispatch_workloop_create_inactive(const char *label) {
  return announce_workloop(GCDC_REAL(dispatch_workloop_create_inactive)(label), GCDC_SITE);
}

GCDC_UNINSTRUMENTED static void check_setter(void *workloop, int property, gcdc_site site) {
  if (GCDC_HOOKED(workloop_property)) GCDC_OFF(gcdc_hook_table.workloop_property(workloop, property, site));
}

GCDC_ANNOUNCED(dispatch_workloop_set_qos_class, (void *workloop, unsigned quality, uint64_t flags),
               (workloop, quality, flags), check_setter(workloop, GCDC_WORKLOOP_PRIORITY, GCDC_SITE))
GCDC_ANNOUNCED(dispatch_workloop_set_qos_class_floor,
               (void *workloop, unsigned quality, int relative, uint64_t flags),
               (workloop, quality, relative, flags), check_setter(workloop, GCDC_WORKLOOP_OTHER, GCDC_SITE))
GCDC_ANNOUNCED(dispatch_workloop_set_autorelease_frequency, (void *workloop, unsigned long frequency),
               (workloop, frequency), check_setter(workloop, GCDC_WORKLOOP_OTHER, GCDC_SITE))
GCDC_ANNOUNCED(dispatch_workloop_set_cpupercent, (void *workloop, uint8_t percent, uint32_t refill),
               (workloop, percent, refill), check_setter(workloop, GCDC_WORKLOOP_SHARE, GCDC_SITE))
#endif
