// Licensed under the Apache License, Version 2.0; see LICENSE.
// The kernel's file of randomness, where Foundation reads it: UUID() takes its bytes from there. What the
// program opens itself stays as it is, and shows as a run that cannot be repeated.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>

/// Far more than a reader takes at a time; a UUID is 16.
enum { gcdc_entropy_size = 256 };

GCDC_UNINSTRUMENTED static bool is_foundation(gcdc_site site) {
  Dl_info place;
  return dladdr(site, &place) != 0 && place.dli_fname != NULL
         && strstr(place.dli_fname, "libFoundationEssentials") != NULL;
}

/// A file of bytes from the schedule's generator, or -1.
GCDC_UNINSTRUMENTED static int entropy_file(void) {
  unsigned char bytes[gcdc_entropy_size];
  gcdc_hook_table.random_bytes(bytes, sizeof bytes);
  int file = memfd_create("gcdcheck-entropy", MFD_CLOEXEC);
  if (file < 0) return -1;
  if (write(file, bytes, sizeof bytes) != (ssize_t)sizeof bytes || lseek(file, 0, SEEK_SET) != 0) {
    close(file);
    return -1;
  }
  return file;
}

// Not declared variadic, for the reason given at `syscall`: a mode that the caller leaves out is never used.
GCDC_EXPORT int gcdc_open(const char *path, int flags, mode_t mode) __asm__("open");
int gcdc_open(const char *path, int flags, mode_t mode) {
  if (GCDC_HOOKED(random_bytes) && strcmp(path, "/dev/urandom") == 0) {
    int file = -1;
    GCDC_OFF(if (is_foundation(GCDC_SITE)) file = entropy_file());
    if (file >= 0) return file;
  }
  gcdc_before_opening(path, flags, GCDC_SITE);
  if (gcdc_writes(flags)) gcdc_before_effect();
  return GCDC_REAL(open)(path, flags, mode);
}
#endif
