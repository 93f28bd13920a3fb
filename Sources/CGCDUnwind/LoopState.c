// Licensed under the Apache License, Version 2.0; see LICENSE.
// What a loop keeps from round to round, as a fingerprint: two that are equal say that the loop has no count,
// no time and no list that grows where one would look for it.
#define _GNU_SOURCE
#include "CGCDUnwind.h"
#include "ReachableObjects.h"

#if GCDC_SUPPORTED
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#include <link.h>

enum {
  most_frames = 128,
  most_stack_words = 1 << 13,
  most_global_bytes = 8 << 20,
};

typedef struct {
  uint64_t hash;
  bool is_too_large;
  const gcdc_loop_reader *reader;
} globals;

/// The program itself comes first; its libraries are left out.
__attribute__((no_sanitize("address", "thread"))) static int mix_globals(
    struct dl_phdr_info *image, size_t size, void *out) {
  (void)size;
  globals *found = out;
  size_t bytes = 0;
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &image->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_W)) continue;
    bytes += part->p_memsz;
    if (bytes > most_global_bytes) {
      found->is_too_large = true;
      return 1;
    }
    uintptr_t start = (image->dlpi_addr + part->p_vaddr + 7) & ~(uintptr_t)7;
    uintptr_t end = (image->dlpi_addr + part->p_vaddr + part->p_memsz) & ~(uintptr_t)7;
    if (end <= start) continue;
    found->hash = gcdc_mixed(found->hash, (const uint64_t *)start, (end - start) / 8);
    if (found->reader->is_deep) gcdc_find_objects((const uint64_t *)start, (end - start) / 8, found->reader);
  }
  return 1;
}

/// The registers that a call keeps, as they are in a frame.
static int registers(unw_cursor_t *cursor, uint64_t *out) {
#if defined(__x86_64__)
  static const int numbers[] = {UNW_X86_64_RBX, UNW_X86_64_RBP, UNW_X86_64_R12,
                                UNW_X86_64_R13, UNW_X86_64_R14, UNW_X86_64_R15};
#else
  static const int numbers[] = {UNW_AARCH64_X19, UNW_AARCH64_X20, UNW_AARCH64_X21, UNW_AARCH64_X22,
                                UNW_AARCH64_X23, UNW_AARCH64_X24, UNW_AARCH64_X25, UNW_AARCH64_X26,
                                UNW_AARCH64_X27, UNW_AARCH64_X28, UNW_AARCH64_X29};
#endif
  enum { count = sizeof numbers / sizeof numbers[0] };
  for (int i = 0; i < count; i++) {
    unw_word_t value = 0;
    (void)unw_get_reg(cursor, numbers[i], &value);
    out[i] = value;
  }
  return count;
}

/// What the program's own functions on this stack keep, from the innermost to the outermost.
typedef struct {
  /// Registers that the innermost one finds again when its call returns.
  uint64_t kept[16];
  int kept_count;
  uint64_t low, high;
} user_frames;

/// Frames behind the call that returns to `from`; false where there are none, or where they are too large.
static bool find_user_frames(uintptr_t from, const gcdc_loop_reader *reader, user_frames *frames) {
  unw_context_t context;
  unw_cursor_t cursor;
  if (unw_getcontext(&context) != 0 || unw_init_local2(&cursor, &context, 0) != 0) return false;
  bool is_behind = false, is_user = false;
  unw_word_t stack, address;
  *frames = (user_frames){.kept_count = 0};
  for (int frame = 0; frame < most_frames && unw_step(&cursor) > 0; frame++) {
    if (unw_get_reg(&cursor, UNW_REG_IP, &address) != 0 || address == 0) break;
    if (unw_get_reg(&cursor, UNW_REG_SP, &stack) != 0) break;
    // The frame of the outermost function of the program's own ends where its caller's begins.
    if (is_user) frames->high = stack;
    is_behind = is_behind || address == from;
    is_user = is_behind && !reader->is_library((const void *)address);
    if (!is_user || frames->kept_count > 0) continue;
    frames->low = stack;
    frames->kept_count = registers(&cursor, frames->kept);
  }
  return frames->kept_count > 0 && frames->high > frames->low
         && (frames->high - frames->low) / 8 <= most_stack_words;
}

/// Without the words that the engine has left there.
__attribute__((no_sanitize("address", "thread"))) static uint64_t mixed_words(
    uint64_t hash, const uint64_t *words, size_t count, const gcdc_loop_reader *reader) {
  for (size_t i = 0; i < count; i++) {
    if (!reader->is_of_engine(reader->context, words[i])) hash = gcdc_mixed(hash, &words[i], 1);
  }
  return hash;
}

static uint64_t mixed_registers(const user_frames *frames, const gcdc_loop_reader *reader) {
  return mixed_words(0x2545f4914f6cdd1du, frames->kept, (size_t)frames->kept_count, reader);
}

uint64_t gcdc_frames_state(uintptr_t from, const gcdc_loop_reader *reader) {
  user_frames frames;
  if (!find_user_frames(from, reader, &frames)) return 0;
  uint64_t hash = mixed_registers(&frames, reader);
  return mixed_words(hash, (const uint64_t *)frames.low, (frames.high - frames.low) / 8, reader) | 1;
}

bool gcdc_read_loop(uintptr_t from, const gcdc_loop_reader *reader, gcdc_loop *loop) {
  user_frames frames;
  if (!find_user_frames(from, reader, &frames)) return false;
  uint64_t *words = (uint64_t *)frames.low;
  size_t count = (frames.high - frames.low) / 8;
  globals found = {.hash = mixed_registers(&frames, reader), .reader = reader};
  if (reader->is_deep) gcdc_forget_objects();
  dl_iterate_phdr(mix_globals, &found);
  if (found.is_too_large) return false;
  if (reader->is_deep) {
    gcdc_find_objects(frames.kept, (size_t)frames.kept_count, reader);
    gcdc_find_objects(words, count, reader);
    found.hash = gcdc_mixed_objects(found.hash, reader);
  }
  *loop = (gcdc_loop){
      .words = words, .count = count, .stack = mixed_words(0, words, count, reader), .rest = found.hash};
  return true;
}
#endif
