// Licensed under the Apache License, Version 2.0; see LICENSE.
// Whose code an address is: the user's, or the toolchain's and the system's; and which lock calls are the
// user's.
#include "Addresses.h"

#if GCDC_INTERPOSES
#include "CallInstructions.h"
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/// What is loaded, as of one count of loaded libraries. Never freed: a reader on another thread may still
/// look at it, and a new one is made only when a library was loaded meanwhile.
struct gcdc_map {
  unsigned long long loads;
  gcdc_ranges segments;
  gcdc_ranges lock_methods;
};

static struct gcdc_map *_Atomic current_map;
static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;

/// Directories of the toolchain's and the system's libraries, told by what they define. Not by GCDC_REAL: in
/// a program built with a sanitizer that is inside the program.
struct gcdc_directories {
  const char *paths[3];
  size_t lengths[3];  // with the last slash
  const char *own;    // the file that this code is in
};

static size_t directory_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

static struct gcdc_directories library_directories(void) {
  static const char *const defined[] = {"swift_once", "dispatch_async", "pthread_mutex_lock"};
  struct gcdc_directories directories = {0};
  directories.own = gcdc_own_library();
  for (size_t index = 0; index < sizeof defined / sizeof *defined; index += 1) {
    Dl_info info;
    void *address = dlsym(RTLD_NEXT, defined[index]);
    if (address == NULL || dladdr(address, &info) == 0 || info.dli_fname == NULL) continue;
    directories.paths[index] = info.dli_fname;
    directories.lengths[index] = directory_length(info.dli_fname);
  }
  return directories;
}

