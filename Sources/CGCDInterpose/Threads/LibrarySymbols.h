// Licensed under the Apache License, Version 2.0; see LICENSE.
// The symbol table of a library's file, and the functions in it that have no symbol.
#ifndef CGCD_LIBRARY_SYMBOLS_H
#define CGCD_LIBRARY_SYMBOLS_H
#include "Addresses.h"

#if GCDC_INTERPOSES
#include <elf.h>

/// A library's file, mapped, and the parts of it that say where functions are.
typedef struct {
  const Elf64_Sym *first;
  size_t count;
  bool is_stripped;  // of local symbols
  const char *names;
  size_t names_size;
} gcdc_symbols;

/// The longest function without a name that is taken for part of a method.
enum { GCDC_LONGEST_GAP = 1024 };

static inline bool gcdc_is_function(const Elf64_Sym *symbol) {
  return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF && symbol->st_size > 0;
}

/// Calls `use` with the symbols of a file, which are there until it returns; not for a file without any.
GCDC_HIDDEN void gcdc_read_symbols(const char *path, void (*use)(const gcdc_symbols *symbols, void *context),
                                   void *context);
/// The functions without a symbol that the `named` methods jump to, sorted: in a file that was stripped, what
/// the compiler has merged of several methods has no name at all. The ranges of `named` are those of their
/// symbols; the library is loaded at `base`, so its code can be read. The caller frees the result.
GCDC_HIDDEN gcdc_ranges gcdc_unnamed_methods(const gcdc_ranges *named, const gcdc_symbols *symbols,
                                             uintptr_t base);
#endif
#endif
