// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where libdispatch itself is mapped: objects and tokens in there are its own.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <link.h>

struct gcdc_span {
  uintptr_t start;
  uintptr_t end;
};

static int gcdc_find_dispatch(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct gcdc_span *span = context;
  uintptr_t inside = (uintptr_t)GCDC_REAL(_os_object_release);
  uintptr_t start = UINTPTR_MAX;
  uintptr_t end = 0;
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    if (header->p_type != PT_LOAD) continue;
    uintptr_t segment = info->dlpi_addr + header->p_vaddr;
    if (segment < start) start = segment;
    if (segment + header->p_memsz > end) end = segment + header->p_memsz;
  }
  if (inside < start || inside >= end) return 0;
  *span = (struct gcdc_span){start, end};
  return 1;
}

GCDC_UNINSTRUMENTED bool gcdc_is_inside_dispatch(const void *address) {
  static struct gcdc_span span;
  // Racing first callers write the same values; a reader that sees only one of them looks again.
  if (__builtin_expect(span.end == 0, false)) dl_iterate_phdr(gcdc_find_dispatch, &span);
  return (uintptr_t)address >= span.start && (uintptr_t)address < span.end;
}
bool gcdc_is_dispatch_address(const void *address) { return gcdc_is_inside_dispatch(address); }
#endif
