// Licensed under the Apache License, Version 2.0; see LICENSE.
// The methods of Foundation's and XCTest's classes that a process calls through functions of ours.
#ifndef CGCD_LIBRARY_METHODS_H
#define CGCD_LIBRARY_METHODS_H
#include "../Core/Interposer.h"
#include "StoredValues.h"

#if GCDC_INTERPOSES
#define SWIFT_SELF __attribute__((swift_context))
#define SWIFT_CALL __attribute__((swiftcall))
/// Code that knows the class of an object calls the function by its name. Weak: where Foundation is linked
/// statically its own definitions win.
#define SWIFT_METHOD \
  __attribute__((swiftcall, weak, visibility("default"), used, noinline, disable_sanitizer_instrumentation))

enum {
  DEPENDS,
  ADDS,
  ADDS_SEVERAL,
  SUSPENDS,
  MAKES,
  /// Those of Foundation's operations, which are known together or not at all.
  gcdc_operation_method_count,
  ADDS_BLOCK = gcdc_operation_method_count,
  ADDS_BARRIER,
  STARTS_THREAD,
  DETACHES_THREAD,
  FULFILLS,
  LOADS,
#define STORE_NUMBER(name, symbol, is_change) STORE_##name,
  GCDC_STORE_METHODS(STORE_NUMBER)
#undef STORE_NUMBER
  gcdc_library_method_count,
  gcdc_first_store_method = LOADS + 1
};

#define DEPENDS_SYMBOL "$s10Foundation9OperationC13addDependencyyyACF"
#define ADDS_SYMBOL "$s10Foundation14OperationQueueC03addB0yyAA0B0CF"
#define ADDS_SEVERAL_SYMBOL \
  "$s10Foundation14OperationQueueC13addOperations_17waitUntilFinishedySayAA0B0CG_SbtF"
#define SUSPENDS_SYMBOL "$s10Foundation14OperationQueueC11isSuspendedSbvs"
#define MAKES_SYMBOL "$s10Foundation14BlockOperationC5blockACyyYbc_tcfC"
#define ADDS_BLOCK_SYMBOL "$s10Foundation14OperationQueueC03addB0yyyyYbcF"
#define ADDS_BARRIER_SYMBOL "$s10Foundation14OperationQueueC15addBarrierBlockyyyyYbcF"
#define STARTS_THREAD_SYMBOL "$s10Foundation6ThreadC5startyyF"
#define DETACHES_THREAD_SYMBOL "$s10Foundation6ThreadC09detachNewB0yyyyYbcFZ"
#define FULFILLS_SYMBOL "$s6XCTest0A11ExpectationC7fulfill_4lineys12StaticStringV_SitF"
#define LOADS_SYMBOL "$s20FoundationNetworking14URLSessionTaskC6resumeyyF"

SWIFT_METHOD void gcdc_add_dependency(void *other, SWIFT_SELF void *operation) __asm__(DEPENDS_SYMBOL);
SWIFT_METHOD void gcdc_add_operation(void *operation, SWIFT_SELF void *queue) __asm__(ADDS_SYMBOL);
SWIFT_METHOD void gcdc_add_operations(void *operations, bool waits, SWIFT_SELF void *queue)
    __asm__(ADDS_SEVERAL_SYMBOL);
SWIFT_METHOD void gcdc_set_suspended(bool value, SWIFT_SELF void *queue) __asm__(SUSPENDS_SYMBOL);
SWIFT_METHOD void *gcdc_make_of_block(void *block, void *context, SWIFT_SELF void *type)
    __asm__(MAKES_SYMBOL);
SWIFT_METHOD void gcdc_add_block(void *block, void *context, SWIFT_SELF void *queue)
    __asm__(ADDS_BLOCK_SYMBOL);
SWIFT_METHOD void gcdc_add_barrier(void *block, void *context, SWIFT_SELF void *queue)
    __asm__(ADDS_BARRIER_SYMBOL);
SWIFT_METHOD void gcdc_start_thread(SWIFT_SELF void *thread) __asm__(STARTS_THREAD_SYMBOL);
SWIFT_METHOD void gcdc_detach_thread(void *block, void *context, SWIFT_SELF void *type)
    __asm__(DETACHES_THREAD_SYMBOL);
SWIFT_METHOD void gcdc_fulfill(
    const void *file, size_t length, uint8_t form, ptrdiff_t line, SWIFT_SELF void *expectation)
    __asm__(FULFILLS_SYMBOL);
SWIFT_METHOD void gcdc_load(SWIFT_SELF void *task) __asm__(LOADS_SYMBOL);
#define STORE_DECLARATION(name, symbol, is_change) \
  SWIFT_METHOD void gcdc_store_##name(void) __asm__(GCDC_STORE_SYMBOL(symbol));
GCDC_STORE_METHODS(STORE_DECLARATION)
#undef STORE_DECLARATION

/// The library's own function for a method; NULL where the library is not there.
GCDC_HIDDEN void *gcdc_library_method(int method);

typedef SWIFT_CALL void (*with_object)(void *, SWIFT_SELF void *);

/// Makes a library's call that may enable others. A program's own has returned before these may continue in
/// front of the code behind it: the library's is not what is tested.
#define GCDC_RELEASING(...) \
  do { \
    gcdc_site caller = GCDC_SITE; \
    bool is_programs = GCDC_HOOKED(foundation.enters) && !gcdc_is_library_address((const char *)caller - 1); \
    if (is_programs) GCDC_OFF(gcdc_hook_table.foundation.enters()); \
    __VA_ARGS__; \
    if (is_programs && GCDC_HOOKED(foundation.returns)) { \
      GCDC_OFF(gcdc_hook_table.foundation.returns(caller)); \
    } \
  } while (0)
#endif
#endif
