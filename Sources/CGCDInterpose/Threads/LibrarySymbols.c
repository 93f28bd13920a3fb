// Licensed under the Apache License, Version 2.0; see LICENSE.
// Finds the symbol table of a library's file.
#include "LibrarySymbols.h"

#if GCDC_INTERPOSES
#include <string.h>

/// The full symbol table where the file still has one, else that of the dynamic linker.
static const Elf64_Shdr *symbol_section(const Elf64_Shdr *sections, size_t count) {
  const Elf64_Shdr *found = NULL;
  for (size_t index = 0; index < count; index += 1) {
    if (sections[index].sh_type == SHT_SYMTAB) return &sections[index];
    if (sections[index].sh_type == SHT_DYNSYM) found = &sections[index];
  }
  return found;
}

bool gcdc_find_symbols(const char *image, size_t size, gcdc_symbols *symbols) {
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
#endif
