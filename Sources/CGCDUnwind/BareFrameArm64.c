// Licensed under the Apache License, Version 2.0; see LICENSE.
// Frames without unwind information on aarch64: a function that calls others keeps a frame record, the
// caller's frame pointer and the return address, to which the frame pointer points.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "BareFrame.h"
#include "Platform.h"

#if GCDC_SUPPORTED && defined(__aarch64__)
#include <dlfcn.h>
#include <stddef.h>

/// In instructions: how long a function may be, and how far apart those are that make its frame.
enum { longest_function = 1024, longest_prologue = 12 };

static bool is(uint32_t code, uint32_t mask, uint32_t pattern) { return (code & mask) == pattern; }

/// stp x29, x30, [sp, #n] with or without a change of sp.
static bool saves_record(uint32_t code) {
  return is(code, 0xffc07fff, 0xa9807bfd) || is(code, 0xffc07fff, 0xa9007bfd);
}

/// add x29, sp, #n, which is also mov x29, sp.
static bool sets_frame_pointer(uint32_t code) { return is(code, 0xffc003ff, 0x910003fd); }

/// b, bl, br, blr, ret, brk and conditional branches: no prologue continues behind one.
static bool branches(uint32_t code) {
  return is(code, 0x7c000000, 0x14000000) || is(code, 0xfe000000, 0xd6000000) ||
         is(code, 0xff000000, 0xd4000000) || is(code, 0xfe000000, 0x54000000) ||
         is(code, 0x7c000000, 0x34000000) || code == 0;
}

/// The bytes by which an instruction of a prologue makes the stack longer.
static uint64_t growth(uint32_t code) {
  if (is(code, 0xffc003ff, 0xd10003ff)) return code >> 10 & 0xfff;          // sub sp, sp, #n
  if (is(code, 0xffc003ff, 0xd14003ff)) return (code >> 10 & 0xfff) << 12;  // sub sp, sp, #n, lsl #12
  bool is_pair = is(code, 0xffc003e0, 0xa98003e0) || is(code, 0xffc003e0, 0x6d8003e0);
  // stp a, b, [sp, #-n]! and str a, [sp, #-n]!
  if (is_pair && (code >> 21 & 1)) return (uint64_t)(128 - (code >> 15 & 0x7f)) * 8;
  if (is(code, 0xfff00fe0, 0xf8100fe0)) return (uint64_t)(512 - (code >> 12 & 0x1ff));
  return 0;
}

/// True when the instruction before the address is a call: what a return address always has there.
static bool follows_call(uint64_t address) {
  uint32_t code = ((const uint32_t *)address)[-1];
  return is(code, 0xfc000000, 0x94000000) || is(code, 0xfffffc1f, 0xd63f0000);
}

/// Deviation from the x86-64 form: x19 to x28 keep their values, since no function finds its frame by them.
bool gcdc_leave_bare_frame(gcdc_bare_frame *frame) {
  Dl_info info, target;
  if (frame->pc % 4 != 0 || !dladdr((void *)(frame->pc - 4), &info)) return false;
  const uint32_t *here = (const uint32_t *)frame->pc, *first = info.dli_fbase;
  if (here - first > longest_function) first = here - longest_function;
  const uint32_t *save = here - 1;
  while (save > first && !saves_record(*save)) save -= 1;
  if (save == first) return false;
  const uint32_t *set = save + 1;
  while (set < here && set - save < longest_prologue && !sets_frame_pointer(*set)) set += 1;
  if (set >= here || !sets_frame_pointer(*set)) return false;
  uint64_t size = 0;
  for (const uint32_t *next = save; next < set; next += 1) size += growth(*next);
  const uint32_t *before = save - 1;
  while (before > first && save - before < longest_prologue && !branches(*before)) size += growth(*before--);
  const uint64_t *record = (const uint64_t *)frame->bp;
  // A frame pointer that is none: below this frame, or nowhere near it.
  const uint64_t reach = 1 << 20;
  if (frame->bp % 8 != 0 || frame->bp < frame->sp || frame->bp - frame->sp > reach) return false;
  uint64_t pc = record[1];
  // Code that is mapped by a file, after a call: anything else is a stray value.
  if (pc < 4 || pc % 4 != 0 || !dladdr((void *)(pc - 4), &target) || !follows_call(pc)) return false;
  frame->sp = frame->bp - (*set >> 10 & 0xfff) + size;
  frame->bp = record[0];
  frame->pc = pc;
  return true;
}
#endif
