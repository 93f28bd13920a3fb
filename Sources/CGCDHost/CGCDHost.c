// Licensed under the Apache License, Version 2.0; see LICENSE.
#include "CGCDHost.h"

#include <stddef.h>

#if defined(__BLOCKS__)
void gcdc_host_call_block(void *block) { ((void (^)(void))block)(); }
#endif

extern size_t swift_retainCount(void *object);
extern void swift_release(void *object);

void gcdc_host_drop_surplus(void *closure_context) {
  if (!closure_context) return;
  while (swift_retainCount(closure_context) > 1) swift_release(closure_context);
}

/// Defined in Swift, by the target that this one is made for.
extern void gcdc_host_process_begins(void);

/// The observer of test cases has to be there before the first test starts.
__attribute__((constructor)) static void begin(void) { gcdc_host_process_begins(); }

#if defined(__linux__) && !defined(GCDC_OTHER_PLATFORM)
extern const char *dispatch_queue_get_label(void *queue);
extern struct main_queue _dispatch_main_q;

bool gcdc_host_is_on_main_queue(void) {
  // The very same text, not only an equal one.
  return dispatch_queue_get_label(NULL) == dispatch_queue_get_label(&_dispatch_main_q);
}
#endif
