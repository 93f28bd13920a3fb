// Licensed under the Apache License, Version 2.0; see LICENSE.
// Under ThreadSanitizer the engine is instrumented like any other code of the program. It runs between these
// two, so that its accesses are no races and its locks, atomics and lazy globals order no accesses.
#include "Interposer.h"

#if GCDC_INTERPOSES
bool gcdc_is_watched;
/// Of the thread; kept through the abandonment of its frames, since the sanitizer's own count is, too.
static _Thread_local bool is_hidden __attribute__((tls_model("initial-exec")));

// Present in a program built with ThreadSanitizer; all four, or none.
extern void __tsan_ignore_thread_begin(void) __attribute__((weak));
extern void __tsan_ignore_thread_end(void) __attribute__((weak));
extern void AnnotateIgnoreSyncBegin(const char *file, int line) __attribute__((weak));
extern void AnnotateIgnoreSyncEnd(const char *file, int line) __attribute__((weak));
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

GCDC_UNINSTRUMENTED __attribute__((constructor(101))) static void find_sanitizer(void) {
  gcdc_is_watched = __tsan_ignore_thread_begin != NULL && AnnotateIgnoreSyncBegin != NULL
      && __tsan_acquire != NULL && __tsan_release != NULL;
  if (gcdc_is_watched) gcdc_mediate_runtime();
}

bool gcdc_races_are_watched(void) { return gcdc_is_watched; }

GCDC_UNINSTRUMENTED bool gcdc_hide(void) {
  if (is_hidden) return false;
  is_hidden = true;
  __tsan_ignore_thread_begin();
  AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
  return true;
}

GCDC_UNINSTRUMENTED void gcdc_reveal(void) {
  if (!is_hidden) return;
  AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
  __tsan_ignore_thread_end();
  is_hidden = false;
}

GCDC_UNINSTRUMENTED void gcdc_acquire_here(const void *address) {
  if (gcdc_is_watched) __tsan_acquire((void *)address);
}

GCDC_UNINSTRUMENTED void gcdc_release_here(const void *address) {
  if (gcdc_is_watched) __tsan_release((void *)address);
}

GCDC_UNINSTRUMENTED void gcdc_order(const void *address, bool releases) {
  bool was_hidden = is_hidden;
  if (was_hidden) AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
  if (releases) {
    __tsan_release((void *)address);
  } else {
    __tsan_acquire((void *)address);
  }
  if (was_hidden) AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
}
#endif
