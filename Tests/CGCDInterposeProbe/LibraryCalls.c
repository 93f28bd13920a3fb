// Licensed under the Apache License, Version 2.0; see LICENSE.
// Return addresses in a library: behind calls of its own, and behind the call of a callback.
#define _GNU_SOURCE
#include "CGCDInterposeProbe.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <execinfo.h>
#include <ftw.h>
#include <string.h>

static int mistakes, visits;

/// The frames in the C library, innermost first: the call of this visitor, then calls by name.
static int visit(const char *path, const struct stat *facts, int kind, struct FTW *place) {
  (void)path, (void)facts, (void)kind;
  if (place->level == 0) return 0;
  void *stack[32];
  int count = backtrace(stack, 32), calls = 0;
  for (int index = 0; index < count; index += 1) {
    Dl_info info;
    bool is_library = dladdr(stack[index], &info) != 0 && strstr(info.dli_fname, "/libc.so") != NULL;
    if (!is_library) {
      if (calls > 0) break;
      continue;
    }
    bool is_callback = calls++ == 0;
    mistakes += gcdc_is_user_site(stack[index]) != is_callback;
    mistakes += gcdc_is_user_lock_site(stack[index]) != is_callback;
  }
  if (calls > 1) visits += 1;
  return 1;
}

int probe_library_calls(void) {
  mistakes = visits = 0;
  nftw("/proc/self/ns", visit, 1, 0);
  return visits == 1 ? mistakes : -1;
}
#else
int probe_library_calls(void) { return 0; }
#endif
