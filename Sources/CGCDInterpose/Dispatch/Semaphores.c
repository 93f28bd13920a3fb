// Licensed under the Apache License, Version 2.0; see LICENSE.
// Semaphores. The library's thread pool uses static ones of its own, which stay real.
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_EXPORT void *dispatch_semaphore_create(intptr_t value) {
  if (!GCDC_HOOKED(semaphore_created)) return GCDC_REAL(dispatch_semaphore_create)(value);
  void *semaphore;
  GCDC_OFF({
    semaphore = GCDC_REAL(dispatch_semaphore_create)(value);
    gcdc_hook_table.semaphore_created(semaphore, value, GCDC_SITE);
  });
  return semaphore;
}

GCDC_EXPORT intptr_t dispatch_semaphore_signal(void *semaphore) {
  if (!GCDC_HOOKED(semaphore_signal) || gcdc_is_inside_dispatch(semaphore)) {
    return GCDC_PASS(semaphore, SIGNAL), GCDC_REAL(dispatch_semaphore_signal)(semaphore);
  }
  GCDC_RETURN_OFF(gcdc_hook_table.semaphore_signal(semaphore, GCDC_SITE));
}

GCDC_EXPORT intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout) {
  if (!GCDC_HOOKED(semaphore_wait) || gcdc_is_inside_dispatch(semaphore)) {
    return GCDC_PASS(semaphore, WAIT), GCDC_REAL(dispatch_semaphore_wait)(semaphore, timeout);
  }
  GCDC_RETURN_OFF(gcdc_hook_table.semaphore_wait(semaphore, timeout, GCDC_SITE));
}
#endif
