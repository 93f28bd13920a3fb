// Licensed under the Apache License, Version 2.0; see LICENSE.
// Methods of libraries are called through the tables of their classes, where a library and each subclass keep
// the addresses of the functions: those are replaced, in the memory of the process.
#include "LibraryMethods.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

static const struct {
  const char *symbol;
  const void *replacement;
} methods[gcdc_library_method_count] = {
    [DEPENDS] = {DEPENDS_SYMBOL, (const void *)gcdc_add_dependency},
    [ADDS] = {ADDS_SYMBOL, (const void *)gcdc_add_operation},
    [ADDS_SEVERAL] = {ADDS_SEVERAL_SYMBOL, (const void *)gcdc_add_operations},
    [SUSPENDS] = {SUSPENDS_SYMBOL, (const void *)gcdc_set_suspended},
    [MAKES] = {MAKES_SYMBOL, (const void *)gcdc_make_of_block},
    [ADDS_BLOCK] = {ADDS_BLOCK_SYMBOL, (const void *)gcdc_add_block},
    [ADDS_BARRIER] = {ADDS_BARRIER_SYMBOL, (const void *)gcdc_add_barrier},
    [STARTS_THREAD] = {STARTS_THREAD_SYMBOL, (const void *)gcdc_start_thread},
    [DETACHES_THREAD] = {DETACHES_THREAD_SYMBOL, (const void *)gcdc_detach_thread},
    [FULFILLS] = {FULFILLS_SYMBOL, (const void *)gcdc_fulfill},
    [LOADS] = {LOADS_SYMBOL, (const void *)gcdc_load},
#define STORE_ENTRY(name, symbol, is_change) \
  [STORE_##name] = {GCDC_STORE_SYMBOL(symbol), (const void *)gcdc_store_##name},
    GCDC_STORE_METHODS(STORE_ENTRY)
#undef STORE_ENTRY
};

/// The functions of the libraries, by method; NULL where they have not been asked for, or are not there.
static void *originals[gcdc_library_method_count];
/// Of those that are there; the first look at a word is whether it is between these.
static uintptr_t lowest_original = UINTPTR_MAX;
static uintptr_t highest_original;
/// The second look, since the library's other functions are between them as well: a bit for each address that
/// is one of them, and for few others.
static uint64_t original_bits[64];

/// Functions begin at multiples of 16.
static uint64_t *bits_of(uintptr_t address) { return &original_bits[address >> 10 & 63]; }
static uint64_t bit_of(uintptr_t address) { return (uint64_t)1 << (address >> 4 & 63); }

/// Code may come here before the first run is prepared, and on several threads at once, which find the
/// same.
void *gcdc_library_method(int method) {
  void *found = __atomic_load_n(&originals[method], __ATOMIC_RELAXED);
  if (found == NULL) {
    found = dlsym(RTLD_NEXT, methods[method].symbol);
    __atomic_store_n(&originals[method], found, __ATOMIC_RELAXED);
  }
  return found;
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
    uintptr_t word = (uintptr_t)*slot;
    if (word - lowest_original > highest_original - lowest_original) continue;
    if ((*bits_of(word) & bit_of(word)) == 0) continue;
    for (int method = 0; method < gcdc_library_method_count; method += 1) {
      if (originals[method] == NULL || *slot != originals[method]) continue;
      replace(slot, methods[method].replacement, is_read_only);
      break;
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

void gcdc_watch_methods(void) {
  for (int method = 0; method < gcdc_library_method_count; method += 1) {
    uintptr_t found = (uintptr_t)gcdc_library_method(method);
    // Without Foundation, or with another one: nothing is known of its operations, not even a part.
    if (found == 0 && method < gcdc_operation_method_count) return;
    if (found == 0) continue;
    if (found < lowest_original) lowest_original = found;
    if (found > highest_original) highest_original = found;
    *bits_of(found) |= bit_of(found);
  }
  dl_iterate_phdr(replace_in_library, NULL);
}
#endif
