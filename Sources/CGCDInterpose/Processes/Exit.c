// Licensed under the Apache License, Version 2.0; see LICENSE.
// The ways in which a process ends itself, and the one in which it doubles: the copy is not under control.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <fcntl.h>
#include <stdlib.h>

/// What quick_exit was given, for the handler that comes last.
static int quick_status;

int gcdc_quick_exit_status(void) { return quick_status; }

/// Others may still act before the process ends, and before handlers take away what they use.
static void before_exit(int status, gcdc_site site) {
  if (GCDC_HOOKED(exit_called)) GCDC_OFF(gcdc_hook_table.exit_called(status, site));
}

static _Noreturn void leave_process(int status, gcdc_site site) {
  before_exit(status, site);
  if (GCDC_HOOKED(process_exit)) GCDC_OFF(gcdc_hook_table.process_exit(status, site));
  GCDC_REAL(_exit)(status);
  __builtin_unreachable();
}

GCDC_EXPORT _Noreturn void _exit(int status) { leave_process(status, GCDC_SITE); }

GCDC_EXPORT _Noreturn void _Exit(int status) { leave_process(status, GCDC_SITE); }

GCDC_EXPORT _Noreturn void exit(int status) {
  before_exit(status, GCDC_SITE);
  GCDC_REAL(exit)(status);
  __builtin_unreachable();
}

GCDC_EXPORT _Noreturn void quick_exit(int status) {
  before_exit(status, GCDC_SITE);
  quick_status = status;
  GCDC_REAL(quick_exit)(status);
  __builtin_unreachable();
}

GCDC_EXPORT pid_t fork(void) {
  gcdc_before_effect();
  if (GCDC_HOOKED(descriptors_shared)) GCDC_OFF(gcdc_hook_table.descriptors_shared());
  pid_t process = GCDC_REAL(fork)();
  if (process == 0 && gcdc_controlled) {
    // The virtual threads are still there as memory, but what happens from now on is another process's life.
    gcdc_controlled = false;
    gcdc_run_is_on = false;
  }
  if (process > 0 && GCDC_HOOKED(process_made)) GCDC_OFF(gcdc_hook_table.process_made(GCDC_SITE));
  return process;
}

/// A daemon is a copy of a process that has ended. Here the process itself continues, under control, as the
/// copy would.
GCDC_EXPORT int daemon(int keeps_folder, int keeps_streams) {
  if (!GCDC_HOOKED(process_exit)) return GCDC_REAL(daemon)(keeps_folder, keeps_streams);
  gcdc_before_effect();
  setsid();
  if (!keeps_folder && chdir("/") != 0) return -1;
  if (keeps_streams) return 0;
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return -1;
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream += 1) GCDC_REAL(dup2)(nothing, stream);
  close(nothing);
  return 0;
}
#endif
