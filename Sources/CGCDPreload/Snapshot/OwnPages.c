// Licensed under the Apache License, Version 2.0; see LICENSE.
// Since Linux 6.7 one call says which pages they are; before, there is a file with an entry for each page.
#define _GNU_SOURCE
#include "OwnPages.h"

#include <features.h>

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { page_size = 4096, most_at_once = 256 };

/// What PAGEMAP_SCAN is given, as the kernel has it.
struct scan {
  uint64_t size, flags, start, end, walk_end, regions, region_count, most_pages;
  uint64_t inverted, all_of, any_of, returned;
};

struct scanned_region {
  uint64_t start, end, categories;
};

enum { of_file = 1 << 2, present = 1 << 3, swapped = 1 << 4 };

/// Where the search has come to.
struct search {
  const struct gcdc_maps *maps;
  int mapping;
  gcdc_visit_pages visit;
  void *context;
};

/// Calls the function for the parts of a range that are watched. Ranges come in order.
static bool report(struct search *search, uintptr_t start, uintptr_t end) {
  const struct gcdc_maps *maps = search->maps;
  for (; search->mapping < maps->count; search->mapping += 1) {
    const struct gcdc_mapping *mapping = &maps->list[search->mapping];
    if (mapping->start >= end) return true;
    uintptr_t low = start > mapping->start ? start : mapping->start;
    uintptr_t high = end < mapping->end ? end : mapping->end;
    bool is_wanted = low < high && mapping->is_watched;
    if (is_wanted && !search->visit(mapping, low, high, search->context)) return false;
    if (mapping->end > end) return true;
  }
  return true;
}

enum outcome { done, ended, unknown };

/// Mappings with a smaller gap between them are asked about at once. In a larger one there is code, of which
/// the kernel would look at each page.
enum { largest_gap = 16 * page_size };

/// The watched mappings from that one on that are close to each other; false where there is none.
static bool find_cluster(const struct gcdc_maps *maps, int *index, uintptr_t *low, uintptr_t *high) {
  while (*index < maps->count && !maps->list[*index].is_watched) *index += 1;
  if (*index == maps->count) return false;
  *low = maps->list[*index].start;
  for (; *index < maps->count; *index += 1) {
    const struct gcdc_mapping *mapping = &maps->list[*index];
    if (!mapping->is_watched) continue;
    if (*low != mapping->start && mapping->start - *high > largest_gap) return true;
    *high = mapping->end;
  }
  return true;
}

static enum outcome scan(int file, struct search *search) {
  struct scanned_region regions[most_at_once];
  struct scan arguments = {
      .size = sizeof arguments, .regions = (uintptr_t)regions, .region_count = most_at_once,
      .inverted = of_file, .all_of = of_file, .any_of = present | swapped, .returned = present};
  bool is_first = true;
  uintptr_t low, high;
  for (int next = 0; find_cluster(search->maps, &next, &low, &high);) {
    arguments.start = low;
    arguments.end = high;
    while (arguments.start < high) {
      int count = ioctl(file, _IOWR('f', 16, struct scan), &arguments);
      if (count < 0) return is_first ? unknown : ended;
      is_first = false;
      for (int index = 0; index < count; index += 1) {
        if (!report(search, regions[index].start, regions[index].end)) return ended;
      }
      if (arguments.walk_end <= arguments.start) return ended;
      arguments.start = arguments.walk_end;
    }
  }
  return done;
}

/// Whether an entry of the file is that of a page with something of its own.
static bool is_own(uint64_t entry) {
  const uint64_t is_present = 1ull << 63, is_swapped = 1ull << 62, is_of_file = 1ull << 61;
  return (entry & is_swapped) != 0 || ((entry & is_present) != 0 && (entry & is_of_file) == 0);
}

static enum outcome read_entries(int file, struct search *search) {
  for (int index = 0; index < search->maps->count; index += 1) {
    const struct gcdc_mapping *mapping = &search->maps->list[index];
    if (!mapping->is_watched) continue;
    for (uintptr_t start = mapping->start; start < mapping->end;) {
      uint64_t entries[1024];
      size_t count = (mapping->end - start) / page_size;
      if (count > sizeof entries / sizeof *entries) count = sizeof entries / sizeof *entries;
      ssize_t size = (ssize_t)(count * sizeof *entries);
      if (pread(file, entries, (size_t)size, (off_t)(start / page_size * sizeof *entries)) != size) {
        return ended;
      }
      for (size_t page = 0; page < count; page += 1) {
        uintptr_t address = start + page * page_size;
        if (is_own(entries[page]) && !report(search, address, address + page_size)) return ended;
      }
      start += count * page_size;
    }
  }
  return done;
}

/// Calls a function for all ranges of such pages in the mappings that are watched, in order; false where one
/// call was, or where the kernel says nothing.
bool gcdc_for_each_own_page(const struct gcdc_maps *maps, gcdc_visit_pages visit, void *context) {
  int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct search search = {maps, 0, visit, context};
  enum outcome outcome = scan(file, &search);
  if (outcome == unknown) outcome = read_entries(file, &search);
  close(file);
  return outcome == done;
}
#endif
