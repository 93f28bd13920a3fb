// Licensed under the Apache License, Version 2.0; see LICENSE.
// Whether an address that was read from a task is code.
#ifndef CGCD_LOADED_CODE_H
#define CGCD_LOADED_CODE_H
#include <stdbool.h>
#include <stdint.h>

/// Whether some loaded file has its code there.
__attribute__((visibility("hidden"))) bool gcdc_is_code(uintptr_t address);
#endif
