// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where, inside libraries, the methods lie through which users take locks. Read from the file's symbol table,
// because methods that the compiler has merged have local symbols only.
#include "Addresses.h"

#if GCDC_INTERPOSES
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

struct gcdc_lock_library {
  const char *file;
  const char *prefixes[8];  // of mangled names
};

static const struct gcdc_lock_library lock_libraries[] = {
    {"libFoundation.so",
     {"$s10Foundation6NSLockC", "$s10Foundation15NSRecursiveLockC", "$s10Foundation11NSConditionC",
      "$s10Foundation15NSConditionLockC", "$s10Foundation9NSLockingP",
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

/// The longest function without a name that is taken for part of a method.
static const uintptr_t longest_gap = 1024;

/// The full symbol table where the file still has one, else that of the dynamic linker.
static const Elf64_Shdr *symbol_section(const Elf64_Shdr *sections, size_t count) {
  const Elf64_Shdr *found = NULL;
  for (size_t index = 0; index < count; index += 1) {
    if (sections[index].sh_type == SHT_SYMTAB) return &sections[index];
    if (sections[index].sh_type == SHT_DYNSYM) found = &sections[index];
  }
  return found;
}

/// A library's file, mapped, and the parts of it that say where functions are.
struct gcdc_symbols {
  const Elf64_Sym *first;
  size_t count;
  bool is_stripped;  // of local symbols
  const char *names;
  size_t names_size;
};

static bool find_symbols(const char *image, size_t size, struct gcdc_symbols *symbols) {
  const Elf64_Ehdr *header = (const void *)image;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return false;
  if (header->e_shoff + (size_t)header->e_shnum * sizeof(Elf64_Shdr) > size) return false;
  const Elf64_Shdr *sections = (const void *)(image + header->e_shoff);
  const Elf64_Shdr *table = symbol_section(sections, header->e_shnum);
  if (table == NULL || table->sh_offset + table->sh_size > size) return false;
  if (table->sh_link >= header->e_shnum) return false;
  const Elf64_Shdr *names = &sections[table->sh_link];
  if (names->sh_offset + names->sh_size > size) return false;
  *symbols = (struct gcdc_symbols){
      .first = (const void *)(image + table->sh_offset),
      .count = table->sh_size / sizeof(Elf64_Sym),
      .is_stripped = table->sh_type == SHT_DYNSYM,
      .names = image + names->sh_offset,
      .names_size = names->sh_size,
  };
  return true;
}

static bool is_function(const Elf64_Sym *symbol) {
  return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF && symbol->st_size > 0;
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
static void close_gaps(gcdc_ranges *ranges, const struct gcdc_symbols *symbols, uintptr_t base) {
  for (size_t index = 0; index < ranges->count; index += 1) {
    gcdc_range *range = &ranges->ranges[index];
    bool is_shared = index + 1 < ranges->count && range[1].start == range->start;
    range->end = is_shared ? range->start : range->end + longest_gap;
  }
  for (size_t index = 0; index < symbols->count; index += 1) {
    if (!is_function(&symbols->first[index])) continue;
    uintptr_t start = base + symbols->first[index].st_value;
    gcdc_range *range = last_before(ranges, start);
    if (range != NULL && start < range->end) range->end = start;
  }
}

/// Where the instruction at `code` jumps to, if it is a jump without a condition, or 0.
static uintptr_t jump_target(const uint8_t *code) {
#if defined(__x86_64__)
  int32_t distance;
  memcpy(&distance, code + 1, sizeof distance);
  return code[0] == 0xe9 ? (uintptr_t)code + 5 + (uintptr_t)(intptr_t)distance : 0;
#else
  uint32_t instruction;
  memcpy(&instruction, code, sizeof instruction);
  int64_t distance = (int64_t)((uint64_t)instruction << 38) >> 36;
  return instruction >> 26 == 5 ? (uintptr_t)code + (uintptr_t)distance : 0;
#endif
}

/// The function without a name that begins at the address; empty where a symbol covers it, or nothing does.
static gcdc_range unnamed_function(const struct gcdc_symbols *symbols, uintptr_t base, uintptr_t start) {
  uintptr_t end = start + longest_gap;
  bool is_behind_another = false;
  for (size_t index = 0; index < symbols->count; index += 1) {
    if (!is_function(&symbols->first[index])) continue;
    uintptr_t other = base + symbols->first[index].st_value;
    if (other > start) {
      if (other < end) end = other;
    } else {
      is_behind_another = true;
      if (start < other + symbols->first[index].st_size) return (gcdc_range){0};
    }
  }
  return is_behind_another ? (gcdc_range){start, end, true, true} : (gcdc_range){0};
}

/// In a file that was stripped, what the compiler has merged of several methods has no name at all: they jump
/// there. To be called before the gaps are closed; the library is loaded, so its code can be read.
static gcdc_ranges unnamed_methods(const gcdc_ranges *named, const struct gcdc_symbols *symbols,
                                   uintptr_t base) {
#if defined(__x86_64__)
  enum { length = 5, step = 1 };
#else
  enum { length = 4, step = 4 };
#endif
  gcdc_ranges unnamed = {0};
  for (size_t index = 0; symbols->is_stripped && index < named->count; index += 1) {
    const gcdc_range *method = &named->ranges[index];
    for (uintptr_t code = method->start; code + length <= method->end; code += step) {
      uintptr_t target = jump_target((const uint8_t *)code);
      if (target == 0) continue;
      gcdc_range range = unnamed_function(symbols, base, target);
      if (range.end > range.start) gcdc_ranges_add(&unnamed, range);
    }
  }
  gcdc_ranges_sort(&unnamed);
  return unnamed;
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

static void add_from_image(gcdc_ranges *methods, const char *image, size_t size, uintptr_t base,
                           const struct gcdc_lock_library *library) {
  struct gcdc_symbols symbols;
  if (!find_symbols(image, size, &symbols)) return;
  gcdc_ranges found = {0};
  for (size_t index = 0; index < symbols.count; index += 1) {
    const Elf64_Sym *symbol = &symbols.first[index];
    if (!is_function(symbol) || symbol->st_name >= symbols.names_size) continue;
    if (!has_prefix(symbols.names + symbol->st_name, library)) continue;
    uintptr_t start = base + symbol->st_value;
    gcdc_ranges_add(&found, (gcdc_range){start, start + symbol->st_size, true, true});
  }
  gcdc_ranges_sort(&found);
  gcdc_ranges unnamed = unnamed_methods(&found, &symbols, base);
  close_gaps(&found, &symbols, base);
  add_others(methods, &found, &unnamed);
  free(unnamed.ranges);
  for (size_t index = 0; index < found.count; index += 1) {
    if (found.ranges[index].end > found.ranges[index].start) gcdc_ranges_add(methods, found.ranges[index]);
  }
  free(found.ranges);
}

void gcdc_add_lock_methods(gcdc_ranges *ranges, const char *path, uintptr_t base) {
  const struct gcdc_lock_library *library = lock_library_at(path);
  if (library == NULL) return;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat facts;
  if (fstat(file, &facts) == 0 && facts.st_size > 0) {
    size_t size = (size_t)facts.st_size;
    void *image = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (image != MAP_FAILED) {
      add_from_image(ranges, image, size, base, library);
      munmap(image, size);
    }
  }
  close(file);
}
#endif
