// Licensed under the Apache License, Version 2.0; see LICENSE.
// Which definition the loaded libraries are bound to.
#ifndef CGCD_IMPORTS_H
#define CGCD_IMPORTS_H
#include "Interposer.h"

#if GCDC_INTERPOSES
/// True when every loaded library that imports one of the functions that steer a run is bound to ours; else
/// stores the file that provides the function instead.
GCDC_HIDDEN bool gcdc_imports_are_ours(char *cause, size_t size);
#endif
#endif
