// Licensed under the Apache License, Version 2.0; see LICENSE.
// Walks the relocations of every loaded library for the functions that steer a run.
#include "LibraryFiles.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <string.h>

struct gcdc_entry_point {
  const char *name;
  void *address;
};

// Calls of these that went elsewhere would block the carrier or escape the run in silence; the remaining ones
// only lose determinism, which the double run shows.
#define GCDC_STEERING_FUNCTIONS(F) \
  GCDC_QUEUE_FUNCTIONS(F) \
  GCDC_SUBMISSION_FUNCTIONS(F) \
  GCDC_GROUP_FUNCTIONS(F) \
  GCDC_ITEM_FUNCTIONS(F) \
  GCDC_LIFETIME_FUNCTIONS(F) \
  GCDC_SOURCE_FUNCTIONS(F) \
  GCDC_ONCE_FUNCTIONS(F) \
  GCDC_LOCK_FUNCTIONS(F) \
  GCDC_THREAD_FUNCTIONS(F) \
  GCDC_READ_WRITE_LOCK_FUNCTIONS(F) \
  GCDC_POSIX_SEMAPHORE_FUNCTIONS(F) \
  F(long, syscall, ) \
  F(int, clock_gettime, )

// Only the addresses matter here, so the names are declared anew, as data of no type.
#define GCDC_DECLARE(result, name, parameters) extern char gcdc_entry_##name[] __asm__(#name);
GCDC_STEERING_FUNCTIONS(GCDC_DECLARE)
#define GCDC_ROW(result, name, parameters) {#name, gcdc_entry_##name},
static const struct gcdc_entry_point entry_points[] = {GCDC_STEERING_FUNCTIONS(GCDC_ROW)};
enum { entry_point_count = sizeof entry_points / sizeof *entry_points };

enum { bucket_count = 1024 };

struct gcdc_search {
  uint8_t buckets[bucket_count];       // row + 1 of the table, by hash of the name; 0 = none
  void *looked_up[entry_point_count];  // what the name means to a library that has not called it yet
  void *other_binding;                      // what an import is bound to instead of ours
};

static size_t bucket_of(const char *name) {
  uint32_t hash = 2166136261u;  // FNV-1a
  for (; *name != '\0'; name += 1) hash = (hash ^ (uint8_t)*name) * 16777619u;
  return (hash ^ hash >> 16) % bucket_count;
}

// Before the walk over the libraries, which holds a lock of the dynamic linker that a look-up must not be
// made under.
static void prepare(struct gcdc_search *search) {
  _Static_assert(entry_point_count < UINT8_MAX, "rows fit into the buckets");
  for (size_t row = 0; row < entry_point_count; row += 1) {
    search->looked_up[row] = dlsym(RTLD_DEFAULT, entry_points[row].name);
    size_t bucket = bucket_of(entry_points[row].name);
    while (search->buckets[bucket] != 0) bucket = (bucket + 1) % bucket_count;
    search->buckets[bucket] = (uint8_t)(row + 1);
  }
}

/// The row of the table; entry_point_count when the name is none of ours.
static size_t row_of(const char *name, const struct gcdc_search *search) {
  size_t bucket = bucket_of(name);
  while (search->buckets[bucket] != 0) {
    size_t row = search->buckets[bucket] - 1;
    if (strcmp(entry_points[row].name, name) == 0) return row;
    bucket = (bucket + 1) % bucket_count;
  }
  return entry_point_count;
}

static bool is_binding(uint32_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64;
#else
  return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT || type == R_AARCH64_ABS64;
#endif
}

static void check_slot(const struct dl_phdr_info *info, const ElfW(Rela) *relocation,
                       const gcdc_import_table *table, struct gcdc_search *search) {
  const ElfW(Sym) *symbol = &table->symbols[ELF64_R_SYM(relocation->r_info)];
  if (!is_binding(ELF64_R_TYPE(relocation->r_info))) return;
  size_t row = row_of(table->strings + symbol->st_name, search);
  if (row == entry_point_count) return;
  uintptr_t bound = *(uintptr_t *)(info->dlpi_addr + relocation->r_offset);
  bool is_own_definition = symbol->st_shndx != SHN_UNDEF && bound == info->dlpi_addr + symbol->st_value;
  // A slot that points to a stub of its own library waits for its first call: it will get what a look-up gets
  // now.
  if (!is_own_definition && gcdc_is_within(info, bound)) bound = (uintptr_t)search->looked_up[row];
  if (bound != (uintptr_t)entry_points[row].address) search->other_binding = (void *)bound;
}

static int check_library(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct gcdc_search *search = context;
  // The linker has bound the program itself.
  if (info->dlpi_name == NULL || info->dlpi_name[0] == '\0') return 0;
  gcdc_import_table table = gcdc_import_table_of(info);
  for (int part = 0; part < 2; part += 1) {
    for (size_t index = 0; index < table.counts[part]; index += 1) {
      check_slot(info, &table.relocations[part][index], &table, search);
    }
  }
  return search->other_binding != NULL;
}

bool gcdc_imports_are_ours(char *cause, size_t size) {
  struct gcdc_search search = {0};
  prepare(&search);
  dl_iterate_phdr(check_library, &search);
  if (search.other_binding == NULL) return true;
  Dl_info info;
  bool is_known = dladdr(search.other_binding, &info) != 0 && info.dli_fname != NULL;
  const char *file = is_known ? info.dli_fname : "?";
  strncpy(cause, file, size - 1);
  return false;
}
#endif
