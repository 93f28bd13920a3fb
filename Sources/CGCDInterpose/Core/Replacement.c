// Licensed under the Apache License, Version 2.0; see LICENSE.
// exec: the process continues as another program, which is not under control.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <stdarg.h>
#include <string.h>

extern char **environ;

/// A child of vfork comes here too: the engine knows its own process.
GCDC_UNINSTRUMENTED static void note_replacement(const char *path, gcdc_site site) {
  if (!GCDC_HOOKED(program_replaced) || path == NULL) return;
  // A file that is not there replaces nothing; where the file is looked for, one that is found is supposed.
  if (strchr(path, '/') != NULL && access(path, X_OK) != 0) return;
  GCDC_OFF(gcdc_hook_table.program_replaced(path, site));
}

GCDC_EXPORT int execve(const char *path, char *const arguments[], char *const environment[]) {
  note_replacement(path, GCDC_SITE);
  return GCDC_REAL(execve)(path, arguments, environment);
}

GCDC_EXPORT int execv(const char *path, char *const arguments[]) {
  note_replacement(path, GCDC_SITE);
  return GCDC_REAL(execve)(path, arguments, environ);
}

GCDC_EXPORT int execvp(const char *file, char *const arguments[]) {
  note_replacement(file, GCDC_SITE);
  return GCDC_REAL(execvpe)(file, arguments, environ);
}

GCDC_EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[]) {
  note_replacement(file, GCDC_SITE);
  return GCDC_REAL(execvpe)(file, arguments, environment);
}

GCDC_EXPORT int fexecve(int descriptor, char *const arguments[], char *const environment[]) {
  note_replacement("a file descriptor", GCDC_SITE);
  return GCDC_REAL(fexecve)(descriptor, arguments, environment);
}

/// The words of a list of arguments, as an array on the stack of the caller; `last` is the list behind it.
#define GCDC_ARGUMENTS(words, first, last) \
  va_list last; \
  va_start(last, first); \
  size_t words##_count = 1; \
  while (va_arg(last, char *) != NULL) words##_count += 1; \
  va_end(last); \
  char *words[words##_count + 1]; \
  va_start(last, first); \
  words[0] = (char *)first; \
  for (size_t index = 1; index <= words##_count; index += 1) words[index] = va_arg(last, char *)

GCDC_EXPORT int execl(const char *path, const char *first, ...) {
  GCDC_ARGUMENTS(words, first, list);
  va_end(list);
  note_replacement(path, GCDC_SITE);
  return GCDC_REAL(execve)(path, words, environ);
}

GCDC_EXPORT int execlp(const char *file, const char *first, ...) {
  GCDC_ARGUMENTS(words, first, list);
  va_end(list);
  note_replacement(file, GCDC_SITE);
  return GCDC_REAL(execvpe)(file, words, environ);
}

GCDC_EXPORT int execle(const char *path, const char *first, ...) {
  GCDC_ARGUMENTS(words, first, list);
  char *const *environment = va_arg(list, char *const *);
  va_end(list);
  note_replacement(path, GCDC_SITE);
  return GCDC_REAL(execve)(path, words, environment);
}
#endif