static bool is_library_file(const char *path, const struct gcdc_directories *directories) {
  static const char *const system_directories[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};
  if (path == NULL || path[0] == '\0') return false;  // the program itself
  size_t length = directory_length(path);
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

/// Beside the runtime lie Foundation and the test frameworks; and Dispatch, which is in C.
static bool is_swift_library(const char *path, const struct gcdc_directories *directories) {
  size_t length = directory_length(path);
  if (length == 0 || length != directories->lengths[0]) return false;
  return memcmp(path, directories->paths[0], length) == 0 && strcmp(path + length, "libdispatch.so") != 0;
}

/// The code of Swift Testing in a whole program. The thread that waits there for the children of exit tests
/// belongs to the test, and so do its locks.
static struct { uintptr_t start, end; } testing;

static void note_testing(const char *path, const struct gcdc_directories *directories, uintptr_t start,
                         uintptr_t end) {
  if (directories->own == NULL || strcmp(path + directory_length(path), "libTesting.so") != 0) return;
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
  for (const char *next = path + directory_length(path); *next != '\0'; next += 1) {
    hash = (hash ^ (unsigned char)*next) * 0x100000001b3;
  }
  return (uintptr_t)hash;
}

struct gcdc_survey {
  struct gcdc_map *map;
  struct gcdc_directories directories;
};

static int add_library(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const struct gcdc_survey *survey = context;
  struct gcdc_map *map = survey->map;
  map->loads = info->dlpi_adds;
  bool is_library = is_library_file(info->dlpi_name, &survey->directories);
  bool is_swift = is_library && is_swift_library(info->dlpi_name, &survey->directories);
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

static bool is_current(const struct gcdc_map *map) {
  unsigned long long loads = 0;
  dl_iterate_phdr(read_loads, &loads);
  return map != NULL && map->loads == loads;
}

/// The map of what is loaded now.
static struct gcdc_map *fresh_map(void) {
  GCDC_REAL(pthread_mutex_lock)(&map_lock);
  struct gcdc_map *map = current_map;
  if (!is_current(map)) {
    struct gcdc_map *made = calloc(1, sizeof *made);
    if (made != NULL) {
      struct gcdc_survey survey = {made, library_directories()};
      dl_iterate_phdr(add_library, &survey);
      gcdc_ranges_sort(&made->segments);
      gcdc_ranges_sort(&made->lock_methods);
      current_map = map = made;
    }
  }
  GCDC_REAL(pthread_mutex_unlock)(&map_lock);
  return map;
}

/// NULL where no file was loaded to the address.
static const gcdc_range *find_segment(const void *address) {
  struct gcdc_map *map = current_map;
  const gcdc_range *segment = map == NULL ? NULL : gcdc_ranges_find(&map->segments, address);
  if (segment != NULL) return segment;
  map = fresh_map();
  return map == NULL ? NULL : gcdc_ranges_find(&map->segments, address);
}

uint64_t gcdc_portable_address(const void *address) {
  bool before = gcdc_control(false);
  const gcdc_range *segment = find_segment(address);
  gcdc_control(before);
  return (uintptr_t)address + (segment == NULL ? 0 : segment->shift);
}

const void *gcdc_local_address(uint64_t portable) {
  bool before = gcdc_control(false);
  const struct gcdc_map *map = fresh_map();
  gcdc_control(before);
  if (map == NULL) return NULL;
  for (size_t index = 0; index < map->segments.count; index += 1) {
    const gcdc_range *segment = &map->segments.ranges[index];
    uintptr_t address = (uintptr_t)portable - segment->shift;
    if (address >= segment->start && address < segment->end) return (const void *)address;
  }
  return NULL;
}

/// `place_call` is set where a library calls a function that it names, its own or another library's. Without
/// it a library's address is where a function returns to that was reached through a pointer: a callback, or
/// what a callback ended in a jump to; or where the kernel's signal frame returns to.
enum { place_library = 1, place_lock_method = 2, place_call = 4, place_swift = 8, place_known = 16,
       place_bits = 5 };

static unsigned find_place(const void *address) {
  const gcdc_range *segment = find_segment(address);
  const struct gcdc_map *map = current_map;
  unsigned place = place_known;
  if (segment != NULL && segment->is_library) place |= place_library;
  if (map != NULL && gcdc_ranges_find(&map->lock_methods, address) != NULL) place |= place_lock_method;
  if (segment != NULL && gcdc_follows_call((const char *)address + 1, segment->start, segment->end)) {
    place |= place_call;
  }
  if (segment != NULL && segment->is_swift) place |= place_swift;
  return place;
}

/// What an address is, remembered per call site: an entry is the address shifted left, with its place below.
/// One word, so that readers on other threads see an entry whole or not at all.
GCDC_UNINSTRUMENTED static inline unsigned place_of(const void *address) {
  enum { entries = 2048 };
  static uint64_t cache[entries];
  uint64_t key = (uint64_t)(uintptr_t)address << place_bits;
  uint64_t *entry = &cache[((uintptr_t)address ^ (uintptr_t)address >> 11) % entries];
  uint64_t known = __atomic_load_n(entry, __ATOMIC_RELAXED);
  const uint64_t below = (1 << place_bits) - 1;
  bool is_found = (known ^ key) >> place_bits == 0 && known != 0;
  if (__builtin_expect(is_found, true)) return (unsigned)(known & below);
  bool before = gcdc_control(false);
  unsigned place = find_place(address);
  gcdc_control(before);
  __atomic_store_n(entry, key | place, __ATOMIC_RELAXED);
  return place;
}

const char *gcdc_own_library(void) {
  Dl_info own, program;
  if (dladdr((const void *)gcdc_own_library, &own) == 0) return NULL;
  if (dladdr((const void *)getauxval(AT_PHDR), &program) == 0) return NULL;
  return own.dli_fbase == program.dli_fbase ? NULL : own.dli_fname;
}
static struct gcdc_directories known_directories;

void gcdc_prepare_library_names(void) { known_directories = library_directories(); }

bool gcdc_is_library_name(const char *path) { return is_library_file(path, &known_directories); }

bool gcdc_is_library_address(const void *address) {
  return (place_of(address) & place_library) != 0;
}

GCDC_UNINSTRUMENTED bool gcdc_is_user_site(gcdc_site site) {
  // The return address of a call that ends a function belongs to the next one.
  unsigned place = place_of((const char *)site - 1);
  return (place & (place_library | place_lock_method | place_call)) != (place_library | place_call);
}

GCDC_UNINSTRUMENTED bool gcdc_is_user_lock_site(gcdc_site site) {
  unsigned place = place_of((const char *)site - 1);
  if ((place & (place_library | place_lock_method)) != place_library) return true;
  if (gcdc_is_testing_site(site)) return true;
  return (place & (place_call | place_swift)) == 0;
}
#endif
