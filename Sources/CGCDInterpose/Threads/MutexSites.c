// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where the program's own code locks and unlocks a Mutex of the module Synchronization. That is an atomic
// exchange between 0 and the id of the thread, inlined into the program, and calls no code while no thread
// waits. But it asks for the id by a call of `syscall`, once for each thread, and keeps the answer. The
// branch around that call is taken out, so that it asks each time: with another id each time the exchange of
// the unlock fails, and the unlock is made by a call, which is seen.
#include "MutexSites.h"

#if GCDC_INTERPOSES
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "LibraryFiles.h"
#include "LibrarySymbols.h"

#if defined(__x86_64__)
/// mov $SYS_gettid, %edi; next to it the number of vector registers is set, which is 0.
static const unsigned char asks[] = {0xbf, 0xba, 0, 0, 0};
enum { branch_size = 2, before_most = 32, after_most = 7 };
/// In the form that no compiler uses, so that it marks what was changed.
static const unsigned char nothing[branch_size] = {0x40, 0x90};

GCDC_UNINSTRUMENTED static bool is_zero(const unsigned char *code) {
  return (code[0] == 0x31 && code[1] == 0xc0) || (code[0] == 0xb0 && code[1] == 0);
}

/// The length of what the compiler puts between the branch and the call, where that ends at `code`: the
/// number of vector registers, a jump to the next instruction, the address of the id that is kept, a copy of
/// a register. 0 for anything else.
GCDC_UNINSTRUMENTED static size_t length_before(const unsigned char *code) {
  if (is_zero(code - 2) || (code[-2] == 0xeb && code[-1] == 0)) return 2;
  bool is_address = (code[-7] & 0xf8) == 0x48 && code[-6] == 0x8d && (code[-5] & 0xc0) == 0x80;
  if (is_address && (code[-5] & 7) != 4) return 7;
  return (code[-3] & 0xf8) == 0x48 && code[-2] == 0x89 && (code[-1] & 0xc0) == 0xc0 ? 3 : 0;
}

/// Where the branch around a call is, or was, given what that asks for and where it ends; NULL for none.
GCDC_UNINSTRUMENTED static const unsigned char *branch_before(const unsigned char *ask,
                                                             const unsigned char *end) {
  const unsigned char *code = ask;
  for (int instructions = 0; instructions < 4; instructions += 1) {
    const unsigned char *branch = code - branch_size;
    if (memcmp(branch, nothing, branch_size) == 0) return branch;
    // It is taken to behind the call, where its answer has been kept.
    ptrdiff_t beyond = code + branch[1] - end;
    if (branch[0] == 0x75 && branch[1] < 0x80 && beyond >= 0 && beyond <= 40) return branch;
    size_t length = length_before(code);
    if (length == 0) return NULL;
    code -= length;
  }
  return NULL;
}

/// Where the call is that follows; NULL for none.
GCDC_UNINSTRUMENTED static const unsigned char *call_behind(const unsigned char *ask) {
  const unsigned char *code = ask + sizeof asks;
  if (is_zero(code)) code += 2;
  return code[0] == 0xe8 ? code : NULL;
}

GCDC_UNINSTRUMENTED bool gcdc_is_mutex_site(gcdc_site site) {
  const unsigned char *call = (const unsigned char *)site - 5;
  const unsigned char *ask = call - sizeof asks;
  if (memcmp(ask, asks, sizeof asks) != 0) ask -= 2;
  if (memcmp(ask, asks, sizeof asks) != 0 || call_behind(ask) != call) return false;
  const unsigned char *branch = branch_before(ask, site);
  return branch != NULL && memcmp(branch, nothing, branch_size) == 0;
}

/// The branches of an image that are around such calls.
typedef struct {
  unsigned char **first;
  size_t count, capacity;
  uintptr_t base;  // of the image
} branches;

static void add(branches *found, unsigned char *branch) {
  if (found->count == found->capacity) {
    size_t capacity = found->capacity == 0 ? 64 : 2 * found->capacity;
    unsigned char **grown = realloc(found->first, capacity * sizeof *grown);
    if (grown == NULL) return;
    found->first = grown;
    found->capacity = capacity;
  }
  found->first[found->count] = branch;
  found->count += 1;
}

