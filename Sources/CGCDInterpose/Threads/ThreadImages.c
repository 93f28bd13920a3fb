// Licensed under the Apache License, Version 2.0; see LICENSE.
// The program's own thread-local variables (`__thread`, `thread_local`): a new virtual thread must find the
// values that a new thread finds, whichever one had the borrowed thread before.
#include "ThreadLife.h"

#if GCDC_INTERPOSES
#include <link.h>
#include <string.h>

#include "LibraryFiles.h"
#include "Survey.h"

#ifndef __has_feature
#define __has_feature(x) 0
#endif

/// The block that one program file has in each thread, at a fixed distance from the thread pointer.
struct image {
  ptrdiff_t offset;
  const void *first_values;
  size_t given, size;  // what follows the given values begins with zeroes
};
enum { most_images = 32 };
static struct image images[most_images];
static size_t image_count;
static bool is_surveyed;

GCDC_UNINSTRUMENTED static char *thread_pointer(void) {
  char *pointer;
#if defined(__x86_64__)
  __asm__ volatile("movq %%fs:0, %0" : "=r"(pointer));
#else
  __asm__ volatile("mrs %0, tpidr_el0" : "=r"(pointer));
#endif
  return pointer;
}

/// Blocks of files that were loaded with the program lie close to the thread pointer; those of files loaded
/// later lie anywhere, in no fixed place.
static bool is_fixed(ptrdiff_t offset) {
  static const ptrdiff_t nearby = 1 << 20;
  return offset > -nearby && offset < nearby;
}

static int add_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  if (info->dlpi_tls_data == NULL || image_count == most_images) return 0;
  if (gcdc_is_library_name(info->dlpi_name)) return 0;
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type != PT_TLS) continue;
    const void *values = (const void *)(info->dlpi_addr + part->p_vaddr);
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
    // A sanitizer keeps its own state of the thread in the block of the program itself.
    if (info->dlpi_name == NULL || info->dlpi_name[0] == '\0') continue;
#endif
    ptrdiff_t offset = (char *)info->dlpi_tls_data - thread_pointer();
    if (!is_fixed(offset)) continue;
    images[image_count++] = (struct image){offset, values, part->p_filesz, part->p_memsz};
  }
  return 0;
}

void gcdc_survey_thread_images(void) {
  if (is_surveyed) return;
  gcdc_prepare_library_names();
  dl_iterate_phdr(add_image, NULL);
  is_surveyed = true;
}

GCDC_UNINSTRUMENTED void gcdc_reset_thread_images(void) {
  gcdc_survey_thread_images();
  char *pointer = thread_pointer();
  for (size_t index = 0; index < image_count; index += 1) {
    const struct image *image = &images[index];
    if (image->given != 0) memcpy(pointer + image->offset, image->first_values, image->given);
    size_t blank = image->size - image->given;
    if (blank != 0) memset(pointer + image->offset + image->given, 0, blank);
  }
}
#endif
