// Licensed under the Apache License, Version 2.0; see LICENSE.
// What programs ask of Foundation's operations.
#include "LibraryMethods.h"

#if GCDC_INTERPOSES
typedef SWIFT_CALL void (*with_array)(void *, bool, SWIFT_SELF void *);
typedef SWIFT_CALL void (*with_flag)(bool, SWIFT_SELF void *);
typedef SWIFT_CALL void *(*of_block)(void *, void *, SWIFT_SELF void *);

/// Of an array of Swift's: the count, and where the elements begin, in words.
enum { ARRAY_COUNT = 2, ARRAY_ELEMENTS = 4 };

SWIFT_METHOD void gcdc_add_dependency(void *other, SWIFT_SELF void *operation) {
  if (GCDC_HOOKED(foundation.depends)) {
    GCDC_OFF(gcdc_hook_table.foundation.depends(operation, other, GCDC_SITE));
  }
  ((with_object)gcdc_library_method(DEPENDS))(other, operation);
}

SWIFT_METHOD void gcdc_add_operation(void *operation, SWIFT_SELF void *queue) {
  if (GCDC_HOOKED(foundation.added)) {
    GCDC_OFF(gcdc_hook_table.foundation.added(&operation, 1, GCDC_SITE));
  }
  GCDC_RELEASING(((with_object)gcdc_library_method(ADDS))(operation, queue));
}

SWIFT_METHOD void gcdc_add_operations(void *operations, bool waits, SWIFT_SELF void *queue) {
  if (GCDC_HOOKED(foundation.added)) {
    void **words = operations;
    GCDC_OFF(gcdc_hook_table.foundation.added(words + ARRAY_ELEMENTS, (size_t)words[ARRAY_COUNT], GCDC_SITE));
  }
  GCDC_RELEASING(((with_array)gcdc_library_method(ADDS_SEVERAL))(operations, waits, queue));
}

SWIFT_METHOD void gcdc_set_suspended(bool value, SWIFT_SELF void *queue) {
  if (GCDC_HOOKED(foundation.queue_suspended)) {
    GCDC_OFF(gcdc_hook_table.foundation.queue_suspended(queue, value, GCDC_SITE));
  }
  GCDC_RELEASING(((with_flag)gcdc_library_method(SUSPENDS))(value, queue));
}

SWIFT_METHOD void *gcdc_make_of_block(void *block, void *context, SWIFT_SELF void *type) {
  void *operation = ((of_block)gcdc_library_method(MAKES))(block, context, type);
  if (GCDC_HOOKED(foundation.made)) {
    GCDC_OFF(gcdc_hook_table.foundation.made(operation, GCDC_SITE));
  }
  return operation;
}
#endif
