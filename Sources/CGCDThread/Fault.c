// Licensed under the Apache License, Version 2.0; see LICENSE.
// Crashes of the code under test are reported to the engine first, and then happen as without it.
#define _GNU_SOURCE
#include "CGCDFault.h"

#include "BorrowedThread.h"
#include "CGCDWatchdog.h"
#if GCDC_SUPPORTED
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "FaultProgress.h"
#include "SignalContext.h"
#include "SystemCall.h"

// SIGPIPE as long as it ends the process: a program that expects it ignores it.
static const int watched[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP, SIGPIPE};
enum { watched_count = sizeof watched / sizeof *watched };
static const size_t alternate_size = 1024 * 1024;

// Written by the carrier while no handler is installed; read by handlers.
static struct sigaction previous[watched_count];
static stack_t previous_stack;
static sigset_t previous_mask;
static void *alternate_stack;  // made once, kept for the next carrier
static gcdc_fault_handler tell;
static int carrier_id;
static int depth;
/// A further signal that is watched since it was sent; 0 = none. Its action was the default one.
static int sent;

_Atomic int gcdc_fault_signal;

GCDC_PLAIN static void on_fault(int signal, siginfo_t *info, void *context);

/// Whether a signal that is watched has something else to do in this program.
GCDC_PLAIN static bool is_handled(int signal) {
  if (signal != SIGPIPE) return false;
  struct sigaction now;
  sigaction(signal, NULL, &now);
  return now.sa_handler != SIG_DFL;
}

GCDC_PLAIN static bool is_ours(int signal) {
  struct sigaction now;
  sigaction(signal, NULL, &now);
  return (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_fault;
}

GCDC_PLAIN static void put_back_sent(void) {
  if (sent == 0) return;
  struct sigaction action = {.sa_handler = SIG_DFL};
  if (is_ours(sent)) sigaction(sent, &action, NULL);
  sent = 0;
}

GCDC_PLAIN static void put_back(void) {
  put_back_sent();
  for (int i = 0; i < watched_count; i++) sigaction(watched[i], &previous[i], NULL);
}

/// Whether the instruction will fault again by itself once the handler has returned.
GCDC_PLAIN static bool recurs(int signal, const siginfo_t *info) {
  if (info->si_code <= 0 || signal == SIGABRT) return false;  // sent by kill, raise or abort
#if defined(__x86_64__)
  if (signal == SIGTRAP) return false;  // pc is behind the breakpoint
#endif
  return true;
}

GCDC_PLAIN static void describe(int signal, const siginfo_t *info, const void *context, gcdc_fault *fault) {
  *fault = (gcdc_fault){.signal = signal, .code = info->si_code};
  fault->registers = gcdc_registers_of_context(context);
  fault->on_carrier = gcdc_raw_thread_id() == carrier_id;
  bool in_guard;
  fault->thread = gcdc_thread_containing(fault->registers.sp, &in_guard);
  if (info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS)) {
    fault->address = (uintptr_t)info->si_addr;
    gcdc_thread *overflowed = gcdc_thread_containing(fault->address, &in_guard);
    fault->is_stack_overflow = overflowed && in_guard;
    if (fault->is_stack_overflow) fault->thread = overflowed;
  }
}

GCDC_PLAIN static void on_fault(int signal, siginfo_t *info, void *context) {
  int none = 0;
  if (atomic_compare_exchange_strong(&gcdc_fault_signal, &none, signal)) {
    // First, so that a crash while this one is reported ends the process.
    put_back();
    gcdc_fault fault;
    describe(signal, info, context, &fault);
    tell(&fault);
    // The process dies at the pace of the next handler of the signal: a backtrace may take its time.
    if (fault.on_carrier) gcdc_watchdog_arm(false);
    atomic_store(&gcdc_fault_signal, 0);
  } else {
    // A second thread crashed while the first is reported: let the first one finish, within reason.
    struct timespec moment = {0, 10 * 1000 * 1000};
    for (int i = 0; i < 500 && atomic_load(&gcdc_fault_signal) != 0; i++) {
      gcdc_raw(SYS_nanosleep, (long)&moment, 0, 0, 0, 0, 0);
    }
  }
  // Blocked until this handler returns, and then delivered where the first one was.
  if (!recurs(signal, info)) {
    long process = gcdc_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
    gcdc_raw(SYS_tgkill, process, gcdc_raw_thread_id(), signal, 0, 0, 0);
  }
}

GCDC_PLAIN static bool use_alternate_stack(void) {
  if (!alternate_stack) {
    void *made = mmap(NULL, alternate_size + 4096, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED) return false;
    mprotect(made, 4096, PROT_NONE);
    alternate_stack = (char *)made + 4096;
  }
  stack_t ours = {.ss_sp = alternate_stack, .ss_size = alternate_size};
  return sigaltstack(&ours, &previous_stack) == 0;
}

GCDC_PLAIN bool gcdc_fault_watch(gcdc_fault_handler handler) {
  int caller = gcdc_raw_thread_id();
  if (depth > 0 && caller != carrier_id) return false;
  if (depth == 0) {
    if (!use_alternate_stack()) return false;
    tell = handler;
    carrier_id = caller;
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    action.sa_sigaction = on_fault;
    sigemptyset(&action.sa_mask);
    sigset_t signals;
    sigemptyset(&signals);
    for (int i = 0; i < watched_count; i++) {
      if (is_handled(watched[i])) {
        sigaction(watched[i], NULL, &previous[i]);
        continue;
      }
      sigaction(watched[i], &action, &previous[i]);
      // A blocked signal of a crash ends the process without a word; one that is sent is lost.
      if (watched[i] != SIGPIPE) sigaddset(&signals, watched[i]);
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, &previous_mask);
  }
  depth += 1;
  return true;
}

/// Whether the default action of a signal ends the process.
GCDC_PLAIN static bool is_fatal(int signal) {
  switch (signal) {
    case SIGKILL: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU:
    case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH:
      return false;
    default: return signal > 0 && signal < 32;
  }
}

GCDC_PLAIN void gcdc_fault_watch_sent(int signal) {
  if (depth == 0 || gcdc_raw_thread_id() != carrier_id || !is_fatal(signal)) return;
  struct sigaction now;
  sigset_t mask;
  // One that is blocked may be waited for, or be handled by then.
  if (sigaction(signal, NULL, &now) != 0 || now.sa_handler != SIG_DFL) return;
  if (pthread_sigmask(SIG_BLOCK, NULL, &mask) != 0 || sigismember(&mask, signal) == 1) return;
  put_back_sent();
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = on_fault;
  sigemptyset(&action.sa_mask);
  if (sigaction(signal, &action, NULL) == 0) sent = signal;
}

GCDC_PLAIN void gcdc_fault_watch_in_copy(void) { carrier_id = gcdc_raw_thread_id(); }

GCDC_PLAIN void gcdc_fault_unwatch(void) {
  if (depth == 0) return;
  depth -= 1;
  if (depth > 0) return;
  put_back_sent();
  for (int i = 0; i < watched_count; i++) {
    // A handler that the code under test installed meanwhile is the program's now, and stays.
    if (is_ours(watched[i])) sigaction(watched[i], &previous[i], NULL);
  }
  sigset_t blocked;
  sigemptyset(&blocked);
  for (int i = 0; i < watched_count; i++) {
    if (sigismember(&previous_mask, watched[i]) == 1) sigaddset(&blocked, watched[i]);
  }
  pthread_sigmask(SIG_BLOCK, &blocked, NULL);
  sigaltstack(&previous_stack, NULL);
}
#endif
