// Licensed under the Apache License, Version 2.0; see LICENSE.
// Which variable a function loads first, on both processors: as compilers of several toolchains begin one.
#include <stdio.h>
#include "FirstLoad.h"

static int failures;

static void expect(const void *seen, const void *right, const char *what) {
  if (seen != right) failures += 1, printf("%s: %p, not %p\n", what, seen, right);
}

/// Distances are counted from the end of the load, which is the last instruction of `length` bytes.
static void intel(const char *what, const uint8_t *code, size_t length, intptr_t distance) {
  expect(gcdc_first_load_x86_64(code), distance == 0 ? NULL : code + length + distance, what);
}

static void intel_functions(void) {
  const uint8_t plain[] = {0x48, 0x8b, 0x05, 0x10, 0, 0, 0};
  intel("mov 0x10(%rip), %rax", plain, sizeof plain, 0x10);
  const uint8_t back[] = {0x48, 0x8b, 0x3d, 0xf0, 0xff, 0xff, 0xff};
  intel("mov -0x10(%rip), %rdi", back, sizeof back, -0x10);
  const uint8_t marked[] = {0xf3, 0x0f, 0x1e, 0xfa, 0x48, 0x8b, 0x05, 0x10, 0, 0, 0};
  intel("endbr64", marked, sizeof marked, 0x10);
  const uint8_t saved[] = {0x50, 0x48, 0x8b, 0x05, 0x10, 0, 0, 0};
  intel("push %rax", saved, sizeof saved, 0x10);
  const uint8_t framed[] = {0x55, 0x48, 0x89, 0xe5, 0x41, 0x56, 0x53, 0x48, 0x83,
                            0xec, 0x10, 0x48, 0x8b, 0x1d, 8,    0,    0,    0};
  intel("a frame and saved registers", framed, sizeof framed, 8);
  const uint8_t calls[] = {0x55, 0xe8, 0x10, 0, 0, 0, 0x48, 0x8b, 0x05, 0x10, 0, 0, 0};
  intel("a call comes first", calls, sizeof calls, 0);
  const uint8_t other[] = {0x48, 0x8b, 0x47, 0x10, 0x48, 0x8b, 0x05, 0x10, 0, 0, 0};
  intel("a field of an argument", other, sizeof other, 0);
}

static void arm(const char *what, const uint32_t *code, const void *right) {
  expect(gcdc_first_load_aarch64(code), right, what);
}

static void arm_functions(void) {
  static _Alignas(4096) uint32_t page[2048];
  uint32_t *code = page;
  const char *base = (const char *)page;
  enum { adrp_x8 = 0x90000008, adrp_x8_next = 0xb0000008, ldr_x0_x8_16 = 0xf9400900, nop = 0xd503201f };
  enum { stp_frame = 0xa9bf7bfd, mov_frame = 0x910003fd, ldr_x0_x9_16 = 0xf9400920, ret = 0xd65f03c0 };
  const uint32_t plain[16] = {adrp_x8, ldr_x0_x8_16, ret};
  memcpy(code, plain, sizeof plain);
  arm("adrp x8, ldr x0", code, base + 16);
  const uint32_t next[16] = {adrp_x8_next, ldr_x0_x8_16, ret};
  memcpy(code, next, sizeof next);
  arm("the next page", code, base + 4096 + 16);
  const uint32_t framed[16] = {stp_frame, mov_frame, adrp_x8, ldr_x0_x8_16, ret};
  memcpy(code, framed, sizeof framed);
  arm("behind a frame", code, base + 16);
  const uint32_t between[16] = {adrp_x8, stp_frame, mov_frame, ldr_x0_x8_16, ret};
  memcpy(code, between, sizeof between);
  arm("a frame between", code, base + 16);
  const uint32_t another[16] = {adrp_x8, ldr_x0_x9_16, nop, nop, nop, nop, nop, ret};
  memcpy(code, another, sizeof another);
  arm("another register's page", code, NULL);
}

int main(void) {
  intel_functions();
  arm_functions();
  return failures != 0;
}
