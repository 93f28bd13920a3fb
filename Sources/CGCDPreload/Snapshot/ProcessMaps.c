// Licensed under the Apache License, Version 2.0; see LICENSE.
// Takes nothing from a heap, and makes no mapping itself.
#define _GNU_SOURCE
#include "ProcessMaps.h"

#include <features.h>

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// The number in front, of that base; the text continues behind it.
static uint64_t number(const char **text, unsigned base) {
  uint64_t value = 0;
  for (;; *text += 1) {
    char letter = **text;
    unsigned digit = letter >= '0' && letter <= '9' ? (unsigned)(letter - '0')
                     : letter >= 'a' && letter <= 'f' ? (unsigned)(letter - 'a' + 10) : 16;
    if (digit >= base) return value;
    value = value * base + digit;
  }
}

/// "start-end rwxp offset major:minor inode name", in hexadecimal but for the inode.
static struct gcdc_mapping mapping_in(const char *line) {
  struct gcdc_mapping mapping = {0};
  mapping.start = number(&line, 16);
  line += 1;
  mapping.end = number(&line, 16);
  line += 1;
  mapping.rights = (uint8_t)((line[0] == 'r' ? GCDC_READABLE : 0) | (line[1] == 'w' ? GCDC_WRITABLE : 0)
                             | (line[2] == 'x' ? GCDC_EXECUTABLE : 0));
  mapping.is_shared = line[3] == 's';
  line += 5;
  mapping.offset = number(&line, 16);
  line += 1;
  uint64_t device = number(&line, 16) << 52;
  line += 1;
  device ^= number(&line, 16) << 40;
  line += 1;
  uint64_t inode = number(&line, 10);
  mapping.file = inode == 0 ? 0 : device ^ inode;
  while (*line == ' ') line += 1;
  mapping.is_stack = strncmp(line, "[stack]", 7) == 0;
  return mapping;
}

/// False where they cannot be read, or are too many.
bool gcdc_maps_read(struct gcdc_maps *maps) {
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  maps->count = 0;
  size_t kept = 0;
  bool is_well = true;
  ssize_t length = 0;
  while (is_well && (length = read(file, maps->text + kept, sizeof maps->text - 1 - kept)) > 0) {
    size_t end = kept + (size_t)length;
    maps->text[end] = '\0';
    char *line = maps->text;
    for (char *next; is_well && (next = strchr(line, '\n')) != NULL; line = next + 1) {
      is_well = maps->count < GCDC_MOST_MAPPINGS;
      if (is_well) maps->list[maps->count++] = mapping_in(line);
    }
    kept = (size_t)(maps->text + end - line);
    memmove(maps->text, line, kept);
  }
  close(file);
  return is_well && length == 0;
}

static int protection(uint8_t rights) {
  return (rights & GCDC_READABLE ? PROT_READ : 0) | (rights & GCDC_WRITABLE ? PROT_WRITE : 0)
         | (rights & GCDC_EXECUTABLE ? PROT_EXEC : 0);
}

/// A part that was not there.
static bool release(uintptr_t start, uintptr_t end, const struct gcdc_mapping *mapping) {
  if (mapping->is_stack) return madvise((void *)start, end - start, MADV_DONTNEED) == 0;
  return munmap((void *)start, end - start) == 0;
}

/// A part that was there, now perhaps with other rights.
static bool restore_rights(uintptr_t start, uintptr_t end, const struct gcdc_mapping *before,
                           const struct gcdc_mapping *now) {
  bool is_same = now->is_shared == before->is_shared && now->file == before->file;
  if (is_same && now->file != 0) is_same = now->offset + before->start == before->offset + now->start;
  if (!is_same) return false;
  if (now->rights == before->rights) return true;
  // What was written there meanwhile is not known.
  bool was_closed = before->rights == 0 && before->file == 0;
  if (!was_closed && !before->is_watched) return false;
  if (was_closed && madvise((void *)start, end - start, MADV_DONTNEED) != 0) return false;
  return mprotect((void *)start, end - start, protection(before->rights)) == 0;
}

/// Unmaps what has come since, and gives back rights; false where something is not there any more, or is
/// another thing. `now` is read anew.
bool gcdc_maps_return(const struct gcdc_maps *before, struct gcdc_maps *now) {
  if (!gcdc_maps_read(now)) return false;
  int index = 0, present = 0;
  uintptr_t at = 0;
  while (index < before->count || present < now->count) {
    const struct gcdc_mapping *old = index < before->count ? &before->list[index] : NULL;
    const struct gcdc_mapping *new = present < now->count ? &now->list[present] : NULL;
    uintptr_t old_start = old == NULL ? UINTPTR_MAX : old->start > at ? old->start : at;
    uintptr_t new_start = new == NULL ? UINTPTR_MAX : new->start > at ? new->start : at;
    if (old_start < new_start) return false;
    uintptr_t end = new->end;
    if (new_start < old_start) {
      if (end > old_start) end = old_start;
      if (!release(new_start, end, new)) return false;
    } else {
      if (end > old->end) end = old->end;
      if (!restore_rights(new_start, end, old, new)) return false;
    }
    at = end;
    if (old != NULL && old->end <= at) index += 1;
    if (new->end <= at) present += 1;
  }
  return true;
}
#endif
