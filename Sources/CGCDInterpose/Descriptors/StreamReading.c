// Licensed under the Apache License, Version 2.0; see LICENSE.
// Reading from a stream: the C library reads inside its own calls, so a stream that may have to wait is read
// byte by byte out of its buffer, and what fills the buffer waits in the engine.
#include "Descriptors.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <stdlib.h>

/// Whether reading may have to wait. Call with control off.
GCDC_UNINSTRUMENTED static bool may_wait(FILE *stream) {
  uint64_t inode;
  int descriptor = fileno(stream);
  if (descriptor < 0) return false;
  gcdc_descriptor_kind sort = gcdc_kind_of_descriptor(descriptor, &inode);
  return sort == GCDC_DESCRIPTOR_PIPE || sort == GCDC_DESCRIPTOR_SOCKET
         || sort == GCDC_DESCRIPTOR_TERMINAL;
}

/// True when the call is to be made here, with the stream taken.
GCDC_UNINSTRUMENTED static bool begin_reading(FILE *stream, gcdc_site site) {
  bool is_ours;
  int saved = errno;
  GCDC_OFF({
    is_ours = may_wait(stream);
    if (is_ours && gcdc_hook_table.file_lock != NULL) gcdc_hook_table.file_lock(stream, site);
  });
  errno = saved;
  return is_ours;
}

GCDC_UNINSTRUMENTED static void end_reading(FILE *stream, gcdc_site site) {
  int saved = errno;
  if (gcdc_hook_table.file_unlock != NULL) GCDC_OFF(gcdc_hook_table.file_unlock(stream, site));
  errno = saved;
}

/// Call with control off.
GCDC_UNINSTRUMENTED static int next_byte(FILE *stream, gcdc_site site) {
  bool is_empty = stream->_IO_read_ptr >= stream->_IO_read_end && !feof_unlocked(stream);
  if (is_empty) gcdc_await(fileno(stream), POLLIN, GCDC_OPERATION_READ_DESCRIPTOR, site);
  int byte = getc_unlocked(stream);
  if (is_empty) gcdc_received(byte != EOF);
  return byte;
}

GCDC_UNINSTRUMENTED static size_t read_bytes(char *bytes, size_t size, int end, FILE *stream,
                                             gcdc_site site) {
  size_t count = 0;
  GCDC_OFF({
    while (count < size) {
      int byte = next_byte(stream, site);
      if (byte == EOF) break;
      bytes[count++] = (char)byte;
      if (byte == end) break;
    }
  });
  end_reading(stream, site);
  return count;
}

GCDC_UNINSTRUMENTED static int read_byte(FILE *stream, gcdc_site site) {
  char byte;
  return read_bytes(&byte, 1, EOF, stream, site) == 1 ? (unsigned char)byte : EOF;
}

GCDC_ENTRY(int, fgetc, (FILE *stream), (stream), GCDC_WAITS && begin_reading(stream, GCDC_SITE),
           return read_byte(stream, GCDC_SITE))

GCDC_EXPORT int(getc)(FILE *stream) {
  if (!GCDC_WAITS || !begin_reading(stream, GCDC_SITE)) return GCDC_REAL(getc)(stream);
  return read_byte(stream, GCDC_SITE);
}

GCDC_ENTRY(int, getchar, (void), (), GCDC_WAITS && begin_reading(stdin, GCDC_SITE),
           return read_byte(stdin, GCDC_SITE))

GCDC_UNINSTRUMENTED static char *read_string(char *text, int size, FILE *stream, gcdc_site site) {
  size_t count = read_bytes(text, (size_t)size - 1, '\n', stream, site);
  text[count] = '\0';
  return count == 0 ? NULL : text;
}

GCDC_ENTRY(char *, fgets, (char *text, int size, FILE *stream), (text, size, stream),
           GCDC_WAITS && size >= 2 && begin_reading(stream, GCDC_SITE),
           return read_string(text, size, stream, GCDC_SITE))

GCDC_EXPORT char *__fgets_chk(char *text, size_t capacity, int size, FILE *stream) {
  if (!GCDC_WAITS || size < 2 || (size_t)size > capacity || !begin_reading(stream, GCDC_SITE)) {
    return GCDC_REAL(__fgets_chk)(text, capacity, size, stream);
  }
  return read_string(text, size, stream, GCDC_SITE);
}

GCDC_ENTRY(size_t, fread, (void *bytes, size_t size, size_t count, FILE *stream),
           (bytes, size, count, stream),
           GCDC_WAITS && size != 0 && count != 0 && begin_reading(stream, GCDC_SITE),
           return read_bytes(bytes, size * count, EOF, stream, GCDC_SITE) / size)
GCDC_ENTRY(size_t, __fread_chk, (void *bytes, size_t capacity, size_t size, size_t count, FILE *stream),
           (bytes, capacity, size, count, stream),
           GCDC_WAITS && size != 0 && count != 0 && size * count <= capacity
               && begin_reading(stream, GCDC_SITE),
           return read_bytes(bytes, size * count, EOF, stream, GCDC_SITE) / size)

/// One more byte fits behind `count` of them, and the end of the text.
GCDC_UNINSTRUMENTED static bool makes_room(char **text, size_t *capacity, size_t count) {
  if (*text != NULL && count + 2 <= *capacity) return true;
  size_t larger = *text == NULL || *capacity < 60 ? 120 : *capacity * 2;
  char *grown = realloc(*text, larger);
  if (grown == NULL) return false;
  *text = grown;
  *capacity = larger;
  return true;
}

GCDC_UNINSTRUMENTED static ssize_t read_line(char **text, size_t *capacity, int end, FILE *stream,
                                             gcdc_site site) {
  size_t count = 0;
  bool has_room = true;
  GCDC_OFF({
    while ((has_room = makes_room(text, capacity, count))) {
      int byte = next_byte(stream, site);
      if (byte == EOF) break;
      (*text)[count++] = (char)byte;
      if (byte == end) break;
    }
    if (has_room) (*text)[count] = '\0';
  });
  end_reading(stream, site);
  return count == 0 || !has_room ? -1 : (ssize_t)count;
}

#define GCDC_READS_LINE(name, text, capacity, end, stream, real) \
  if (!GCDC_WAITS || text == NULL || capacity == NULL || !begin_reading(stream, GCDC_SITE)) { \
    return real; \
  } \
  return read_line(text, capacity, end, stream, GCDC_SITE)

GCDC_EXPORT ssize_t getline(char **text, size_t *capacity, FILE *stream) {
  GCDC_READS_LINE(getline, text, capacity, '\n', stream, GCDC_REAL(getline)(text, capacity, stream));
}

GCDC_EXPORT ssize_t getdelim(char **text, size_t *capacity, int end, FILE *stream) {
  GCDC_READS_LINE(getdelim, text, capacity, end, stream, GCDC_REAL(getdelim)(text, capacity, end, stream));
}

GCDC_EXPORT ssize_t __getdelim(char **text, size_t *capacity, int end, FILE *stream) {
  GCDC_READS_LINE(__getdelim, text, capacity, end, stream,
                  GCDC_REAL(__getdelim)(text, capacity, end, stream));
}
#endif
