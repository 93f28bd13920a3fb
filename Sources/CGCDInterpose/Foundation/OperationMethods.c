// Licensed under the Apache License, Version 2.0; see LICENSE.
// What programs ask of Foundation's operations. Their methods are called through the tables of their
// classes, where Foundation and each subclass keep the addresses of the functions: those are replaced, in the
// memory of the process.
#include "../Core/Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#define SWIFT_SELF __attribute__((swift_context))
/// Code that knows the class of an object calls the function by its name. Weak: where Foundation is linked
/// statically its own definitions win.
#define SWIFT_METHOD \
  __attribute__((swiftcall, weak, visibility("default"), used, noinline, disable_sanitizer_instrumentation))
#define SWIFT_CALL __attribute__((swiftcall))

#define ADD_DEPENDENCY "$s10Foundation9OperationC13addDependencyyyACF"
#define ADD_OPERATION "$s10Foundation14OperationQueueC03addB0yyAA0B0CF"
#define ADD_OPERATIONS "$s10Foundation14OperationQueueC13addOperations_17waitUntilFinishedySayAA0B0CG_SbtF"
#define SET_SUSPENDED "$s10Foundation14OperationQueueC11isSuspendedSbvs"
#define MAKE_OF_BLOCK "$s10Foundation14BlockOperationC5blockACyyYbc_tcfC"

typedef SWIFT_CALL void (*with_object)(void *, SWIFT_SELF void *);
typedef SWIFT_CALL void (*with_array)(void *, bool, SWIFT_SELF void *);
typedef SWIFT_CALL void (*with_flag)(bool, SWIFT_SELF void *);
typedef SWIFT_CALL void *(*of_block)(void *, void *, SWIFT_SELF void *);

SWIFT_METHOD void gcdc_add_dependency(void *other, SWIFT_SELF void *operation) __asm__(ADD_DEPENDENCY);
SWIFT_METHOD void gcdc_add_operation(void *operation, SWIFT_SELF void *queue) __asm__(ADD_OPERATION);
SWIFT_METHOD void gcdc_add_operations(void *operations, bool waits, SWIFT_SELF void *queue)
    __asm__(ADD_OPERATIONS);
SWIFT_METHOD void gcdc_set_suspended(bool value, SWIFT_SELF void *queue) __asm__(SET_SUSPENDED);
SWIFT_METHOD void *gcdc_make_of_block(void *block, void *context, SWIFT_SELF void *type)
    __asm__(MAKE_OF_BLOCK);

enum { DEPENDS, ADDS, ADDS_SEVERAL, SUSPENDS, MAKES, method_count };

static const struct {
  const char *symbol;
  const void *replacement;
} methods[method_count] = {
    [DEPENDS] = {ADD_DEPENDENCY, (const void *)gcdc_add_dependency},
    [ADDS] = {ADD_OPERATION, (const void *)gcdc_add_operation},
    [ADDS_SEVERAL] = {ADD_OPERATIONS, (const void *)gcdc_add_operations},
    [SUSPENDS] = {SET_SUSPENDED, (const void *)gcdc_set_suspended},
    [MAKES] = {MAKE_OF_BLOCK, (const void *)gcdc_make_of_block},
};

/// The functions of Foundation's, by method.
static void *originals[method_count];

/// Code may come here before the first run is prepared, and on several threads at once, which find the
/// same.
static void *original(int method) {
  void *found = __atomic_load_n(&originals[method], __ATOMIC_RELAXED);
  if (found == NULL) {
    found = dlsym(RTLD_NEXT, methods[method].symbol);
    __atomic_store_n(&originals[method], found, __ATOMIC_RELAXED);
  }
  return found;
}

/// Of an array of Swift's: the count, and where the elements begin, in words.
enum { ARRAY_COUNT = 2, ARRAY_ELEMENTS = 4 };

SWIFT_METHOD void gcdc_add_dependency(void *other, SWIFT_SELF void *operation) {
  if (GCDC_HOOKED(foundation.depends)) {
    GCDC_OFF(gcdc_hook_table.foundation.depends(operation, other, GCDC_SITE));
  }
  ((with_object)original(DEPENDS))(other, operation);
}

