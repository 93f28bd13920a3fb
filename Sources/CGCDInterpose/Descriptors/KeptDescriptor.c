// Licensed under the Apache License, Version 2.0; see LICENSE.
// The engine's own descriptor, which is none of the program's: calls that close or replace many at once leave
// it open, and to those that name it, it is not there.
#include "Descriptors.h"

#if GCDC_INTERPOSES
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <linux/close_range.h>

/// Set before the program begins, and never changed.
static int kept = -1;

void gcdc_keep_descriptor(int descriptor) { kept = descriptor; }

GCDC_UNINSTRUMENTED bool gcdc_is_kept(int descriptor) { return descriptor >= 0 && descriptor == kept; }

GCDC_UNINSTRUMENTED static int refuse(void) {
  errno = EBADF;
  return -1;
}

/// Closes the open ones of a range one by one, so that each is reported; or marks them for the next exec.
GCDC_UNINSTRUMENTED static int end_range(unsigned first, unsigned last, bool marks) {
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL) return -1;
  int own = dirfd(folder);
  // Listed first: what is closed meanwhile changes the folder.
  int *found = NULL;
  size_t count = 0, capacity = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    int descriptor = atoi(entry->d_name);
    bool is_number = entry->d_name[0] >= '0' && entry->d_name[0] <= '9';
    if (!is_number || descriptor == own || gcdc_is_kept(descriptor)) continue;
    if ((unsigned)descriptor < first || (unsigned)descriptor > last) continue;
    if (count == capacity) {
      capacity = capacity == 0 ? 64 : capacity * 2;
      found = realloc(found, capacity * sizeof *found);
      if (found == NULL) abort();
    }
    found[count++] = descriptor;
  }
  closedir(folder);
  for (size_t index = 0; index < count; index += 1) {
    if (marks) fcntl(found[index], F_SETFD, FD_CLOEXEC);
    else close(found[index]);
  }
  free(found);
  return 0;
}

GCDC_EXPORT void closefrom(int lowest) {
  if (!GCDC_WAITS || kept < lowest) return GCDC_REAL(closefrom)(lowest);
  end_range(lowest < 0 ? 0 : (unsigned)lowest, UINT_MAX, false);
}

GCDC_EXPORT int close_range(unsigned first, unsigned last, int flags) {
  if (!GCDC_WAITS || first > last || kept < 0 || (unsigned)kept < first || (unsigned)kept > last) {
    return GCDC_REAL(close_range)(first, last, flags);
  }
  return end_range(first, last, (flags & (int)CLOSE_RANGE_CLOEXEC) != 0);
}

GCDC_EXPORT int dup2(int old, int new) {
  if (GCDC_WAITS && (gcdc_is_kept(new) || gcdc_is_kept(old))) return refuse();
  return GCDC_REAL(dup2)(old, new);
}

GCDC_EXPORT int dup3(int old, int new, int flags) {
  if (GCDC_WAITS && (gcdc_is_kept(new) || gcdc_is_kept(old))) return refuse();
  return GCDC_REAL(dup3)(old, new, flags);
}
#endif
