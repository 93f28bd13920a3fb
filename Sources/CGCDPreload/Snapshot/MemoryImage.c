// Licensed under the Apache License, Version 2.0; see LICENSE.
// What a schedule has written is found by comparing: a page costs 60 ns, and a program has a few hundred.
#define _GNU_SOURCE
#include "MemoryImage.h"

#include <features.h>

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "OwnPages.h"

enum { page_size = 4096 };
/// A larger image costs more than a copy of the process. Mappings of a sanitizer take a day to go through.
static const size_t most_saved = 16 << 20, most_watched = (size_t)4 << 30, most_constant = 4 << 20;
/// Pages that a schedule has used for the first time and that stay, for the next one.
enum { most_kept = 2048 };

void gcdc_image_leave_alone(struct gcdc_image *image, uintptr_t start, uintptr_t end) {
  image->left_alone[image->left_alone_count++] = (struct gcdc_range){start, end};
}

static bool is_left_alone(const struct gcdc_image *image, const struct gcdc_mapping *mapping) {
  for (int index = 0; index < image->left_alone_count; index += 1) {
    const struct gcdc_range *range = &image->left_alone[index];
    if (mapping->start < range->end && range->start < mapping->end) return true;
  }
  return false;
}

/// Whether contents of the mapping may be of the process alone. Constants may be as well: the dynamic linker
/// writes addresses into them.
static bool may_be_private(const struct gcdc_mapping *mapping) {
  if (mapping->is_shared || mapping->rights == 0) return false;
  if (mapping->rights & GCDC_WRITABLE) return true;
  return (mapping->rights & GCDC_EXECUTABLE) == 0 && mapping->end - mapping->start <= most_constant;
}

// MARK: - Taking

struct taking {
  struct gcdc_image *image;
  size_t saved;
};

static bool note_pages_of(const struct gcdc_mapping *mapping, uintptr_t start, uintptr_t end, void *context) {
  struct taking *taking = context;
  struct gcdc_image *image = taking->image;
  if (image->run_count == GCDC_MOST_RUNS) return false;
  bool is_constant = (mapping->rights & GCDC_WRITABLE) == 0;
  image->runs[image->run_count++] = (struct gcdc_run){{start, end}, NULL, is_constant};
  taking->saved += end - start;
  return taking->saved <= most_saved;
}

/// Constants without a page of their own will have none.
static void drop_constants(struct gcdc_image *image) {
  int run = 0;
  for (int index = 0; index < image->maps.count; index += 1) {
    struct gcdc_mapping *mapping = &image->maps.list[index];
    if (!mapping->is_watched || (mapping->rights & GCDC_WRITABLE)) continue;
    while (run < image->run_count && image->runs[run].pages.end <= mapping->start) run += 1;
    mapping->is_watched = run < image->run_count && image->runs[run].pages.start < mapping->end;
  }
}

/// Notes the mappings, and which of their pages an image needs; how many bytes these are, or 0.
static size_t note_pages(struct gcdc_image *image) {
  if (!gcdc_maps_read(&image->maps)) return 0;
  size_t watched = 0;
  for (int index = 0; index < image->maps.count; index += 1) {
    struct gcdc_mapping *mapping = &image->maps.list[index];
    mapping->is_watched = may_be_private(mapping) && !is_left_alone(image, mapping);
    if (mapping->is_watched) watched += mapping->end - mapping->start;
  }
  if (watched > most_watched) return 0;
  image->run_count = 0;
  struct taking taking = {image, 0};
  if (!gcdc_for_each_own_page(&image->maps, note_pages_of, &taking)) return 0;
  drop_constants(image);
  return taking.saved;
}

/// Copies what the memory has in it now; false where that is too much, or where the kernel does not say what
/// there is. `left_alone` is filled.
bool gcdc_image_take(struct gcdc_image *image) {
  if (sysconf(_SC_PAGESIZE) != page_size) return false;
  size_t size = note_pages(image);
  if (size == 0) return false;
  // Between pages without rights, so that it is a mapping by itself.
  int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  char *room = mmap(NULL, size + 2 * page_size, PROT_NONE, kind, -1, 0);
  if (room == MAP_FAILED) return false;
  char *copy = room + page_size;
  if (mprotect(copy, size, PROT_READ | PROT_WRITE) != 0) return false;
  gcdc_image_leave_alone(image, (uintptr_t)copy, (uintptr_t)copy + size);
  // The mappings that are to be returned to have the room for the image among them.
  if (note_pages(image) != size) return false;
  for (int index = 0; index < image->run_count; index += 1) {
    struct gcdc_run *run = &image->runs[index];
    size_t length = run->pages.end - run->pages.start;
    memcpy(copy, (const void *)run->pages.start, length);
    run->copy = copy;
    copy += length;
  }
  return true;
}

// MARK: - Restoring

static bool restore_bytes(uintptr_t start, uintptr_t end, const char *copy, bool is_constant) {
  if (start >= end || memcmp((const void *)start, copy, end - start) == 0) return true;
  // What has been written into constants meanwhile is not put back.
  if (is_constant) return false;
  memcpy((void *)start, copy, end - start);
  return true;
}

static bool restore_run(const struct gcdc_image *image, const struct gcdc_run *run) {
  uintptr_t low = image->of_kernel.start, high = image->of_kernel.end;
  for (uintptr_t page = run->pages.start; page < run->pages.end; page += page_size) {
    uintptr_t end = page + page_size;
    const char *copy = run->copy + (page - run->pages.start);
    bool is_whole = high <= page || end <= low;
    if (is_whole) {
      if (!restore_bytes(page, end, copy, run->is_constant)) return false;
    } else if (!restore_bytes(page, low, copy, run->is_constant)
               || !restore_bytes(high, end, copy + (high - page), run->is_constant)) {
      return false;
    }
  }
  return true;
}

struct restoring {
  const struct gcdc_image *image;
  int run;
  size_t kept;
};

/// Empties pages that the image does not have.
static bool empty(struct restoring *restoring, const struct gcdc_mapping *mapping, uintptr_t start,
                  uintptr_t end) {
  bool is_kept = mapping->file == 0 && (mapping->rights & GCDC_WRITABLE) != 0 && restoring->kept < most_kept;
  if (!is_kept) return madvise((void *)start, end - start, MADV_DONTNEED) == 0;
  restoring->kept += (end - start) / page_size;
  memset((void *)start, 0, end - start);
  return true;
}

static bool empty_new_pages(const struct gcdc_mapping *mapping, uintptr_t start, uintptr_t end,
                            void *context) {
  struct restoring *restoring = context;
  const struct gcdc_image *image = restoring->image;
  while (start < end) {
    while (restoring->run < image->run_count && image->runs[restoring->run].pages.end <= start) {
      restoring->run += 1;
    }
    const struct gcdc_run *run = restoring->run < image->run_count ? &image->runs[restoring->run] : NULL;
    uintptr_t known = run == NULL || run->pages.start > end ? end : run->pages.start;
    if (start < known && !empty(restoring, mapping, start, known)) return false;
    start = known < end ? run->pages.end : end;
  }
  return true;
}

/// Gives the memory back what it had in it; false where that is not possible. The mappings are those of the
/// image again.
bool gcdc_image_restore(struct gcdc_image *image) {
  for (int index = 0; index < image->run_count; index += 1) {
    if (!restore_run(image, &image->runs[index])) return false;
  }
  struct restoring restoring = {image, 0, 0};
  return gcdc_for_each_own_page(&image->maps, empty_new_pages, &restoring);
}
#endif
