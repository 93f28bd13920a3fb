// Licensed under the Apache License, Version 2.0; see LICENSE.
// Crashes on a virtual thread, one per argument. The callback prints one line; how the process then dies is
// judged by the caller.
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CGCDThread.h"
#include "check.h"

static gcdc_thread *carrier, *thread;
static const char *kind;
static int *volatile nowhere;
static volatile int zero;

__attribute__((noinline)) static int overflow(int depth) {
  if (depth < 0) return 0;
  volatile char block[2048];
  block[0] = (char)depth;
  return overflow(depth + 1) + block[0];
}

__attribute__((noinline)) static void crash(void) {
  if (strcmp(kind, "overflow") == 0) overflow(zero);
  if (strcmp(kind, "read") == 0 || strcmp(kind, "nested") == 0 || strcmp(kind, "previous") == 0) *nowhere = 1;
  if (strcmp(kind, "abort") == 0 || strcmp(kind, "previous-abort") == 0) abort();
  if (strcmp(kind, "trap") == 0) __builtin_trap();
  if (strcmp(kind, "raise") == 0) raise(SIGFPE);
}

static gcdc_thread *body(gcdc_thread *self) {
  (void)self;
  crash();
  return carrier;
}

// The function that crashed is within so many bytes of crash(): it is small, and so is what it calls here.
static int near(uint64_t pc, void (*function)(void)) {
  return pc >= (uintptr_t)function && pc < (uintptr_t)function + 4096;
}

static void on_fault(const gcdc_fault *fault) {
  char line[200];
  const char *format = "signal %d overflow %d carrier %d thread %d address %d pc %d stack %d\n";
  int length = snprintf(line, sizeof line, format,
                        fault->signal, fault->is_stack_overflow, fault->on_carrier, fault->thread == thread,
                        fault->address != 0, near(fault->registers.pc, crash),
                        (char *)__builtin_frame_address(0) < (char *)fault->registers.sp - (8 << 20) ||
                            (char *)__builtin_frame_address(0) > (char *)fault->registers.sp);
  if (write(1, line, (size_t)length) < 0) _exit(99);
  if (strcmp(kind, "nested") == 0) *nowhere = 2;
}

static void previous(int signal) {
  if (write(1, "previous\n", 9) < 0) _exit(99);
  _exit(40 + signal);
}

static void *alternate_now(void) {
  stack_t now;
  sigaltstack(NULL, &now);
  return now.ss_flags & SS_DISABLE ? NULL : now.ss_sp;
}

static void test_restoring(void) {
  struct sigaction ours = {.sa_handler = previous}, now;
  sigaction(SIGSEGV, &ours, NULL);
  void *stack_before = alternate_now();
  CHECK(gcdc_fault_watch(on_fault));
  CHECK(gcdc_fault_watch(on_fault));  // nests
  sigaction(SIGSEGV, NULL, &now);
  CHECK(now.sa_handler != previous);
  CHECK(alternate_now() != stack_before);
  gcdc_fault_unwatch();
  sigaction(SIGSEGV, NULL, &now);
  CHECK(now.sa_handler != previous);
  signal(SIGFPE, SIG_IGN);  // by the code under test, meanwhile
  gcdc_fault_unwatch();
  sigaction(SIGSEGV, NULL, &now);
  CHECK(now.sa_handler == previous);
  sigaction(SIGFPE, NULL, &now);
  CHECK(now.sa_handler == SIG_IGN);
  sigaction(SIGABRT, NULL, &now);
  CHECK(now.sa_handler == SIG_DFL);
  CHECK(alternate_now() == stack_before);
}

int main(int count, char **arguments) {
  kind = count > 1 ? arguments[1] : "restoring";
  carrier = gcdc_thread_carrier();
  if (strcmp(kind, "restoring") == 0) {
    test_restoring();
    return checks_end();
  }
  if (strncmp(kind, "previous", 8) == 0) signal(SIGSEGV, previous), signal(SIGABRT, previous);
  CHECK(gcdc_fault_watch(on_fault));
  thread = gcdc_thread_obtain(body);
  gcdc_thread_switch(carrier, thread);
  return 98;
}
