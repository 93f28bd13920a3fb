// Licensed under the Apache License, Version 2.0; see LICENSE.
// Crashes of the code under test: who crashed, where, and whether a virtual thread ran out of stack.
#ifndef CGCD_FAULT_H
#define CGCD_FAULT_H
#include "CGCDThread.h"

/// A crash, seen from a signal handler on an alternate stack.
typedef struct {
  int signal;
  int code;                        // si_code
  uintptr_t address;               // the address that could not be accessed; 0 for abort and the like
  gcdc_registers registers;        // pc is the instruction itself, not a return address
  bool is_stack_overflow;          // the address is in the guard of a virtual thread
  bool on_carrier;                 // false: another thread of the process crashed during the run
  gcdc_thread *_Nullable thread;   // the virtual thread whose stack was in use; NULL: none of ours
} gcdc_fault;

/// Runs in a signal handler, with 1 MiB of stack. When it returns, the process dies as it would have without
/// us.
typedef void (*gcdc_fault_handler)(const gcdc_fault *_Nonnull fault);

/// Installs handlers for SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE and SIGTRAP, for SIGPIPE where it would end
/// the process, and an alternate stack for the calling carrier. A few microseconds: once per exploration, not
/// per run. False: the system refused, or another carrier has them installed. Calls nest on one carrier.
bool gcdc_fault_watch(gcdc_fault_handler _Nonnull handler);
/// The carrier is about to send a signal to its own process: where that would end it without a word, it is
/// watched from now on as well.
void gcdc_fault_watch_sent(int signal);
/// In a copy of the process, whose one thread is the carrier: its crashes are watched as in the original.
void gcdc_fault_watch_in_copy(void);
/// Restores what was installed before.
void gcdc_fault_unwatch(void);
#endif
