// Licensed under the Apache License, Version 2.0; see LICENSE.
// What the Swift runtime reports to ThreadSanitizer about its own synchronisation, and what of it reaches it.
//
// The runtime announces each use of a lazy global and each of its locks as a release of the caller's whole
// past, so any two users of one global or of one type's name would be in order, and their races hidden. Its
// locks guard what is its own; of a lazy global only the end of the initialiser counts, which `swift_once`
// announces here.
#include "Interposer.h"

#if GCDC_INTERPOSES
// Of libswiftCore; libswift_Concurrency announces tasks and continuations through them, too.
extern void (*_swift_tsan_acquire)(void *address) __attribute__((weak));
extern void (*_swift_tsan_release)(void *address) __attribute__((weak));

GCDC_UNINSTRUMENTED __attribute__((noinline)) static void runtime_acquires(void *address) {
  if (!gcdc_is_inside_runtime(GCDC_SITE)) gcdc_acquire_here(address);
}

GCDC_UNINSTRUMENTED __attribute__((noinline)) static void runtime_releases(void *address) {
  if (!gcdc_is_inside_runtime(GCDC_SITE)) gcdc_release_here(address);
}

GCDC_UNINSTRUMENTED void gcdc_mediate_runtime(void) {
  if (&_swift_tsan_acquire == NULL || &_swift_tsan_release == NULL) return;
  if (_swift_tsan_acquire != NULL) _swift_tsan_acquire = runtime_acquires;
  if (_swift_tsan_release != NULL) _swift_tsan_release = runtime_releases;
}
#endif
