// Licensed under the Apache License, Version 2.0; see LICENSE.
// Questions for files, whose answers others may change a moment later. A step, for calls of the program's own
// and for those that Foundation and the C++ library make on its behalf.
#include "FileNames.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>

GCDC_UNINSTRUMENTED static bool begins(const char *name, const char *start) {
  return strncmp(name, start, strlen(start)) == 0;
}

/// What the kernel makes up, where no program changes a name.
GCDC_UNINSTRUMENTED static bool is_of_kernel(const char *name) {
  if (begins(name, "/dev/")) return !begins(name, "/dev/shm/");
  return begins(name, "/proc/") || begins(name, "/sys/");
}

GCDC_UNINSTRUMENTED static bool ends(const char *name, const char *end) {
  size_t length = strlen(name), wanted = strlen(end);
  return length >= wanted && strcmp(name + length - wanted, end) == 0;
}

/// Whether a library asks because the program has asked it. Foundation also looks for time zones, bundles and
/// preferences, as often as it has not kept them yet, and each URL of a file asks whether that is a folder.
GCDC_UNINSTRUMENTED static bool passes_on(const char *name, gcdc_file_question question, gcdc_site site) {
  Dl_info place;
  if (dladdr(site, &place) == 0 || place.dli_fname == NULL) return false;
  const char *slash = strrchr(place.dli_fname, '/');
  const char *library = slash == NULL ? place.dli_fname : slash + 1;
  if (begins(library, "libstdc++.") || begins(library, "libc++.")) return true;
  if (begins(name, "/etc/") || begins(name, "/usr/")) return false;
  if (begins(library, "libFoundationEssentials.")) return question != GCDC_ASKS_FOR_LINK;
  return begins(library, "libFoundation.") && question == GCDC_OPENS_FILE && !ends(name, ".plist");
}

GCDC_UNINSTRUMENTED void gcdc_look_for_file(const char *name, gcdc_file_question question, gcdc_site site) {
  if (name == NULL || is_of_kernel(name)) return;
  int saved = errno;
  if (gcdc_is_user_site(site) || passes_on(name, question, site)) {
    gcdc_hook_table.file_named(name, GCDC_OPERATION_LOOK_FOR_FILE, site);
  }
  errno = saved;
}

GCDC_UNINSTRUMENTED void gcdc_before_opening(const char *name, int flags, gcdc_site site) {
  if (!GCDC_HOOKED(file_named)) return;
  if ((flags & (O_CREAT | O_TRUNC)) != 0) {
    GCDC_OFF(gcdc_hook_table.file_named(name, GCDC_OPERATION_CHANGE_FILES, site));
  } else {
    GCDC_OFF(gcdc_look_for_file(name, GCDC_OPENS_FILE, site));
  }
}

#define QUESTION_OF(result, name, parameters, arguments, file, question) \
  GCDC_EXPORT result name parameters { \
    if (GCDC_HOOKED(file_named)) GCDC_OFF(gcdc_look_for_file(file, question, GCDC_SITE)); \
    return GCDC_REAL(name) arguments; \
  }
#define QUESTION(result, name, parameters, arguments, file) \
  QUESTION_OF(result, name, parameters, arguments, file, GCDC_ASKS_FOR_FILE)
#define LINK_QUESTION(result, name, parameters, arguments, file) \
  QUESTION_OF(result, name, parameters, arguments, file, GCDC_ASKS_FOR_LINK)

QUESTION(int, access, (const char *a, int b), (a, b), a)
QUESTION(int, eaccess, (const char *a, int b), (a, b), a)
QUESTION(int, euidaccess, (const char *a, int b), (a, b), a)
QUESTION(int, faccessat, (int a, const char *b, int c, int d), (a, b, c, d), b)
QUESTION(int, stat, (const char *a, struct stat *b), (a, b), a)
QUESTION(int, stat64, (const char *a, struct stat64 *b), (a, b), a)
LINK_QUESTION(int, lstat, (const char *a, struct stat *b), (a, b), a)
LINK_QUESTION(int, lstat64, (const char *a, struct stat64 *b), (a, b), a)
QUESTION(int, fstatat, (int a, const char *b, struct stat *c, int d), (a, b, c, d), b)
QUESTION(int, fstatat64, (int a, const char *b, struct stat64 *c, int d), (a, b, c, d), b)
QUESTION(int, statx, (int a, const char *b, int c, unsigned d, struct statx *e), (a, b, c, d, e), b)
QUESTION(DIR *, opendir, (const char *a), (a), a)
LINK_QUESTION(ssize_t, readlink, (const char *a, char *b, size_t c), (a, b, c), a)
LINK_QUESTION(ssize_t, readlinkat, (int a, const char *b, char *c, size_t d), (a, b, c, d), b)
LINK_QUESTION(char *, realpath, (const char *a, char *b), (a, b), a)
LINK_QUESTION(char *, __realpath_chk, (const char *a, char *b, size_t c), (a, b, c), a)

// Of programs that were linked against an older C library.
QUESTION(int, __xstat, (int a, const char *b, struct stat *c), (a, b, c), b)
QUESTION(int, __xstat64, (int a, const char *b, struct stat64 *c), (a, b, c), b)
LINK_QUESTION(int, __lxstat, (int a, const char *b, struct stat *c), (a, b, c), b)
LINK_QUESTION(int, __lxstat64, (int a, const char *b, struct stat64 *c), (a, b, c), b)
QUESTION(int, __fxstatat, (int a, int b, const char *c, struct stat *d, int e), (a, b, c, d, e), c)
QUESTION(int, __fxstatat64, (int a, int b, const char *c, struct stat64 *d, int e), (a, b, c, d, e), c)
#endif
