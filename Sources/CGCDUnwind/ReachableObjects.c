// Licensed under the Apache License, Version 2.0; see LICENSE.
// From pointer to pointer through the memory of the program. A word is taken for a pointer where it is one by
// its value; what has been freed and left in place is read as well.
#include "ReachableObjects.h"

#if GCDC_SUPPORTED
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define READS_ANYTHING __attribute__((no_sanitize("address", "thread")))

enum {
  most_objects = 1 << 14,
  most_words_of_object = 1 << 9,
  most_spans = 1 << 12,
};

READS_ANYTHING uint64_t gcdc_mixed(uint64_t hash, const uint64_t *words, size_t count) {
  for (size_t i = 0; i < count; i++) hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15u ^ hash >> 29;
  return hash;
}

// MARK: Memory that may hold objects

/// In order, apart from each other.
static struct { uint64_t start, end; } spans[most_spans];
static size_t span_count;

static void add_span(uint64_t start, uint64_t end) {
  if (span_count > 0 && spans[span_count - 1].end == start) spans[span_count - 1].end = end;
  else if (span_count < most_spans) spans[span_count++] = (typeof(spans[0])){start, end};
}

/// Anonymous memory that can be written, by a line of the kernel's list: `start-end rw-p offset device inode
/// path`.
static void add_line(const char *line) {
  unsigned long start, end;
  unsigned long long inode;
  char mode[5], path[8] = "";
  if (sscanf(line, "%lx-%lx %4s %*s %*s %llu %7s", &start, &end, mode, &inode, path) < 4) return;
  bool is_heap = path[0] == '\0' || strcmp(path, "[heap]") == 0 || strncmp(path, "[anon:", 6) == 0;
  if (is_heap && inode == 0 && mode[0] == 'r' && mode[1] == 'w') add_span(start, end);
}

static void find_spans(void) {
  span_count = 0;
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  static char text[1 << 14];
  size_t length = 0;
  ssize_t count;
  while ((count = read(file, text + length, sizeof text - 1 - length)) > 0) {
    length += (size_t)count;
    text[length] = '\0';
    char *line = text, *end;
    while ((end = strchr(line, '\n')) != NULL) {
      *end = '\0';
      add_line(line);
      line = end + 1;
    }
    length = (size_t)(text + length - line);
    memmove(text, line, length);
  }
  close(file);
}

/// Where the memory ends that the address is in; 0 where no object can be.
static uint64_t end_of_span(uint64_t address) {
  size_t low = 0, high = span_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (spans[middle].end <= address) low = middle + 1;
    else high = middle;
  }
  // Before an object is the head that `malloc` gives it.
  return low < span_count && spans[low].start + 16 <= address ? spans[low].end : 0;
}

// MARK: Objects

/// Objects that were found, and a table of their addresses.
static uint64_t found_objects[most_objects];
static uint64_t known_objects[2 * most_objects];
static size_t found_count;

void gcdc_forget_objects(void) {
  found_count = 0;
  memset(known_objects, 0, sizeof known_objects);
  find_spans();
}

/// How many words of an object may be read that begins here; 0 where `malloc` has given none out.
READS_ANYTHING static size_t words_of_object(uint64_t address) {
  uint64_t end = end_of_span(address);
  if (end == 0) return 0;
  // The size is before the object, with three bits of glibc's own.
  uint64_t size = *(const uint64_t *)(uintptr_t)(address - 8) & ~(uint64_t)7;
  if (size < 32 || size % 16 != 0 || size > end - address + 16) return 0;
  size_t words = (size_t)size / 8 - 1;
  if (words > (end - address) / 8) words = (end - address) / 8;
  return words < most_words_of_object ? words : most_words_of_object;
}

/// Its place in the table; -1 where it is known.
static ptrdiff_t new_place(uint64_t address) {
  size_t place = address / 16 * 0x9e3779b97f4a7c15u % (2 * most_objects);
  while (known_objects[place] != 0) {
    if (known_objects[place] == address) return -1;
    place = (place + 1) % (2 * most_objects);
  }
  return (ptrdiff_t)place;
}

READS_ANYTHING void gcdc_find_objects(const uint64_t *words, size_t count, const gcdc_loop_reader *reader) {
  for (size_t i = 0; i < count && found_count < most_objects; i++) {
    uint64_t word = words[i];
    if (word < 1 << 16 || word >> 47 != 0 || word % 16 != 0) continue;
    ptrdiff_t place = new_place(word);
    if (place < 0 || words_of_object(word) == 0 || reader->is_of_engine(reader->context, word)) continue;
    if (reader->is_on_stack((const void *)(uintptr_t)word)) continue;
    known_objects[place] = word;
    found_objects[found_count++] = word;
  }
}

READS_ANYTHING uint64_t gcdc_mixed_objects(uint64_t hash, const gcdc_loop_reader *reader) {
  for (size_t next = 0; next < found_count; next++) {
    const uint64_t *object = (const uint64_t *)(uintptr_t)found_objects[next];
    size_t count = words_of_object(found_objects[next]);
    if (count == 0 || reader->is_of_framework((const void *)(uintptr_t)object[0])) continue;
    hash = gcdc_mixed(hash, object, count);
    gcdc_find_objects(object, count, reader);
  }
  return hash;
}
#endif