SWIFT_METHOD void gcdc_add_operation(void *operation, SWIFT_SELF void *queue) {
  if (GCDC_HOOKED(foundation.added)) {
    GCDC_OFF(gcdc_hook_table.foundation.added(&operation, 1, GCDC_SITE));
  }
  ((with_object)original(ADDS))(operation, queue);
}

SWIFT_METHOD void gcdc_add_operations(void *operations, bool waits, SWIFT_SELF void *queue) {
  if (GCDC_HOOKED(foundation.added)) {
    void **words = operations;
    GCDC_OFF(gcdc_hook_table.foundation.added(words + ARRAY_ELEMENTS, (size_t)words[ARRAY_COUNT], GCDC_SITE));
  }
  ((with_array)original(ADDS_SEVERAL))(operations, waits, queue);
}

SWIFT_METHOD void gcdc_set_suspended(bool value, SWIFT_SELF void *queue) {
  if (GCDC_HOOKED(foundation.queue_suspended)) {
    GCDC_OFF(gcdc_hook_table.foundation.queue_suspended(queue, value, GCDC_SITE));
  }
  ((with_flag)original(SUSPENDS))(value, queue);
}

SWIFT_METHOD void *gcdc_make_of_block(void *block, void *context, SWIFT_SELF void *type) {
  void *operation = ((of_block)original(MAKES))(block, context, type);
  if (GCDC_HOOKED(foundation.made)) {
    GCDC_OFF(gcdc_hook_table.foundation.made(operation, GCDC_SITE));
  }
  return operation;
}

/// Goes over all words of a library, also those that AddressSanitizer keeps between its variables.
#define WALKS_DATA GCDC_UNINSTRUMENTED __attribute__((no_sanitize("address")))

/// Where the dynamic linker has left a page read-only, it is that again afterwards.
WALKS_DATA static void replace(void **slot, const void *replacement, bool is_read_only) {
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)((uintptr_t)slot & ~(size - 1));
  if (is_read_only && mprotect(page, size, PROT_READ | PROT_WRITE) != 0) return;
  *slot = (void *)replacement;
  if (is_read_only) mprotect(page, size, PROT_READ);
}

WALKS_DATA static void replace_between(uintptr_t start, uintptr_t end, bool is_read_only) {
  for (void **slot = (void **)start; slot + 1 <= (void **)end; slot += 1) {
    for (int method = 0; method < method_count; method += 1) {
      if (*slot == originals[method]) replace(slot, methods[method].replacement, is_read_only);
    }
  }
}

/// Called under a lock of the dynamic linker.
WALKS_DATA static int replace_in_library(struct dl_phdr_info *library, size_t size, void *context) {
  (void)size;
  (void)context;
  uintptr_t read_only_start = 0;
  uintptr_t read_only_end = 0;
  for (int index = 0; index < library->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[index];
    if (part->p_type != PT_GNU_RELRO) continue;
    read_only_start = library->dlpi_addr + part->p_vaddr;
    // Of whole pages only.
    read_only_end = (read_only_start + part->p_memsz) & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
  }
  for (int index = 0; index < library->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[index];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_W) == 0) continue;
    uintptr_t start = (library->dlpi_addr + part->p_vaddr + 7) & ~(uintptr_t)7;
    uintptr_t end = library->dlpi_addr + part->p_vaddr + part->p_filesz;
    bool has_read_only = read_only_start >= start - 7 && read_only_start < end;
    uintptr_t border = has_read_only && read_only_end < end ? read_only_end : end;
    if (has_read_only) replace_between(start, border, true);
    replace_between(has_read_only ? border : start, end, false);
  }
  return 0;
}

void gcdc_watch_operations(void) {
  for (int method = 0; method < method_count; method += 1) {
    // Without Foundation, or with another one: nothing is known of its operations.
    if (original(method) == NULL) return;
  }
  dl_iterate_phdr(replace_in_library, NULL);
}
#endif
