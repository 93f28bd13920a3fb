// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where libdispatch itself and the Swift runtime are mapped: objects, tokens and locks in there are their
// own.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <link.h>
#include <string.h>

static int find_mapping(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  gcdc_mapping *span = context;
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

gcdc_mapping gcdc_mapping_around(const void *address) {
  gcdc_mapping span = {.inside = (uintptr_t)address};
  dl_iterate_phdr(find_mapping, &span);
  return span;
}

uintptr_t gcdc_dispatch_start;
_Atomic size_t gcdc_dispatch_length;

GCDC_UNINSTRUMENTED void gcdc_find_dispatch(void) {
  // Racing first callers write the same values, the length last.
  gcdc_mapping span = gcdc_mapping_around((const void *)GCDC_REAL(_os_object_release));
  gcdc_dispatch_start = span.start;
  gcdc_dispatch_length = span.end - span.start;
}

GCDC_UNINSTRUMENTED bool gcdc_is_inside_runtime(const void *address) {
  static gcdc_mapping span;
  // Racing first callers write the same values; a reader that sees only one of them looks again.
  if (__builtin_expect(span.end == 0, false)) {
    gcdc_mapping found = gcdc_mapping_around(dlsym(RTLD_DEFAULT, "swift_retain"));
    span.start = found.start;
    span.end = found.end;
  }
  return (uintptr_t)address >= span.start && (uintptr_t)address < span.end;
}

bool gcdc_is_dispatch_address(const void *address) { return gcdc_is_inside_dispatch(address); }

gcdc_mapping gcdc_find_library(const char *symbol, const char *name) {
  Dl_info info;
  void *inside = dlsym(RTLD_DEFAULT, symbol);
  bool is_alone = inside != NULL && dladdr(inside, &info) != 0 && info.dli_fname != NULL
      && strstr(info.dli_fname, name) != NULL;
  return is_alone ? gcdc_mapping_around(inside) : (gcdc_mapping){0};
}

bool gcdc_passes_calls_on(const void *address) {
  enum { dispatch_overlay, own, libraries };
  static gcdc_mapping spans[libraries];
  static bool are_known;
  if (!are_known) {
    bool before = gcdc_control(false);
    spans[dispatch_overlay] = gcdc_find_library("$s8Dispatch0A5QueueCN", "libswiftDispatch");
    if (gcdc_own_library() != NULL) spans[own] = gcdc_mapping_around((const void *)gcdc_passes_calls_on);
    gcdc_control(before);
    are_known = true;
  }
  if (gcdc_is_inside_dispatch(address) || gcdc_is_in_concurrency(address)) return true;
  for (int index = 0; index < libraries; index += 1) {
    if ((uintptr_t)address - spans[index].start < spans[index].end - spans[index].start) return true;
  }
  return false;
}
#endif
