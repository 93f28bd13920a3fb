// Licensed under the Apache License, Version 2.0; see LICENSE.
// Runs that stand still, or only seem to, one per argument. The callback prints a line and ends the process
// with 7.
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CGCDThread.h"
#include "check.h"

static gcdc_thread *carrier;
static const char *kind;
static volatile uint64_t steps;
static volatile int go_on = 1;
static int stalls;

static void pause_for(int milliseconds) {
  struct timespec time = {milliseconds / 1000, (milliseconds % 1000) * 1000000l};
  while (nanosleep(&time, &time) != 0) continue;
}

__attribute__((noinline)) static void spin(void) {
  while (go_on) continue;
}

__attribute__((noinline)) static void block(void) {
  int ends[2];
  char byte;
  if (pipe(ends) == 0 && read(ends[0], &byte, 1) < 0) exit(97);
}

static void run_on(int milliseconds, int step) {
  for (int i = 0; i < milliseconds; i += 10) {
    pause_for(10);
    steps += (uint64_t)step;
  }
}

// Somebody stops the whole process for a second, as a debugger does.
static void be_stopped(void) {
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    kill(parent, SIGSTOP);
    pause_for(1000);
    kill(parent, SIGCONT);
    _exit(0);
  }
  run_on(100, 0);
  waitpid(child, NULL, 0);
}

// Whoever handles the signal after the report looks at the dying process for a while.
static void die_slowly(int signal) {
  (void)signal;
  pause_for(1000);
  _exit(8);
}

static void say_crash(const gcdc_fault *fault) {
  printf("signal %d\n", fault->signal);
  fflush(stdout);
}

static void crash(void) {
  signal(SIGILL, die_slowly);
  CHECK(gcdc_fault_watch(say_crash));
  raise(SIGILL);
}

static gcdc_thread *body(gcdc_thread *self) {
  (void)self;
  if (strcmp(kind, "spin") == 0 || strcmp(kind, "spin-on") == 0) spin();
  if (strcmp(kind, "block") == 0) block();
  if (strcmp(kind, "crash") == 0) crash();
  if (strcmp(kind, "steps") == 0) run_on(1000, 1);
  if (strcmp(kind, "stopped") == 0) be_stopped();
  if (strcmp(kind, "disarmed") == 0) {
    gcdc_watchdog_arm(false);
    run_on(1000, 0);
    gcdc_watchdog_arm(true);
    for (int i = 0; i < 20; i++) {  // each run is short
      run_on(100, 0);
      gcdc_watchdog_arm(false);
      gcdc_watchdog_arm(true);
    }
  }
  return carrier;
}

static void on_stall(const gcdc_stall *stall) {
  stalls += 1;
  uintptr_t function = (uintptr_t)spin;
  printf("blocked %d registers %d spinning %d time %d step %d\n", stall->is_blocked, stall->has_registers,
         stall->registers.pc >= function && stall->registers.pc < function + 128,
         stall->milliseconds >= 400 && stall->milliseconds < 1000, stall->step == steps);
  fflush(stdout);
  if (strcmp(kind, "spin-on") == 0 && stalls == 2) go_on = 0;
  if (strcmp(kind, "spin-on") != 0) _exit(7);
}

int main(int count, char **arguments) {
  kind = count > 1 ? arguments[1] : "steps";
  carrier = gcdc_thread_carrier();
  CHECK(gcdc_watchdog_start(&steps, 400, on_stall));
  CHECK(gcdc_watchdog_start(&steps, 400, on_stall));
  gcdc_thread *thread = gcdc_thread_obtain(body);
  gcdc_watchdog_arm(true);
  gcdc_thread_switch(carrier, thread);
  gcdc_watchdog_arm(false);
  CHECK(stalls == (strcmp(kind, "spin-on") == 0 ? 2 : 0));
  return checks_end();
}
