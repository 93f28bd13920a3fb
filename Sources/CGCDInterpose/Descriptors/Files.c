// Licensed under the Apache License, Version 2.0; see LICENSE.
// The lock of a stdio stream: `print` holds it while it runs a description, which may switch threads.
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_ENTRY(void, flockfile, (FILE *file), (file), GCDC_HOOKED(file_lock),
           GCDC_OFF(gcdc_hook_table.file_lock(file, GCDC_SITE)))
GCDC_ENTRY(int, ftrylockfile, (FILE *file), (file), GCDC_HOOKED(file_try_lock),
           GCDC_RETURN_OFF(gcdc_hook_table.file_try_lock(file, GCDC_SITE)))
GCDC_ENTRY(void, funlockfile, (FILE *file), (file), GCDC_HOOKED(file_unlock),
           GCDC_OFF(gcdc_hook_table.file_unlock(file, GCDC_SITE)))
#endif
