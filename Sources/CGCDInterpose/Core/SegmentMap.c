// Licensed under the Apache License, Version 2.0; see LICENSE.
// Walks over the loaded files for their segments of code.
#include "SegmentMap.h"

#if GCDC_INTERPOSES
#include "LibraryFiles.h"
#include <link.h>
#include <stdlib.h>
#include <string.h>

static gcdc_map *_Atomic current_map;
static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;

gcdc_map *gcdc_last_map(void) { return current_map; }

/// The code of Swift Testing in a whole program. The thread that waits there for the children of exit tests
/// belongs to the test, and so do its locks.
static struct { uintptr_t start, end; } testing;

static void note_testing(const char *path, const gcdc_directories *directories, uintptr_t start,
                         uintptr_t end) {
  if (directories->own == NULL || strcmp(path + gcdc_directory_length(path), "libTesting.so") != 0) return;
  testing.start = start;
  testing.end = end;
}

bool gcdc_is_testing_site(gcdc_site site) {
  return (uintptr_t)site - 1 - testing.start < testing.end - testing.start;
}

/// FNV-1a of the file's name without its folder.
static uintptr_t name_hash(const char *path) {
  uint64_t hash = 0xcbf29ce484222325;
  if (path == NULL) path = "";
  for (const char *next = path + gcdc_directory_length(path); *next != '\0'; next += 1) {
    hash = (hash ^ (unsigned char)*next) * 0x100000001b3;
  }
  return (uintptr_t)hash;
}

struct gcdc_survey {
  gcdc_map *map;
  gcdc_directories directories;
};

static int add_library(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const struct gcdc_survey *survey = context;
  gcdc_map *map = survey->map;
  map->loads = info->dlpi_adds;
  bool is_library = gcdc_is_library_file(info->dlpi_name, &survey->directories);
  bool is_swift = is_library && gcdc_is_swift_library(info->dlpi_name, &survey->directories);
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    if (header->p_type != PT_LOAD || (header->p_flags & PF_X) == 0) continue;
    uintptr_t start = info->dlpi_addr + header->p_vaddr;
    uintptr_t shift = name_hash(info->dlpi_name) - info->dlpi_addr;
    gcdc_ranges_add(&map->segments,
                    (gcdc_range){start, start + header->p_memsz, is_library, is_swift, shift});
    if (is_swift) {
      note_testing(info->dlpi_name, &survey->directories, start, start + header->p_memsz);
    }
  }
  if (is_library) gcdc_add_lock_methods(&map->lock_methods, info->dlpi_name, info->dlpi_addr);
  return 0;
}

static int read_loads(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  *(unsigned long long *)context = info->dlpi_adds;
  return 1;
}

static bool is_current(const gcdc_map *map) {
  unsigned long long loads = 0;
  dl_iterate_phdr(read_loads, &loads);
  return map != NULL && map->loads == loads;
}

gcdc_map *gcdc_fresh_map(void) {
  GCDC_REAL(pthread_mutex_lock)(&map_lock);
  gcdc_map *map = current_map;
  if (!is_current(map)) {
    gcdc_map *made = calloc(1, sizeof *made);
    if (made != NULL) {
      struct gcdc_survey survey = {made, gcdc_library_directories()};
      dl_iterate_phdr(add_library, &survey);
      gcdc_ranges_sort(&made->segments);
      gcdc_ranges_sort(&made->lock_methods);
      current_map = map = made;
    }
  }
  GCDC_REAL(pthread_mutex_unlock)(&map_lock);
  return map;
}

const gcdc_range *gcdc_find_segment(const void *address) {
  gcdc_map *map = current_map;
  const gcdc_range *segment = map == NULL ? NULL : gcdc_ranges_find(&map->segments, address);
  if (segment != NULL) return segment;
  map = gcdc_fresh_map();
  return map == NULL ? NULL : gcdc_ranges_find(&map->segments, address);
}
#endif