static void search(branches *found, unsigned char *start, size_t size) {
  unsigned char *end = start + size;
  for (unsigned char *at = start; (at = memmem(at, (size_t)(end - at), asks, sizeof asks)) != NULL; at += 1) {
    if (at - start < before_most || end - at < (ptrdiff_t)sizeof asks + after_most) continue;
    const unsigned char *call = call_behind(at);
    const unsigned char *branch = call == NULL ? NULL : branch_before(at, call + 5);
    if (branch != NULL) add(found, start + (branch - start));
  }
}

/// Only the compiler's own code is known to use the id for nothing else: functions of Swift, and the one that
/// asks where it is not inlined.
static bool is_of_swift(const char *name) {
  return strncmp(name, "$s", 2) == 0 || strcmp(name, "main") == 0
      || strcmp(name, "_swift_stdlib_gettid") == 0;
}

static void take_out(unsigned char *branch) {
  uintptr_t page = (uintptr_t)branch & ~(uintptr_t)4095;
  size_t size = (uintptr_t)branch + branch_size - page;
  if (mprotect((void *)page, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return;
  memcpy(branch, nothing, branch_size);
  mprotect((void *)page, size, PROT_READ | PROT_EXEC);
}

static void take_out_those_of_swift(const gcdc_symbols *symbols, void *context) {
  const branches *found = context;
  for (size_t index = 0; index < symbols->count; index += 1) {
    const Elf64_Sym *symbol = &symbols->first[index];
    if (!gcdc_is_function(symbol) || symbol->st_name >= symbols->names_size) continue;
    uintptr_t start = found->base + symbol->st_value, end = start + symbol->st_size;
    // They are in the order of their addresses.
    size_t low = 0, high = found->count;
    while (low < high) {
      size_t middle = (low + high) / 2;
      if ((uintptr_t)found->first[middle] < start) low = middle + 1;
      else high = middle;
    }
    if (low == found->count || (uintptr_t)found->first[low] >= end) continue;
    if (!is_of_swift(symbols->names + symbol->st_name)) continue;
    for (; low < found->count && (uintptr_t)found->first[low] < end; low += 1) take_out(found->first[low]);
  }
}

/// Whether the code of an image locks such a lock: it then has a call for when that is taken.
static bool locks_mutexes(const struct dl_phdr_info *info) {
  static const char slow_path[] = "$s15Synchronization12_MutexHandleV";
  gcdc_import_table table = gcdc_import_table_of(info);
  for (int part = 0; part < 2; part += 1) {
    for (size_t index = 0; index < table.counts[part]; index += 1) {
      const ElfW(Sym) *symbol = &table.symbols[ELF64_R_SYM(table.relocations[part][index].r_info)];
      if (strncmp(table.strings + symbol->st_name, slow_path, sizeof slow_path - 1) == 0) return true;
    }
  }
  return false;
}

static int watch_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  if (!locks_mutexes(info)) return 0;
  branches found = {.base = info->dlpi_addr};
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    if (header->p_type != PT_LOAD || (header->p_flags & PF_X) == 0) continue;
    unsigned char *start = (unsigned char *)(info->dlpi_addr + header->p_vaddr);
    if (!gcdc_is_library_address(start)) search(&found, start, header->p_filesz);
  }
  const char *path = info->dlpi_name[0] == '\0' ? "/proc/self/exe" : info->dlpi_name;
  if (found.count > 0) gcdc_read_symbols(path, take_out_those_of_swift, &found);
  free(found.first);
  return 0;
}

void gcdc_watch_mutexes(void) {
  dl_iterate_phdr(watch_image, NULL);
}
#else
GCDC_UNINSTRUMENTED bool gcdc_is_mutex_site(gcdc_site site) {
  (void)site;
  return false;
}

void gcdc_watch_mutexes(void) {}
#endif
#else
void gcdc_watch_mutexes(void) {}
#endif
