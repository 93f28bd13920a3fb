// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where, inside libraries, the methods lie through which users take locks. Read from the file's symbol table, because
// methods that the compiler has merged have local symbols only.
#include "Addresses.h"

#if GCDC_INTERPOSES
#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

struct gcdc_lock_library {
  const char *file;
  const char *prefixes[5];  // of mangled names
};

static const struct gcdc_lock_library lock_libraries[] = {
    {"libFoundation.so",
     {"$s10Foundation6NSLockC", "$s10Foundation15NSRecursiveLockC", "$s10Foundation11NSConditionC",
      "$s10Foundation15NSConditionLockC", NULL}},
    {"libswiftSynchronization.so", {"$s15Synchronization12_MutexHandleV", NULL}},
    {"libstdc++.so", {"_ZNSt18condition_variable", "_ZNSt22condition_variable_any", NULL}},
};

static const struct gcdc_lock_library *gcdc_lock_library_at(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *file = slash == NULL ? path : slash + 1;
  for (size_t index = 0; index < sizeof lock_libraries / sizeof *lock_libraries; index += 1) {
    if (strncmp(file, lock_libraries[index].file, strlen(lock_libraries[index].file)) == 0) {
      return &lock_libraries[index];
    }
  }
  return NULL;
}

static bool gcdc_has_prefix(const char *name, const struct gcdc_lock_library *library) {
  for (const char *const *prefix = library->prefixes; *prefix != NULL; prefix += 1) {
    if (strncmp(name, *prefix, strlen(*prefix)) == 0) return true;
  }
  return false;
}

/// The full symbol table where the file still has one, else that of the dynamic linker.
static const Elf64_Shdr *gcdc_symbol_section(const Elf64_Shdr *sections, size_t count) {
  const Elf64_Shdr *found = NULL;
  for (size_t index = 0; index < count; index += 1) {
    if (sections[index].sh_type == SHT_SYMTAB) return &sections[index];
    if (sections[index].sh_type == SHT_DYNSYM) found = &sections[index];
  }
  return found;
}

static void gcdc_add_from_image(gcdc_ranges *ranges, const char *image, size_t size, uintptr_t base,
                                const struct gcdc_lock_library *library) {
  const Elf64_Ehdr *header = (const void *)image;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
  if (header->e_shoff + (size_t)header->e_shnum * sizeof(Elf64_Shdr) > size) return;
  const Elf64_Shdr *sections = (const void *)(image + header->e_shoff);
  const Elf64_Shdr *table = gcdc_symbol_section(sections, header->e_shnum);
  if (table == NULL || table->sh_offset + table->sh_size > size) return;
  const Elf64_Shdr *strings = &sections[table->sh_link];
  if (strings->sh_offset + strings->sh_size > size) return;
  const Elf64_Sym *symbols = (const void *)(image + table->sh_offset);
  for (size_t index = 0; index < table->sh_size / sizeof *symbols; index += 1) {
    const Elf64_Sym *symbol = &symbols[index];
    bool is_code = ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF;
    if (!is_code || symbol->st_size == 0 || symbol->st_name >= strings->sh_size) continue;
    if (!gcdc_has_prefix(image + strings->sh_offset + symbol->st_name, library)) continue;
    uintptr_t start = base + symbol->st_value;
    gcdc_ranges_add(ranges, (gcdc_range){start, start + symbol->st_size, true});
  }
}

void gcdc_add_lock_methods(gcdc_ranges *ranges, const char *path, uintptr_t base) {
  const struct gcdc_lock_library *library = gcdc_lock_library_at(path);
  if (library == NULL) return;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat facts;
  if (fstat(file, &facts) == 0 && facts.st_size > 0) {
    size_t size = (size_t)facts.st_size;
    void *image = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (image != MAP_FAILED) {
      gcdc_add_from_image(ranges, image, size, base, library);
      munmap(image, size);
    }
  }
  close(file);
}
#endif
