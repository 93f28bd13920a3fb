// Licensed under the Apache License, Version 2.0; see LICENSE.
#ifndef CGCD_PROBE_RECORD_H
#define CGCD_PROBE_RECORD_H
void probe_clear(void);
const char *probe_text(void);
#endif
