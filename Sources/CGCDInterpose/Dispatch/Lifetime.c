// Licensed under the Apache License, Version 2.0; see LICENSE.
// Suspension, activation and the last external release.
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_OFFERED(dispatch_suspend, (void *object), (object), suspend, object)
GCDC_OFFERED(dispatch_resume, (void *object), (object), resume, object)
GCDC_OFFERED(dispatch_activate, (void *object), (object), activate, object)

GCDC_UNINSTRUMENTED static void report_last_release(void *object, gcdc_site site) {
  if (object == NULL || gcdc_external_count(object) > 0) return;
  GCDC_OFF(gcdc_hook_table.last_release(object, site));
}

GCDC_UNINSTRUMENTED static void report_resurrection(void *object, gcdc_site site) {
  if (object == NULL || gcdc_external_count(object) >= 0) return;
  GCDC_OFF(gcdc_hook_table.resurrected(object, site));
}

GCDC_EXPORT void dispatch_retain(void *object) {
  if (!GCDC_HOOKED(resurrected)) return GCDC_REAL(dispatch_retain)(object);
  report_resurrection(object, GCDC_SITE);
  GCDC_REAL(_os_object_retain)(object);
}

GCDC_EXPORT void *_os_object_retain(void *object) {
  if (GCDC_HOOKED(resurrected)) report_resurrection(object, GCDC_SITE);
  return GCDC_REAL(_os_object_retain)(object);
}

GCDC_EXPORT void dispatch_release(void *object) {
  if (!GCDC_HOOKED(last_release)) return GCDC_REAL(dispatch_release)(object);
  report_last_release(object, GCDC_SITE);
  // What dispatch_release itself calls; going there directly keeps it from arriving a second time. Control
  // stays on: finalizers and destructors come back through dispatch_async_f.
  GCDC_REAL(_os_object_release)(object);
}

GCDC_EXPORT void _os_object_release(void *object) {
  if (GCDC_HOOKED(last_release)) report_last_release(object, GCDC_SITE);
  GCDC_REAL(_os_object_release)(object);
}
#endif
