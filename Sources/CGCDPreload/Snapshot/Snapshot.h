// Licensed under the Apache License, Version 2.0; see LICENSE.
// A process that becomes again what it was, so that it serves one schedule after the other.
#ifndef CGCD_SNAPSHOT_H
#define CGCD_SNAPSHOT_H
#include <stdbool.h>
#include <stddef.h>

void gcdc_snapshot_prepare(void);
const char *gcdc_snapshot_serve(const char *line, size_t *length);
#endif
