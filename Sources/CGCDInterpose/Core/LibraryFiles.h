// Licensed under the Apache License, Version 2.0; see LICENSE.
// Which loaded files are the toolchain's and the system's.
#ifndef CGCD_LIBRARY_FILES_H
#define CGCD_LIBRARY_FILES_H
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <link.h>

/// Directories of the toolchain's and the system's libraries, reported by what they define. Not by GCDC_REAL:
/// in a program built with a sanitizer that is inside the program.
typedef struct {
  const char *paths[3];
  size_t lengths[3];  // with the last slash
  const char *own;    // the file that this code is in
} gcdc_directories;

/// The length of a path's folder, with the last slash.
GCDC_HIDDEN size_t gcdc_directory_length(const char *path);
GCDC_HIDDEN gcdc_directories gcdc_library_directories(void);
/// Whether a loaded file is one of the toolchain's or the system's.
GCDC_HIDDEN bool gcdc_is_library_file(const char *path, const gcdc_directories *directories);
/// Whether it is one of the toolchain's that is written in Swift: those are in the folder of the runtime, as
/// is Dispatch, which is in C.
GCDC_HIDDEN bool gcdc_is_swift_library(const char *path, const gcdc_directories *directories);
/// `gcdc_is_library_file` by the path alone. Prepare once before that, and not inside a walk over the loaded
/// files.
GCDC_HIDDEN void gcdc_prepare_library_names(void);
GCDC_HIDDEN bool gcdc_is_library_name(const char *path);

/// What a loaded file takes from others, as far as relocations show; without symbols or strings, nothing.
typedef struct {
  const ElfW(Sym) *symbols;
  const char *strings;
  const ElfW(Rela) *relocations[2];
  size_t counts[2];
  const ElfW(Half) *versions;  // by symbol; NULL where it asks for none
  const ElfW(Verneed) *needs;
} gcdc_import_table;

/// Whether an address is in what is loaded of a file.
GCDC_HIDDEN bool gcdc_is_within(const struct dl_phdr_info *info, uintptr_t address);
GCDC_HIDDEN gcdc_import_table gcdc_import_table_of(const struct dl_phdr_info *info);
#endif
#endif
