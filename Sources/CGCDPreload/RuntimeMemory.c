// Licensed under the Apache License, Version 2.0; see LICENSE.
// Tables of the Swift runtime: metadata of types, what it has looked up. They are made at the first use,
// which may be the engine's in one schedule and the program's in another.
#define _GNU_SOURCE
#include "RuntimeMemory.h"
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <sys/auxv.h>

/// Code from one address to another one.
struct code {
  uintptr_t start, size;
};

// Written by the only thread there is, before the program's code runs.
static struct code runtime;
/// By which the runtime allocates objects, and the pools of its tables.
static struct code slow_alloc;

/// Of such a pool, which swift_slowAlloc gives too.
enum { pool_size = 16384 };

static int find_code(struct dl_phdr_info *library, size_t size, void *context) {
  (void)size;
  const struct code *inside = context;
  for (int index = 0; index < library->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[index];
    uintptr_t start = library->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
    if (inside->start - start >= part->p_memsz) continue;
    runtime = (struct code){start, part->p_memsz};
    return 1;
  }
  return 0;
}

void gcdc_find_runtime(void) {
  // The server looks once: dladdr reads whole tables of symbols, and the library stays where it is.
  static bool is_known;
  if (is_known) return;
  is_known = true;
  void *function = dlsym(RTLD_DEFAULT, "swift_slowAlloc");
  Dl_info facts;
  const ElfW(Sym) *symbol = NULL;
  if (function == NULL || !dladdr1(function, &facts, (void **)&symbol, RTLD_DL_SYMENT)) return;
  if (symbol == NULL) return;
  // Linked into the program, it cannot be distinguished from that.
  Dl_info own_program;
  if (dladdr((void *)getauxval(AT_ENTRY), &own_program) && own_program.dli_fbase == facts.dli_fbase) return;
  slow_alloc = (struct code){(uintptr_t)function, symbol->st_size};
  dl_iterate_phdr(find_code, &slow_alloc);
}

bool gcdc_is_runtime_memory(const void *caller, size_t size) {
  if ((uintptr_t)caller - runtime.start >= runtime.size) return false;
  return (uintptr_t)caller - slow_alloc.start >= slow_alloc.size || size == pool_size;
}
#endif
