// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where, inside libraries, the methods lie through which users take locks. Read from the file's symbol table,
// because methods that the compiler has merged have local symbols only.
#include "LibrarySymbols.h"

#if GCDC_INTERPOSES
#include <stdlib.h>
#include <string.h>

struct gcdc_lock_library {
  const char *file;
  const char *prefixes[9];  // of mangled names
};

static const struct gcdc_lock_library lock_libraries[] = {
    {"libFoundation.so",
     {"$s10Foundation6NSLockC", "$s10Foundation15NSRecursiveLockC", "$s10Foundation11NSConditionC",
      "$s10Foundation15NSConditionLockC", "$s10Foundation9NSLockingP", "$s10Foundation7NSCacheC",
      "$s10Foundation6ThreadC5start", "_CFThreadCreate", NULL}},
    {"libswiftSynchronization.so", {"$s15Synchronization12_MutexHandleV", NULL}},
    {"libstdc++.so",
     {"_ZNSt18condition_variable", "_ZNSt22condition_variable_any", "_ZNSt6thread15_M_start_thread", NULL}},
};

static const struct gcdc_lock_library *lock_library_at(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *file = slash == NULL ? path : slash + 1;
  for (size_t index = 0; index < sizeof lock_libraries / sizeof *lock_libraries; index += 1) {
    if (strncmp(file, lock_libraries[index].file, strlen(lock_libraries[index].file)) == 0) {
      return &lock_libraries[index];
    }
  }
  return NULL;
}

static bool has_prefix(const char *name, const struct gcdc_lock_library *library) {
  for (const char *const *prefix = library->prefixes; *prefix != NULL; prefix += 1) {
    if (strncmp(name, *prefix, strlen(*prefix)) == 0) return true;
  }
  return false;
}

/// The last of the sorted ranges that starts before the address, or NULL.
static gcdc_range *last_before(const gcdc_ranges *ranges, uintptr_t address) {
  size_t low = 0;
  size_t high = ranges->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (ranges->ranges[middle].start < address) low = middle + 1;
    else high = middle;
  }
  return low == 0 ? NULL : &ranges->ranges[low - 1];
}

/// Extends each range to the next function: a merged method may have lost even its local symbol, and then
/// is unnamed code behind its neighbours. Where functions share their code, all but the last of their ranges
/// become empty.
static void close_gaps(gcdc_ranges *ranges, const gcdc_symbols *symbols, uintptr_t base) {
  for (size_t index = 0; index < ranges->count; index += 1) {
    gcdc_range *range = &ranges->ranges[index];
    bool is_shared = index + 1 < ranges->count && range[1].start == range->start;
    range->end = is_shared ? range->start : range->end + GCDC_LONGEST_GAP;
  }
  for (size_t index = 0; index < symbols->count; index += 1) {
    if (!gcdc_is_function(&symbols->first[index])) continue;
    uintptr_t start = base + symbols->first[index].st_value;
    gcdc_range *range = last_before(ranges, start);
    if (range != NULL && start < range->end) range->end = start;
  }
}

/// Adds those that none of the sorted ranges holds already.
static void add_others(gcdc_ranges *methods, const gcdc_ranges *named, const gcdc_ranges *unnamed) {
  uintptr_t covered = 0;
  for (size_t index = 0; index < unnamed->count; index += 1) {
    gcdc_range range = unnamed->ranges[index];
    if (range.start < covered || gcdc_ranges_find(named, (const void *)range.start) != NULL) continue;
    gcdc_ranges_add(methods, range);
    covered = range.end;
  }
}

/// A library, and where its methods for locks are added.
struct gcdc_added {
  gcdc_ranges *methods;
  uintptr_t base;
  const struct gcdc_lock_library *library;
};

static void add_methods(const gcdc_symbols *symbols, void *context) {
  const struct gcdc_added *added = context;
  gcdc_ranges found = {0};
  for (size_t index = 0; index < symbols->count; index += 1) {
    const Elf64_Sym *symbol = &symbols->first[index];
    if (!gcdc_is_function(symbol) || symbol->st_name >= symbols->names_size) continue;
    if (!has_prefix(symbols->names + symbol->st_name, added->library)) continue;
    uintptr_t start = added->base + symbol->st_value;
    gcdc_ranges_add(&found, (gcdc_range){start, start + symbol->st_size, true, true});
  }
  gcdc_ranges_sort(&found);
  gcdc_ranges unnamed = gcdc_unnamed_methods(&found, symbols, added->base);
  close_gaps(&found, symbols, added->base);
  add_others(added->methods, &found, &unnamed);
  free(unnamed.ranges);
  for (size_t index = 0; index < found.count; index += 1) {
    const gcdc_range *range = &found.ranges[index];
    if (range->end > range->start) gcdc_ranges_add(added->methods, *range);
  }
  free(found.ranges);
}

void gcdc_add_lock_methods(gcdc_ranges *ranges, const char *path, uintptr_t base) {
  struct gcdc_added added = {ranges, base, lock_library_at(path)};
  if (added.library != NULL) gcdc_read_symbols(path, add_methods, &added);
}
#endif
