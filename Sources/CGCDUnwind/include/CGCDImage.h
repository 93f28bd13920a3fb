// Licensed under the Apache License, Version 2.0; see LICENSE.
// Loaded images: the executable and its shared libraries.
#ifndef CGCD_IMAGE_H
#define CGCD_IMAGE_H
#include <stdbool.h>
#include <stdint.h>

/// The image that contains an address.
typedef struct {
  uintptr_t bias;       // run-time address minus address in the file; 0 for an executable at a fixed address
  uintptr_t low, high;  // [low, high) covers its loaded segments
  char path[1024];      // as the dynamic linker knows it; the executable by its resolved path
} gcdc_image;

/// False where no loaded image holds the address.
bool gcdc_image_at(uintptr_t address, gcdc_image *_Nonnull out);
/// An address in the executable.
uintptr_t gcdc_program_address(void);
#endif
