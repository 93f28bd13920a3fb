// Licensed under the Apache License, Version 2.0; see LICENSE.
// Queue attributes are places in one table of the library (library build 6.x).
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <string.h>

enum {
  attribute_size = 16,
  // The places count in this order: inactive, concurrent, relative priority, quality of service,
  // autorelease, overcommit.
  places_below_overcommit = 2 * 2 * 16 * 7 * 3,
  attribute_count = places_below_overcommit * 3,
};

gcdc_attribute_state gcdc_attribute_state_of(const void *attribute) {
  if (attribute == NULL) return GCDC_ATTRIBUTE_PLAIN;
  // The library's own table, not the copy of its first entry that the linker may have put into a program.
  static const char *table;
  if (table == NULL) table = dlsym(RTLD_NEXT, "_dispatch_queue_attr_concurrent");
  if (table == NULL) return GCDC_ATTRIBUTE_PLAIN;
  size_t offset = (size_t)((const char *)attribute - table);
  if ((const char *)attribute < table || offset >= (size_t)attribute_count * attribute_size) {
    return memcmp(attribute, table, attribute_size) == 0 ? GCDC_ATTRIBUTE_PLAIN : GCDC_ATTRIBUTE_INVALID;
  }
  return offset / attribute_size >= places_below_overcommit ? GCDC_ATTRIBUTE_OVERCOMMIT
                                                            : GCDC_ATTRIBUTE_PLAIN;
}
#endif
