// Licensed under the Apache License, Version 2.0; see LICENSE.
// The record: lines of text, and names instead of addresses.
#define _GNU_SOURCE
#include "CGCDInterposeProbe.h"
#include "Record.h"

#if GCDC_INTERPOSES
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char record[32768];
static size_t used;
static struct {
  const void *address;
  const char *name;
} names[64];
static size_t name_count;

void probe_clear(void) {
  used = 0;
  record[0] = '\0';
  name_count = 0;
}

const char *probe_text(void) { return record; }

void probe_write(const char *format, ...) {
  bool before = gcdc_control(false);
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(record + used, sizeof record - used, format, arguments);
  va_end(arguments);
  if (length > 0 && used + (size_t)length + 2 < sizeof record) {
    used += (size_t)length;
    record[used] = '\n';
    record[used + 1] = '\0';
    used += 1;
  }
  gcdc_control(before);
}

void probe_name(const void *address, const char *name) {
  for (size_t index = 0; index < name_count; index += 1) {
    if (names[index].address != address) continue;
    names[index].name = name;
    return;
  }
  if (name_count == sizeof names / sizeof *names) return;
  names[name_count].address = address;
  names[name_count].name = name;
  name_count += 1;
}

const char *probe_name_of(const void *address) {
  if (address == NULL) return "-";
  for (size_t index = 0; index < name_count; index += 1) {
    if (names[index].address == address) return names[index].name;
  }
  return "?";
}
#endif
