// Licensed under the Apache License, Version 2.0; see LICENSE.
// Which instructions before a return address name what they call, on both processors.
#include <stdio.h>
#include "CallDecoding.h"

enum { base = 0x10000, size = 0x1000 };
static int failures;

static void expect(bool seen, bool right, const char *what) {
  if (seen != right) failures += 1, printf("%s: %d, not %d\n", what, seen, right);
}

/// The instruction stands at `place`, in code from `base` on.
static bool arm(uint32_t instruction, uintptr_t place) {
  return gcdc_names_target_aarch64((const unsigned char *)(&instruction + 1), place + 4, base, base + size);
}

static void arm_calls(void) {
  expect(arm(0x94000001, base), true, "bl .+4");
  expect(arm(0x97ffffff, base + 4), true, "bl .-4, to the start");
  expect(arm(0x97ffffff, base), false, "bl .-4, before the start");
  expect(arm(0x94000001, base + size - 4), false, "bl .+4, to the end");
  expect(arm(0x940003ff, base), true, "bl .+0xffc");
  expect(arm(0x94000400, base), false, "bl .+0x1000");
  expect(arm(0x95ffffff, base), false, "bl .+0x7fffffc");
  expect(arm(0x96000000, base), false, "bl .-0x8000000");
  expect(arm(0xd63f0100, base + 4), false, "blr x8");
  expect(arm(0xd61f0200, base + 4), false, "br x16");
  expect(arm(0x14000001, base + 4), false, "b .+4");
  expect(arm(0xd65f03c0, base + 4), false, "ret");
  expect(arm(0x94000001, base - 4), false, "bl .+4, return address at the start");
  expect(arm(0x94000001, base + size), false, "bl .+4, behind the code");
}

/// The last of `bytes` stands right before the address `after`.
static bool intel(const unsigned char (*bytes)[6], uintptr_t after) {
  return gcdc_names_target_x86_64(*bytes + 6, after, base, base + size);
}

static void intel_calls(void) {
  const unsigned char next[6] = {0x90, 0xe8, 0, 0, 0, 0}, back[6] = {0x90, 0xe8, 0xf0, 0xff, 0xff, 0xff};
  const unsigned char cell[6] = {0xff, 0x15, 1, 2, 3, 4}, far[6] = {0x90, 0xe8, 0, 0, 0, 0x40};
  const unsigned char pointer[6] = {0x90, 0x90, 0x90, 0x90, 0xff, 0xd0};
  const unsigned char jump[6] = {0x90, 0xe9, 0, 0, 0, 0}, slot[6] = {0x90, 0x90, 0x90, 0xff, 0x50, 8};
  expect(intel(&next, base + 0x100), true, "call .+5");
  expect(intel(&back, base + 0x100), true, "call .-11");
  expect(intel(&back, base + 0x8), false, "call, before the start");
  expect(intel(&next, base + size), false, "call, to the end");
  expect(intel(&far, base + 0x100), false, "call, far away");
  expect(intel(&cell, base + 0x100), true, "call *cell(%rip)");
  expect(intel(&pointer, base + 0x100), false, "call *%rax");
  expect(intel(&slot, base + 0x100), false, "call *8(%rax)");
  expect(intel(&jump, base + 0x100), false, "jmp");
  expect(intel(&cell, base + 5), false, "call, too close to the start");
}

int main(void) {
  arm_calls();
  intel_calls();
  return failures != 0;
}
