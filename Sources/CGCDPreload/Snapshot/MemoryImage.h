// Licensed under the Apache License, Version 2.0; see LICENSE.
// What the memory of this process had in it at one moment.
#ifndef CGCD_MEMORY_IMAGE_H
#define CGCD_MEMORY_IMAGE_H
#include "ProcessMaps.h"

struct gcdc_range {
  uintptr_t start, end;
};

/// Pages that follow each other, and are in the image one behind the other as well.
struct gcdc_run {
  struct gcdc_range pages;
  const char *copy;
  bool is_constant;
};

enum { GCDC_MOST_RUNS = 16384, GCDC_LEFT_ALONE = 4 };

struct gcdc_image {
  struct gcdc_maps maps;
  int run_count;
  struct gcdc_run runs[GCDC_MOST_RUNS];
  /// Whose contents stay as they are: what works while the rest is restored.
  int left_alone_count;
  struct gcdc_range left_alone[GCDC_LEFT_ALONE];
  /// That the kernel writes at any time.
  struct gcdc_range of_kernel;
};

void gcdc_image_leave_alone(struct gcdc_image *image, uintptr_t start, uintptr_t end);
bool gcdc_image_take(struct gcdc_image *image);
bool gcdc_image_restore(struct gcdc_image *image);
#endif
