// Licensed under the Apache License, Version 2.0; see LICENSE.
// Happens-before edges of virtual objects: ThreadSanitizer knows an edge by the address at which its ends
// meet, so each task, queue and object of a run has an address that nothing else has.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <stdlib.h>
#include <sys/mman.h>

enum { facet_bits = 5, id_bits = 20, stride = 8 };

/// Never accessible. Objects of a run whose numbers are 2^20 apart share an address: one edge too many there.
static char *points;

// What an earlier run has left at a point is no edge too many: all of it is older than the run.
GCDC_UNINSTRUMENTED const void *gcdc_order_point(uint32_t facet, uint32_t id) {
  if (points == NULL) {
    size_t size = (size_t)stride << (facet_bits + id_bits);
    void *region = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) abort();
    points = region;
  }
  size_t index = (size_t)(facet & ((1u << facet_bits) - 1)) << id_bits | (id & ((1u << id_bits) - 1));
  return points + index * stride;
}
#endif
