// Licensed under the Apache License, Version 2.0; see LICENSE.
// Real calls that Swift code cannot spell with untyped objects.
#define _GNU_SOURCE
#include "CGCDInterpose.h"

#if GCDC_INTERPOSES
#include <sys/syscall.h>
#include <unistd.h>
// Declared here: the toolchain's dispatch headers are not on the path of C targets.
void dispatch_activate(void *object);
void dispatch_source_cancel(void *source);
void *dispatch_queue_get_specific(void *queue, const void *key);
void _Block_release(const void *block);
void dispatch_queue_set_specific(void *queue, const void *key, void *value, void (*destructor)(void *));

void gcdc_real_activate(gcdc_object object) { dispatch_activate(object); }

void gcdc_retire_source(gcdc_object source) {
  dispatch_source_cancel(source);
  dispatch_activate(source);
}

void *gcdc_queue_specific(gcdc_object queue, const void *key) {
  return dispatch_queue_get_specific(queue, key);
}

void gcdc_queue_clear_specific(gcdc_object queue, const void *key) {
  dispatch_queue_set_specific(queue, key, NULL, NULL);
}

void gcdc_work_discard(gcdc_work work) {
  if ((work.flags & GCDC_WORK_BLOCK) != 0 && work.context != NULL) _Block_release(work.context);
}

// Present in a program built with a sanitizer.
extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

void gcdc_on_sanitizer_death(void (*callback)(void)) {
  if (__sanitizer_set_death_callback != NULL) __sanitizer_set_death_callback(callback);
}

bool gcdc_is_main_thread(void) { return getpid() == (int)syscall(SYS_gettid); }
#endif

#if defined(__BLOCKS__)
void gcdc_lend_block(__attribute__((noescape)) void (^block)(void), void (*use)(void *, void *),
                     void *context) {
  use((void *)block, context);
}
#endif
