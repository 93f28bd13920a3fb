// Licensed under the Apache License, Version 2.0; see LICENSE.
// The stored properties of an object of Swift's, as reflection knows them.
#define _GNU_SOURCE
#include "CGCDInterpose.h"

#if defined(__linux__) && !defined(GCDC_OTHER_PLATFORM)
#include "AsyncCalls.h"
#include <sys/uio.h>

/// What the standard library's reflection says of a property.
struct property_facts {
  const char *name;
  void (*free_name)(const char *);
  bool is_strong, is_variable;
};

extern SWIFT_CALL intptr_t swift_reflectionMirror_recursiveCount(const void *type) __attribute__((weak));
extern SWIFT_CALL intptr_t swift_reflectionMirror_recursiveChildOffset(const void *type, intptr_t index)
    __attribute__((weak));
extern SWIFT_CALL const void *swift_reflectionMirror_recursiveChildMetadata(
    const void *type, intptr_t index, struct property_facts *facts) __attribute__((weak));

/// Of the table of a type's own functions (the ABI), in words: its size, and flags.
enum { SIZE = 8, FLAGS = 10 };
enum { IS_NOT_COPYABLE = 0x00800000 };
/// Of the kinds of types (the ABI): that of functions, and the last that is none of a class.
enum { FUNCTION = 0x302, LAST_KIND = 0x7ff };
/// Of a function type's flags, behind its kind: 0 = a function of Swift's.
enum { CONVENTION = 0xff0000 };

/// Whether a type is of references to classes or of blocks or functions of C, before which the table need not
/// be.
static bool is_one_word(const uintptr_t *type) {
  if (type[0] == FUNCTION) return (type[1] & CONVENTION) != 0;
  return type[0] == 0 || type[0] > LAST_KIND;
}

size_t gcdc_stored_properties(const void *type) {
  if (swift_reflectionMirror_recursiveCount == NULL || swift_reflectionMirror_recursiveChildOffset == NULL
      || swift_reflectionMirror_recursiveChildMetadata == NULL) {
    return 0;
  }
  return (size_t)swift_reflectionMirror_recursiveCount(type);
}

gcdc_stored_property gcdc_stored_property_at(const void *type, size_t index) {
  struct property_facts facts = {0};
  const void *property_type =
      swift_reflectionMirror_recursiveChildMetadata(type, (intptr_t)index, &facts);
  const uintptr_t *functions =
      is_one_word(property_type) ? NULL : ((const uintptr_t *const *)property_type)[-1];
  gcdc_stored_property property = {
      .type = property_type,
      .offset = (size_t)swift_reflectionMirror_recursiveChildOffset(type, (intptr_t)index),
      .size = functions == NULL ? sizeof(void *) : functions[SIZE],
      .holds_value = facts.is_strong && (functions == NULL || (functions[FLAGS] & IS_NOT_COPYABLE) == 0),
  };
  // A name that would have to be freed is none of a property that Swift code has.
  if (facts.free_name != NULL) {
    facts.free_name(facts.name);
  } else {
    property.name = facts.name;
  }
  return property;
}

/// What is freed may not be mapped any more; malloc writes its own links over the first words of it.
bool gcdc_is_object(const void *address, const void *type) {
  const void *found = NULL;
  struct iovec here = {&found, sizeof found};
  struct iovec there = {(void *)address, sizeof found};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == sizeof found && found == type;
}
#endif
