// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where libdispatch itself and the Swift runtime are mapped: objects, tokens and locks in there are their
// own.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <link.h>

struct gcdc_span {
  uintptr_t inside;  // what to look for
  uintptr_t start;
  uintptr_t end;
};

static int find_mapping(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct gcdc_span *span = context;
  uintptr_t start = UINTPTR_MAX;
  uintptr_t end = 0;
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    if (header->p_type != PT_LOAD) continue;
    uintptr_t segment = info->dlpi_addr + header->p_vaddr;
    if (segment < start) start = segment;
    if (segment + header->p_memsz > end) end = segment + header->p_memsz;
  }
  if (span->inside < start || span->inside >= end) return 0;
  span->start = start;
  span->end = end;
  return 1;
}

uintptr_t gcdc_dispatch_start;
_Atomic size_t gcdc_dispatch_length;

GCDC_UNINSTRUMENTED void gcdc_find_dispatch(void) {
  // Racing first callers write the same values, the length last.
  struct gcdc_span span = {.inside = (uintptr_t)GCDC_REAL(_os_object_release)};
  dl_iterate_phdr(find_mapping, &span);
  gcdc_dispatch_start = span.start;
  gcdc_dispatch_length = span.end - span.start;
}

GCDC_UNINSTRUMENTED bool gcdc_is_inside_runtime(const void *address) {
  static struct gcdc_span span;
  // Racing first callers write the same values; a reader that sees only one of them looks again.
  if (__builtin_expect(span.end == 0, false)) {
    span.inside = (uintptr_t)dlsym(RTLD_DEFAULT, "swift_retain");
    dl_iterate_phdr(find_mapping, &span);
  }
  return (uintptr_t)address >= span.start && (uintptr_t)address < span.end;
}

bool gcdc_is_dispatch_address(const void *address) { return gcdc_is_inside_dispatch(address); }
#endif
