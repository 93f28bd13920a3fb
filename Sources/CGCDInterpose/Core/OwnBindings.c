// Licensed under the Apache License, Version 2.0; see LICENSE.
// Binds what this library calls as the dynamic linker would on the first call. In each fork that costs a
// look-up through all libraries, whose tables the fork then maps, and a page of its own for the slot.
#include "LibraryFiles.h"
#include "Survey.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>

struct own_image {
  uintptr_t base, start, end;
  gcdc_import_table table;
};

static int find_own_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct own_image *own = context;
  if (!gcdc_is_within(info, (uintptr_t)gcdc_bind_own_imports)) return 0;
  own->base = info->dlpi_addr;
  own->start = UINTPTR_MAX;
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    if (header->p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + header->p_vaddr, end = start + header->p_memsz;
    if (start < own->start) own->start = start;
    if (end > own->end) own->end = end;
  }
  own->table = gcdc_import_table_of(info);
  return 1;
}

static bool is_inside(const struct own_image *own, uintptr_t address) {
  return address >= own->start && address < own->end;
}

static bool is_jump_slot(uint32_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_JUMP_SLOT;
#else
  return type == R_AARCH64_JUMP_SLOT;
#endif
}

/// The version that an import asks for; NULL where it asks for none.
static const char *version_of(const gcdc_import_table *table, size_t symbol) {
  if (table->versions == NULL || table->needs == NULL) return NULL;
  unsigned wanted = table->versions[symbol] & 0x7fff;
  const char *need = (const char *)table->needs;
  for (;;) {
    const ElfW(Verneed) *file = (const void *)need;
    const char *entry = need + file->vn_aux;
    for (unsigned count = 0; count < file->vn_cnt; count += 1) {
      const ElfW(Vernaux) *version = (const void *)entry;
      if ((version->vna_other & 0x7fff) == wanted) return table->strings + version->vna_name;
      entry += version->vna_next;
    }
    if (file->vn_next == 0) return NULL;
    need += file->vn_next;
  }
}

/// What the linker would find; 0 where the two ways to ask for it differ, so that its first use decides.
static uintptr_t target_of(const struct own_image *own, const char *name, const char *version) {
  uintptr_t target = (uintptr_t)dlsym(RTLD_DEFAULT, name);
  // Ours have no version, and come before those of the libraries.
  if (version == NULL || is_inside(own, target)) return target;
  return target == (uintptr_t)dlvsym(RTLD_DEFAULT, name, version) ? target : 0;
}

void gcdc_bind_own_imports(void) {
  struct own_image own = {0};
  if (gcdc_own_library() == NULL) return;
  // The look-ups come behind the walk, which holds a lock of the dynamic linker.
  dl_iterate_phdr(find_own_image, &own);
  for (size_t index = 0; index < own.table.counts[1]; index += 1) {
    const ElfW(Rela) *relocation = &own.table.relocations[1][index];
    if (!is_jump_slot(ELF64_R_TYPE(relocation->r_info))) continue;
    size_t number = ELF64_R_SYM(relocation->r_info);
    const ElfW(Sym) *symbol = &own.table.symbols[number];
    uintptr_t *slot = (uintptr_t *)(own.base + relocation->r_offset);
    // A slot that waits points to a stub of this library.
    bool is_own_function = symbol->st_shndx != SHN_UNDEF && *slot == own.base + symbol->st_value;
    if (is_own_function || !is_inside(&own, *slot)) continue;
    uintptr_t target =
        target_of(&own, own.table.strings + symbol->st_name, version_of(&own.table, number));
    if (target != 0) *slot = target;
  }
}
#endif
