// Licensed under the Apache License, Version 2.0; see LICENSE.
// Standard output of controlled code: swallowed while the engine says so, so that a thousand schedules print
// once.
// The C library's headers define some of these as inline functions, which would hide our definitions.
#undef _FORTIFY_SOURCE
#undef __OPTIMIZE__
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <stdarg.h>
#include <string.h>

/// Written by the carrier between runs only.
static bool is_muted;

void gcdc_mute_output(bool muted) { is_muted = muted; }

GCDC_UNINSTRUMENTED bool gcdc_output_is_muted(int descriptor) {
  return descriptor == STDOUT_FILENO && is_muted;
}

void gcdc_flush_output(void) {
  // A thread that can never continue may hold the lock.
  if (GCDC_REAL(ftrylockfile)(stdout) != 0) return;
  fflush(stdout);
  GCDC_REAL(funlockfile)(stdout);
}

/// True when what the caller prints to this stream is to be swallowed.
static inline bool swallows(FILE *file) { return gcdc_controlled && is_muted && file == stdout; }

#define GCDC_NEXT(result, name, parameters) \
  static result(*real) parameters; \
  if (real == NULL) real = (result(*) parameters)dlsym(RTLD_NEXT, #name);

GCDC_EXPORT size_t fwrite(const void *data, size_t size, size_t count, FILE *file) {
  GCDC_NEXT(size_t, fwrite, (const void *, size_t, size_t, FILE *))
  return swallows(file) ? count : real(data, size, count, file);
}

GCDC_EXPORT int fputs(const char *text, FILE *file) {
  GCDC_NEXT(int, fputs, (const char *, FILE *))
  return swallows(file) ? 0 : real(text, file);
}

GCDC_EXPORT int puts(const char *text) {
  GCDC_NEXT(int, puts, (const char *))
  return swallows(stdout) ? 0 : real(text);
}

GCDC_EXPORT int vfprintf(FILE *file, const char *format, va_list arguments) {
  GCDC_NEXT(int, vfprintf, (FILE *, const char *, va_list))
  return swallows(file) ? 0 : real(file, format, arguments);
}

GCDC_EXPORT int vprintf(const char *format, va_list arguments) { return vfprintf(stdout, format, arguments); }

GCDC_EXPORT int printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = vfprintf(stdout, format, arguments);
  va_end(arguments);
  return result;
}

GCDC_EXPORT int fprintf(FILE *file, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = vfprintf(file, format, arguments);
  va_end(arguments);
  return result;
}
#endif
