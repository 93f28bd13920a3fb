// Licensed under the Apache License, Version 2.0; see LICENSE.
// What is intercepted in this process, family by family, and what each entry is bound to: for people who ask
// why something is not controlled.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <gnu/libc-version.h>

struct gcdc_row {
  const char *name;
  void *real;
};

#define GCDC_LISTED(result, name, parameters) {#name, (void *)gcdc_real.name},
#define GCDC_LIST(words, FUNCTIONS, F) \
  case __COUNTER__ - first - 1: { \
    struct gcdc_row rows[] = {FUNCTIONS(F)}; \
    *family = summary(words, rows, sizeof rows / sizeof *rows); \
    return true; \
  }

/// Whether the name means our function to a library that looks it up.
static bool is_ours(const char *name) {
  Dl_info here, found;
  void *address = dlsym(RTLD_DEFAULT, name);
  return address != NULL && dladdr(address, &found) != 0 && dladdr((void *)is_ours, &here) != 0
         && here.dli_fbase == found.dli_fbase;
}

static gcdc_family summary(const char *words, const struct gcdc_row *rows, size_t count) {
  gcdc_family family = {.name = words, .functions = count};
  for (size_t index = 0; index < count; index += 1) {
    Dl_info info;
    void *real = rows[index].real;
    if (real == gcdc_absent_function()) {
      family.absent += 1;
    } else if (family.provider == NULL && dladdr(real, &info) != 0) {
      family.provider = info.dli_fname;
    }
    if (real != gcdc_absent_function() && !is_ours(rows[index].name)) {
      family.elsewhere += 1;
      family.first_elsewhere = rows[index].name;
    }
  }
  return family;
}

bool gcdc_family_at(size_t index, gcdc_family *family) {
  enum { first = __COUNTER__ };
  (void)GCDC_REAL(dispatch_async);  // resolves them all
  switch (index) {
    GCDC_FAMILIES(GCDC_LIST, GCDC_LISTED)
  default: return false;
  }
}

const char *gcdc_library_version(void) { return gnu_get_libc_version(); }
#endif
