// Licensed under the Apache License, Version 2.0; see LICENSE.
// Which loaded image holds an address.
#define _GNU_SOURCE
#include "CGCDImage.h"

#include "Platform.h"
#if GCDC_SUPPORTED
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

typedef struct {
  uintptr_t address;
  gcdc_image *out;
  bool found;
} search;

static int look_at(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  search *asked = context;
  uintptr_t low = UINTPTR_MAX, high = 0;
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &image->dlpi_phdr[i];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t start = image->dlpi_addr + part->p_vaddr;
    uintptr_t end = start + part->p_memsz;
    if (asked->address >= start && asked->address < end) asked->found = true;
    if (start < low) low = start;
    if (end > high) high = end;
  }
  if (!asked->found) return 0;
  asked->out->bias = image->dlpi_addr;
  asked->out->low = low;
  asked->out->high = high;
  strncpy(asked->out->path, image->dlpi_name ? image->dlpi_name : "", sizeof asked->out->path - 1);
  return 1;
}

bool gcdc_image_at(uintptr_t address, gcdc_image *out) {
  memset(out, 0, sizeof *out);
  search asked = {.address = address, .out = out};
  dl_iterate_phdr(look_at, &asked);
  // The dynamic linker has no name for the executable.
  if (asked.found && !out->path[0]) {
    ssize_t length = readlink("/proc/self/exe", out->path, sizeof out->path - 1);
    out->path[length < 0 ? 0 : length] = 0;
  }
  return asked.found;
}

uintptr_t gcdc_program_address(void) { return getauxval(AT_ENTRY); }
#endif
