// Licensed under the Apache License, Version 2.0; see LICENSE.
// Changes its memory in all the ways that a schedule has, and exits with 0 where an image gives it back.
#include "MemoryImage.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static struct gcdc_maps present;
static char global[64 << 10], untouched[64 << 10];
static int filled = 7;

/// As the kernel answers that does not know the call.
int refused_ioctl(int file, unsigned long request, ...) {
  (void)file;
  (void)request;
  errno = ENOTTY;
  return -1;
}

#define CHECK(condition, code) \
  do { \
    if (!(condition)) return code; \
  } while (0)

static char *make_pages(size_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static int change(struct gcdc_image *image) {
  char *heap = malloc(1000), *pages = make_pages(1 << 20);
  memset(pages, 5, 8192);
  memset(heap, 3, 1000);
  CHECK(gcdc_image_take(image), 1);
  uintptr_t first = 0;
  for (int round = 0; round < 3; round += 1) {
    memset(heap, 4, 1000);
    memset(global + 9000, 1, 20000);
    memset(untouched, 2, sizeof untouched);
    filled = 8;
    memset(pages + 4096, 6, 12288);
    madvise(pages, 4096, MADV_DONTNEED);
    char *more = make_pages(1 << 16);
    memset(more, 9, 1 << 16);
    CHECK(first == 0 || (uintptr_t)more == first, 2);
    first = (uintptr_t)more;
    mprotect(pages + 65536, 4096, PROT_NONE);
    CHECK(gcdc_maps_return(&image->maps, &present), 3);
    CHECK(gcdc_image_restore(image), 4);
    CHECK(heap[0] == 3 && heap[999] == 3 && filled == 7, 5);
    for (size_t index = 0; index < sizeof global; index += 1) CHECK(!global[index] && !untouched[index], 6);
    for (int index = 0; index < 16384; index += 1) CHECK(pages[index] == (index < 8192 ? 5 : 0), 7);
    pages[65536] = 1;
  }
  munmap(pages, 4096);
  CHECK(!gcdc_maps_return(&image->maps, &present), 8);
  return 0;
}

int main(void) {
  size_t size = (sizeof(struct gcdc_image) + 4095) & ~4095ul;
  char *room = mmap(NULL, size + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct gcdc_image *image = (struct gcdc_image *)(room + 4096);
  mprotect(image, size, PROT_READ | PROT_WRITE);
  gcdc_image_leave_alone(image, (uintptr_t)image, (uintptr_t)(image + 1));
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  gcdc_image_leave_alone(image, here - 65536, here + 1);
  return change(image);
}
