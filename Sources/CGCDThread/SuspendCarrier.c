// Licensed under the Apache License, Version 2.0; see LICENSE.
// By raw system calls throughout: a sanitizer's wrapped sigaction would put the signal off for as long as the
// carrier computes, which is when it is needed.
#define _GNU_SOURCE
#include "SuspendCarrier.h"

#include "BorrowedThread.h"
#if GCDC_SUPPORTED
#include <signal.h>

#include "SignalContext.h"
#include "SystemCall.h"

enum { FREE = 0, WANTED = 1, HELD = 2 };
static _Atomic uint32_t hold;
static _Atomic int wanted_thread;
static gcdc_registers held_registers;  // written before `hold` becomes HELD
static int hold_signal;                // chosen once; 0: not yet

/// struct sigaction as the kernel has it; on aarch64 the restorer is there as well, for programs of 32 bits.
typedef struct {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
} kernel_action;

#if defined(__x86_64__)
void gcdc_signal_return(void);
#endif

GCDC_PLAIN static void on_hold(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  if (gcdc_raw_thread_id() != atomic_load(&wanted_thread)) return;
  if (atomic_load(&hold) != WANTED) return;
  held_registers = gcdc_registers_of_context(context);
  atomic_store(&hold, HELD);
  gcdc_raw_wake(&hold);
  while (atomic_load(&hold) == HELD) gcdc_raw_wait(&hold, HELD, NULL);
}

/// An emulator may take a handler for a signal that it cannot send: qemu does so for the highest. The signal
/// is fetched before it is delivered, so that neither the handler nor a debugger sees it.
GCDC_PLAIN static bool can_be_sent(int number) {
  uint64_t only = (uint64_t)1 << (number - 1), before = 0;
  gcdc_raw(SYS_rt_sigprocmask, SIG_BLOCK, (long)&only, (long)&before, 8, 0, 0);
  long process = gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
  bool is_sent = gcdc_raw(SYS_tgkill, process, gcdc_raw_thread_id(), number, 0, 0, 0) == 0;
  struct timespec now = {0, 0};
  if (is_sent) gcdc_raw(SYS_rt_sigtimedwait, (long)&only, 0, (long)&now, 8, 0, 0);
  gcdc_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, 8, 0, 0);
  return is_sent;
}

/// Takes a real-time signal that no code uses, from the top down.
GCDC_PLAIN static bool choose_signal(void) {
  if (hold_signal) return true;
  for (int number = 63; number >= 36; number--) {
    kernel_action action = {0};
    if (gcdc_raw(SYS_rt_sigaction, number, 0, (long)&action, 8, 0, 0) != 0 || action.handler) continue;
    if (!can_be_sent(number)) continue;
    action.handler = on_hold;
    action.flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
#if defined(__x86_64__)
    action.flags |= 0x04000000;  // SA_RESTORER
    action.restorer = gcdc_signal_return;
#endif
    if (gcdc_raw(SYS_rt_sigaction, number, (long)&action, 0, 8, 0, 0) != 0) continue;
    hold_signal = number;
    return true;
  }
  return false;
}

GCDC_PLAIN bool gcdc_carrier_can_be_suspended(void) {
  if (!choose_signal()) return false;
  uint64_t only = (uint64_t)1 << (hold_signal - 1);
  return gcdc_raw(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&only, 0, 8, 0, 0) == 0;
}

GCDC_PLAIN bool gcdc_suspend_carrier(int thread_id, gcdc_registers *registers) {
  if (!hold_signal) return false;
  atomic_store(&wanted_thread, thread_id);
  atomic_store(&hold, WANTED);
  long process = gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
  gcdc_raw(SYS_tgkill, process, thread_id, hold_signal, 0, 0, 0);
  struct timespec moment = {0, 10 * 1000 * 1000};
  for (int i = 0; i < 50; i++) {
    if (atomic_load(&hold) == HELD) {
      *registers = held_registers;
      return true;
    }
    gcdc_raw_wait(&hold, WANTED, &moment);
  }
  // A late arrival finds nothing wanted and returns.
  uint32_t wanted = WANTED;
  if (atomic_compare_exchange_strong(&hold, &wanted, FREE)) return false;
  *registers = held_registers;
  return true;
}

GCDC_PLAIN void gcdc_resume_carrier(void) {
  atomic_store(&hold, FREE);
  gcdc_raw_wake(&hold);
}
#endif
