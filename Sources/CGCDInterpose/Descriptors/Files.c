// Licensed under the Apache License, Version 2.0; see LICENSE.
// The lock of a stdio stream: `print` holds it while it runs a description, which may switch threads.
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_EXPORT void flockfile(FILE *file) {
  if (!GCDC_HOOKED(file_lock)) return GCDC_REAL(flockfile)(file);
  GCDC_OFF(gcdc_hook_table.file_lock(file, GCDC_SITE));
}

GCDC_EXPORT int ftrylockfile(FILE *file) {
  if (!GCDC_HOOKED(file_try_lock)) return GCDC_REAL(ftrylockfile)(file);
  int result;
  GCDC_OFF(result = gcdc_hook_table.file_try_lock(file, GCDC_SITE));
  return result;
}

GCDC_EXPORT void funlockfile(FILE *file) {
  if (!GCDC_HOOKED(file_unlock)) return GCDC_REAL(funlockfile)(file);
  GCDC_OFF(gcdc_hook_table.file_unlock(file, GCDC_SITE));
}
#endif
