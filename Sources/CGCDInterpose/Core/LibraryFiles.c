// Licensed under the Apache License, Version 2.0; see LICENSE.
// Distinguishes the files of the toolchain and the system from the program's by their folders.
#include "LibraryFiles.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <string.h>
#include <sys/auxv.h>

size_t gcdc_directory_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

gcdc_directories gcdc_library_directories(void) {
  static const char *const defined[] = {"swift_once", "dispatch_async", "pthread_mutex_lock"};
  gcdc_directories directories = {0};
  directories.own = gcdc_own_library();
  for (size_t index = 0; index < sizeof defined / sizeof *defined; index += 1) {
    Dl_info info;
    void *address = dlsym(RTLD_NEXT, defined[index]);
    if (address == NULL || dladdr(address, &info) == 0 || info.dli_fname == NULL) continue;
    directories.paths[index] = info.dli_fname;
    directories.lengths[index] = gcdc_directory_length(info.dli_fname);
  }
  return directories;
}

bool gcdc_is_library_file(const char *path, const gcdc_directories *directories) {
  static const char *const system_directories[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};
  if (path == NULL || path[0] == '\0') return false;  // the program itself
  size_t length = gcdc_directory_length(path);
  if (length == 0) return true;  // the kernel's own page of code
  for (size_t index = 0; index < sizeof system_directories / sizeof *system_directories; index += 1) {
    if (strncmp(path, system_directories[index], strlen(system_directories[index])) == 0) return true;
  }
  // We ourselves, where we are preloaded.
  if (directories->own != NULL && strcmp(path, directories->own) == 0) return true;
  for (size_t index = 0; index < sizeof directories->paths / sizeof *directories->paths; index += 1) {
    bool is_beside = length == directories->lengths[index];
    if (is_beside && memcmp(path, directories->paths[index], length) == 0) return true;
  }
  return false;
}

bool gcdc_is_swift_library(const char *path, const gcdc_directories *directories) {
  size_t length = gcdc_directory_length(path);
  if (length == 0 || length != directories->lengths[0]) return false;
  return memcmp(path, directories->paths[0], length) == 0 && strcmp(path + length, "libdispatch.so") != 0;
}

const char *gcdc_own_library(void) {
  Dl_info own, program;
  if (dladdr((const void *)gcdc_own_library, &own) == 0) return NULL;
  if (dladdr((const void *)getauxval(AT_PHDR), &program) == 0) return NULL;
  return own.dli_fbase == program.dli_fbase ? NULL : own.dli_fname;
}

static gcdc_directories known_directories;

void gcdc_prepare_library_names(void) {
  // The libraries that it names are never unloaded; each look-up goes through all symbols of one.
  if (known_directories.paths[2] == NULL) known_directories = gcdc_library_directories();
}

bool gcdc_is_library_name(const char *path) { return gcdc_is_library_file(path, &known_directories); }

/// What glibc leaves relative to the load address on some machines.
static const void *absolute(const struct dl_phdr_info *info, ElfW(Addr) address) {
  return (const void *)(address < info->dlpi_addr ? info->dlpi_addr + address : address);
}

bool gcdc_is_within(const struct dl_phdr_info *info, uintptr_t address) {
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    uintptr_t start = info->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD && address >= start && address < start + header->p_memsz) return true;
  }
  return false;
}

gcdc_import_table gcdc_import_table_of(const struct dl_phdr_info *info) {
  gcdc_import_table table = {0};
  size_t sizes[2] = {0};
  const ElfW(Dyn) *entry = NULL;
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    if (info->dlpi_phdr[index].p_type == PT_DYNAMIC) {
      entry = (const void *)(info->dlpi_addr + info->dlpi_phdr[index].p_vaddr);
    }
  }
  for (; entry != NULL && entry->d_tag != DT_NULL; entry += 1) {
    switch (entry->d_tag) {
    case DT_SYMTAB: table.symbols = absolute(info, entry->d_un.d_ptr); break;
    case DT_STRTAB: table.strings = absolute(info, entry->d_un.d_ptr); break;
    case DT_RELA: table.relocations[0] = absolute(info, entry->d_un.d_ptr); break;
    case DT_JMPREL: table.relocations[1] = absolute(info, entry->d_un.d_ptr); break;
    case DT_RELASZ: sizes[0] = entry->d_un.d_val; break;
    case DT_PLTRELSZ: sizes[1] = entry->d_un.d_val; break;
    case DT_VERSYM: table.versions = absolute(info, entry->d_un.d_ptr); break;
    case DT_VERNEED: table.needs = absolute(info, entry->d_un.d_ptr); break;
    }
  }
  bool has_names = table.symbols != NULL && table.strings != NULL;
  for (int part = 0; has_names && part < 2; part += 1) {
    if (table.relocations[part] != NULL) table.counts[part] = sizes[part] / sizeof(ElfW(Rela));
  }
  return table;
}
#endif
