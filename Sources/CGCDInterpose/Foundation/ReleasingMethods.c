// Licensed under the Apache License, Version 2.0; see LICENSE.
// Calls of Foundation and XCTest that let another task continue, which may come before the code behind them.
#include "LibraryMethods.h"

#if GCDC_INTERPOSES
typedef SWIFT_CALL void (*with_block)(void *, void *, SWIFT_SELF void *);
typedef SWIFT_CALL void (*without_argument)(SWIFT_SELF void *);
typedef SWIFT_CALL void (*with_place)(const void *, size_t, uint8_t, ptrdiff_t, SWIFT_SELF void *);

SWIFT_METHOD void gcdc_add_block(void *block, void *context, SWIFT_SELF void *queue) {
  GCDC_RELEASING(((with_block)gcdc_library_method(ADDS_BLOCK))(block, context, queue));
}

SWIFT_METHOD void gcdc_add_barrier(void *block, void *context, SWIFT_SELF void *queue) {
  GCDC_RELEASING(((with_block)gcdc_library_method(ADDS_BARRIER))(block, context, queue));
}

SWIFT_METHOD void gcdc_start_thread(SWIFT_SELF void *thread) {
  GCDC_RELEASING(((without_argument)gcdc_library_method(STARTS_THREAD))(thread));
}

SWIFT_METHOD void gcdc_detach_thread(void *block, void *context, SWIFT_SELF void *type) {
  GCDC_RELEASING(((with_block)gcdc_library_method(DETACHES_THREAD))(block, context, type));
}

SWIFT_METHOD void gcdc_fulfill(
    const void *file, size_t length, uint8_t form, ptrdiff_t line, SWIFT_SELF void *expectation) {
  GCDC_RELEASING(((with_place)gcdc_library_method(FULFILLS))(file, length, form, line, expectation));
}

SWIFT_METHOD void gcdc_load(SWIFT_SELF void *task) {
  GCDC_RELEASING(((without_argument)gcdc_library_method(LOADS))(task));
}
#endif
