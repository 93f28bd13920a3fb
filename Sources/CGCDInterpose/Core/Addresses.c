// Licensed under the Apache License, Version 2.0; see LICENSE.
// Whose code an address is: the user's, or the toolchain's and the system's; and which lock calls are the
// user's.
#include "SegmentMap.h"

#if GCDC_INTERPOSES
#include "CallDecoding.h"

/// `place_call` is set where a library calls a function that it names, its own or another library's. Without
/// it a library's address is where a function returns to that was reached through a pointer: a callback, or
/// what a callback ended in a jump to; or where the kernel's signal frame returns to.
enum { place_library = 1, place_lock_method = 2, place_call = 4, place_swift = 8, place_known = 16,
       place_bits = 5 };

/// True when a call that names its target precedes `site`. Directly, with a target in the same code as
/// the call (a function there, or its stub for another library's), or by the address that the dynamic linker
/// has put into a cell. `start` and `end` bound that code, which has to be readable.
///
/// An optimised function that ends in a call jumps there instead, and the callee returns to the caller of the
/// caller. A callback that ends in `pthread_mutex_unlock` so returns into the library that called it; but the
/// library's call went through a pointer, while calls of its own name what they call. A library that ends in
/// a jump to the callback, as `twalk` does, looks the same as one that takes a lock of its own in that way.
GCDC_UNINSTRUMENTED static bool follows_call(const void *site, uintptr_t start, uintptr_t end) {
#if defined(__x86_64__)
  return gcdc_names_target_x86_64(site, (uintptr_t)site, start, end);
#else
  return gcdc_names_target_aarch64(site, (uintptr_t)site, start, end);
#endif
}

static unsigned find_place(const void *address) {
  const gcdc_range *segment = gcdc_find_segment(address);
  const gcdc_map *map = gcdc_last_map();
  unsigned place = place_known;
  if (segment != NULL && segment->is_library) place |= place_library;
  if (map != NULL && gcdc_ranges_find(&map->lock_methods, address) != NULL) place |= place_lock_method;
  if (segment != NULL && follows_call((const char *)address + 1, segment->start, segment->end)) {
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

bool gcdc_is_library_address(const void *address) {
  return (place_of(address) & place_library) != 0;
}

GCDC_UNINSTRUMENTED bool gcdc_is_user_site(gcdc_site site) {
  // The return address of a call that ends a function belongs to the next one.
  unsigned place = place_of((const char *)site - 1);
  return (place & (place_library | place_lock_method | place_call)) != (place_library | place_call);
}

bool gcdc_is_lock_method_site(gcdc_site site) {
  return (place_of((const char *)site - 1) & place_lock_method) != 0;
}

GCDC_UNINSTRUMENTED bool gcdc_is_user_lock_site(gcdc_site site) {
  unsigned place = place_of((const char *)site - 1);
  if ((place & (place_library | place_lock_method)) != place_library) return true;
  if (gcdc_is_testing_site(site)) return true;
  return (place & (place_call | place_swift)) == 0;
}
#endif
