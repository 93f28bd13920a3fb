// Licensed under the Apache License, Version 2.0; see LICENSE.
// The mappings of this process.
#ifndef CGCD_PROCESS_MAPS_H
#define CGCD_PROCESS_MAPS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gcdc_rights { GCDC_READABLE = 1, GCDC_WRITABLE = 2, GCDC_EXECUTABLE = 4 };

struct gcdc_mapping {
  uintptr_t start, end;
  /// What it is of, and from where; 0: memory of no file.
  uint64_t file, offset;
  uint8_t rights;
  bool is_shared;
  /// The kernel lets it grow downwards.
  bool is_stack;
  /// Free for the owner: its pages may differ from those of the image.
  bool is_watched;
};

enum { GCDC_MOST_MAPPINGS = 4096 };

struct gcdc_maps {
  int count;
  struct gcdc_mapping list[GCDC_MOST_MAPPINGS];
  /// What is read of a file at once.
  char text[16384];
};

bool gcdc_maps_read(struct gcdc_maps *maps);
bool gcdc_maps_return(const struct gcdc_maps *before, struct gcdc_maps *now);
#endif
