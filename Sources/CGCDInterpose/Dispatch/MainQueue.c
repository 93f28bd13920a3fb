// Licensed under the Apache License, Version 2.0; see LICENSE.
// What a run loop asks of the main queue: a descriptor to wait on, and to run what is queued there.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <sys/eventfd.h>
#include <sys/syscall.h>

static int port = -1;
/// It may be readable.
static bool is_signalled;

/// Past the interposers: what the engine does to this descriptor is no operation of the program.
static long raw_call(long number, uint64_t *value) {
  return GCDC_REAL(syscall)(number, port, (long)value, sizeof *value, 0, 0, 0);
}

int gcdc_main_queue_port(void) {
  if (port < 0) port = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return port;
}

void gcdc_main_queue_signal(void) {
  uint64_t one = 1;
  is_signalled = true;
  if (gcdc_main_queue_port() >= 0 && raw_call(SYS_write, &one) < 0) return;  // full is readable, too
}

void gcdc_main_queue_clear(void) {
  uint64_t count;
  if (!is_signalled) return;
  is_signalled = false;
  if (port >= 0 && raw_call(SYS_read, &count) < 0) return;  // it was not readable
}

GCDC_ENTRY(void, _dispatch_main_queue_callback_4CF, (void *ignored), (ignored),
           GCDC_HOOKED(main_queue_callback), GCDC_OFF(gcdc_hook_table.main_queue_callback(GCDC_SITE)))
GCDC_ENTRY(int, _dispatch_get_main_queue_port_4CF, (void), (), GCDC_HOOKED(main_queue_callback),
           GCDC_RETURN_OFF(gcdc_main_queue_port()))
GCDC_ENTRY(int, _dispatch_get_main_queue_handle_4CF, (void), (), GCDC_HOOKED(main_queue_callback),
           GCDC_RETURN_OFF(gcdc_main_queue_port()))
#endif
