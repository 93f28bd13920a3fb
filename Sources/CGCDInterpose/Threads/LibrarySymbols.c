// Licensed under the Apache License, Version 2.0; see LICENSE.
// Finds the symbol table of a library's file.
#include "LibrarySymbols.h"

#if GCDC_INTERPOSES
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// The full symbol table where the file still has one, else that of the dynamic linker.
static const Elf64_Shdr *symbol_section(const Elf64_Shdr *sections, size_t count) {
  const Elf64_Shdr *found = NULL;
  for (size_t index = 0; index < count; index += 1) {
    if (sections[index].sh_type == SHT_SYMTAB) return &sections[index];
    if (sections[index].sh_type == SHT_DYNSYM) found = &sections[index];
  }
  return found;
}

static bool find_symbols(const char *image, size_t size, gcdc_symbols *symbols) {
  const Elf64_Ehdr *header = (const void *)image;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return false;
  if (header->e_shoff + (size_t)header->e_shnum * sizeof(Elf64_Shdr) > size) return false;
  const Elf64_Shdr *sections = (const void *)(image + header->e_shoff);
  const Elf64_Shdr *table = symbol_section(sections, header->e_shnum);
  if (table == NULL || table->sh_offset + table->sh_size > size) return false;
  if (table->sh_link >= header->e_shnum) return false;
  const Elf64_Shdr *names = &sections[table->sh_link];
  if (names->sh_offset + names->sh_size > size) return false;
  *symbols = (gcdc_symbols){
      .first = (const void *)(image + table->sh_offset),
      .count = table->sh_size / sizeof(Elf64_Sym),
      .is_stripped = table->sh_type == SHT_DYNSYM,
      .names = image + names->sh_offset,
      .names_size = names->sh_size,
  };
  return true;
}

void gcdc_read_symbols(const char *path, void (*use)(const gcdc_symbols *symbols, void *context),
                       void *context) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat facts;
  if (fstat(file, &facts) == 0 && facts.st_size > 0) {
    size_t size = (size_t)facts.st_size;
    void *image = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (image != MAP_FAILED) {
      gcdc_symbols symbols;
      if (find_symbols(image, size, &symbols)) use(&symbols, context);
      munmap(image, size);
    }
  }
  close(file);
}
#endif
