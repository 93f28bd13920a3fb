// Licensed under the Apache License, Version 2.0; see LICENSE.
// Borrowed threads from C alone: run natively, with and without sanitizers, and under an emulator for
// aarch64. Argument "system-call": by arch_prctl instead of the instruction.
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include "CGCDThread.h"
#include "check.h"

static gcdc_thread *carrier;
static __thread int local_value;
static long counter;
static pthread_t seen_thread;

// Switches back and forth forever.
static gcdc_thread *ping(gcdc_thread *self) {
  for (;;) {
    counter += 1;
    gcdc_thread_switch(self, carrier);
  }
  return carrier;
}

// Comes to an end each time.
static gcdc_thread *visit(gcdc_thread *self) {
  (void)self;
  counter += 1;
  local_value += 1;
  seen_thread = pthread_self();
  return carrier;
}

static double sum(double a, double b) { return a + b; }
static double (*volatile opaque_sum)(double, double) = sum;

// Values that live in callee-saved registers across a switch, and a rounding mode of its own.
static gcdc_thread *compute(gcdc_thread *self) {
  volatile long seed = (long)self->task;
  long a = seed, b = seed + 1, c = seed + 2, d = seed + 3, e = seed + 4, f = seed + 5;
  double x = (double)seed, y = x + 1, z = x + 2;
  if (seed == 1) fesetround(FE_UPWARD);
  for (int i = 0; i < 100; i++) {
    gcdc_thread_switch(self, carrier);
    a += 1, b += 2, c += 3, d += 4, e += 5, f += 6;
    x = opaque_sum(x, 1), y = opaque_sum(y, 2), z = opaque_sum(z, 3);
    CHECK(fegetround() == (seed == 1 ? FE_UPWARD : FE_TONEAREST));
  }
  CHECK(a == seed + 100 && b == seed + 201 && c == seed + 302);
  CHECK(d == seed + 403 && e == seed + 504 && f == seed + 605);
  CHECK(x == (double)seed + 100 && y == (double)seed + 201 && z == (double)seed + 302);
  counter += 1;
  return carrier;
}

static gcdc_thread *set_errno(gcdc_thread *self) {
  errno = (int)self->task;
  gcdc_thread_switch(self, carrier);
  CHECK(errno == (int)self->task);
  return carrier;
}

static int depth_reached;
__attribute__((noinline)) static int descend(int depth) {
  char block[1024];
  memset(block, depth, sizeof block);
  __asm__ volatile("" : : "r"(block) : "memory");
  if (depth == 0) return block[5];
  int result = descend(depth - 1) + block[7];
  depth_reached += 1;
  return result;
}

static gcdc_thread *dive(gcdc_thread *self) {
  descend((int)self->task);
  if (self->task % 2) gcdc_thread_switch(self, carrier);  // and is abandoned there
  return carrier;
}

static gcdc_thread *get_lost(gcdc_thread *self) {
  errno = 77;
  volatile char block[4096];
  memset((void *)block, 1, sizeof block);
  for (;;) gcdc_thread_switch(self, carrier);
  return carrier;
}

static gcdc_thread *after_loss(gcdc_thread *self) {
  CHECK(errno == 0);
  return get_lost(self);
}

static uintptr_t last_pc;
static int frames;
static _Unwind_Reason_Code count_frame(struct _Unwind_Context *context, void *unused) {
  (void)unused;
  if (_Unwind_GetIP(context)) last_pc = _Unwind_GetIP(context);  // the end of the stack is told as address 0
  frames += 1;
  return frames > 100 ? _URC_FATAL_PHASE1_ERROR : _URC_NO_REASON;
}

static _Unwind_Reason_Code unwound;
static gcdc_thread *unwind(gcdc_thread *self) {
  (void)self;
  frames = 0;
  unwound = _Unwind_Backtrace(count_frame, NULL);
  return carrier;
}

extern void gcdc_thread_base(void);

static size_t resident_pages(uintptr_t low, uintptr_t high) {
  static unsigned char pages[16384];
  low &= ~(uintptr_t)4095;
  size_t count = (high - low) / 4096, resident = 0;
  if (mincore((void *)low, count * 4096, pages) != 0) return 0;
  for (size_t i = 0; i < count; i++) resident += pages[i] & 1;
  return resident;
}

static void test_switches(void) {
  gcdc_thread *thread = gcdc_thread_obtain(ping);
  gcdc_registers registers;
  CHECK(!gcdc_thread_registers(thread, &registers));
  counter = 0;
  for (int i = 0; i < 10000; i++) gcdc_thread_switch(carrier, thread);
  CHECK(counter == 10000);
  CHECK(gcdc_thread_registers(thread, &registers));
  uintptr_t low, high;
  gcdc_thread_stack(thread, &low, &high);
  CHECK(high - low >= 8 * 1024 * 1024);
  CHECK(registers.sp > low && registers.sp < high && high - registers.sp < 4096);
  CHECK(registers.bp >= registers.sp && registers.bp < high);
  bool in_guard;
  CHECK(gcdc_thread_containing(registers.sp, &in_guard) == thread && !in_guard);
  CHECK(gcdc_thread_containing(low - 1, &in_guard) == thread && in_guard);
  CHECK(gcdc_thread_containing((uintptr_t)&carrier, &in_guard) == NULL);
  gcdc_thread_recycle(thread, true);
}

static void test_bodies(void) {
  size_t before = gcdc_thread_count();
  gcdc_thread *thread = gcdc_thread_obtain(visit);
  CHECK(gcdc_thread_count() == before);  // the pool had one
  counter = 0;
  for (int i = 0; i < 10; i++) gcdc_thread_switch(carrier, thread);
  CHECK(counter == 10);
  CHECK(local_value == 0);
  CHECK(!pthread_equal(seen_thread, pthread_self()));
  gcdc_thread_recycle(thread, false);
  gcdc_thread *again = gcdc_thread_obtain(visit);
  CHECK(again == thread);
  gcdc_thread *other = gcdc_thread_obtain(visit);
  CHECK(other != again);
  pthread_t first = seen_thread;
  gcdc_thread_switch(carrier, other);
  CHECK(!pthread_equal(seen_thread, first));
  gcdc_thread_recycle(again, false);
  gcdc_thread_recycle(other, false);
}

static void test_state(gcdc_thread_body body, int rounds) {
  gcdc_thread *threads[3];
  counter = 0;
  for (int i = 0; i < 3; i++) {
    threads[i] = gcdc_thread_obtain(body);
    threads[i]->task = (uint32_t)i;
  }
  errno = 5;
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < 3; i++) gcdc_thread_switch(carrier, threads[i]);
  }
  CHECK(errno == 5);
  CHECK(fegetround() == FE_TONEAREST);
  for (int i = 0; i < 3; i++) gcdc_thread_recycle(threads[i], false);
}

static void test_abandoned(void) {
  size_t before = gcdc_thread_count();
  for (int i = 0; i < 30000; i++) {
    gcdc_thread *thread = gcdc_thread_obtain(i == 0 ? get_lost : after_loss);
    gcdc_thread_switch(carrier, thread);
    gcdc_thread_recycle(thread, true);
  }
  CHECK(gcdc_thread_count() == before);
}

static void test_depth(void) {
  uintptr_t low, high;
  for (uint32_t depth = 3000; depth <= 3001; depth++) {
    gcdc_thread *thread = gcdc_thread_obtain(dive);
    thread->task = depth;
    depth_reached = 0;
    gcdc_thread_switch(carrier, thread);
    CHECK(depth_reached == (int)depth);
    gcdc_thread_stack(thread, &low, &high);
    CHECK(resident_pages(low, high) >= 700);
    gcdc_thread_recycle(thread, true);
    CHECK(resident_pages(low, high) <= 64);
  }
}

// An owner that keeps its idle threads asks for the memory itself; frames that are there stay.
static void test_trimming(void) {
  uintptr_t low, high;
  gcdc_thread *thread = gcdc_thread_obtain(dive);
  thread->task = 3000;
  gcdc_thread_switch(carrier, thread);
  gcdc_thread_stack(thread, &low, &high);
  CHECK(resident_pages(low, high) >= 700);
  gcdc_thread_trim(thread);
  CHECK(resident_pages(low, high) <= 66);
  gcdc_thread_switch(carrier, thread);
  gcdc_thread_recycle(thread, false);
}

static void test_unwinding(void) {
  gcdc_thread *thread = gcdc_thread_obtain(unwind);
  gcdc_thread_switch(carrier, thread);
  CHECK(unwound == _URC_END_OF_STACK);
  CHECK(frames >= 4 && frames <= 6);
  CHECK(last_pc > (uintptr_t)gcdc_thread_base && last_pc < (uintptr_t)gcdc_thread_base + 64);
  gcdc_thread_recycle(thread, false);
}

static void test_requests(void) {
  gcdc_thread *thread = gcdc_thread_obtain(visit);
  long none[6] = {0};
  CHECK(gcdc_thread_system_call(thread, SYS_gettid, none) == gcdc_thread_kernel_id(thread));
  CHECK(gcdc_thread_system_call(thread, SYS_getpid, none) == getpid());
  CHECK(gcdc_thread_system_call(thread, SYS_close, (long[6]){-1}) == -EBADF);
  gcdc_thread_switch(carrier, thread);
  CHECK(gcdc_thread_system_call(thread, SYS_gettid, none) == gcdc_thread_kernel_id(thread));
  CHECK(gcdc_thread_kernel_id(carrier) == (int)syscall(SYS_gettid));
  gcdc_thread_recycle(thread, false);
}

static void measure(void) {
  gcdc_thread *thread = gcdc_thread_obtain(ping);
  double best = 1e9;
  for (int round = 0; round < 7; round++) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < 100000; i++) gcdc_thread_switch(carrier, thread);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double ns = (double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec);
    if (ns / 200000 < best) best = ns / 200000;
  }
  printf("ns per switch: %.1f\n", best);
  gcdc_thread_recycle(thread, true);
}

static void name_of(int id, char *name, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/comm", id);
  FILE *file = fopen(path, "r");
  CHECK(file && fgets(name, (int)size, file));
  if (file) fclose(file);
}

// A thread that stands for a debugger is where it was left, and goes on as if nothing had been.
static void test_showing(void) {
  gcdc_thread *thread = gcdc_thread_obtain(ping);
  CHECK(!gcdc_thread_show(thread, "never ran"));
  long before = counter;
  for (int i = 1; i <= 100; i++) {
    gcdc_thread_switch(carrier, thread);
    gcdc_registers left, standing;
    CHECK(gcdc_thread_registers(thread, &left));
    CHECK(gcdc_thread_show(thread, "worker 7"));
    CHECK(gcdc_thread_registers(thread, &standing));
    CHECK(left.pc == standing.pc && left.sp == standing.sp && left.bp == standing.bp);
    if (i == 1) {
      char name[32] = "";
      name_of(gcdc_thread_kernel_id(thread), name, sizeof name);
      CHECK(strcmp(name, "worker 7\n") == 0);
    }
    gcdc_thread_hide(thread);
    CHECK(counter == before + i);
  }
  // It still does what is asked of it.
  const long nothing[6] = {0};
  CHECK(gcdc_thread_system_call(thread, SYS_gettid, nothing) == gcdc_thread_kernel_id(thread));
  gcdc_thread_recycle(thread, true);
  CHECK(!gcdc_debugger_is_there());
}

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "system-call") == 0) gcdc_thread_force_system_call(true);
  CHECK(gcdc_threads_supported());
  carrier = gcdc_thread_carrier();
  CHECK(carrier && carrier == gcdc_thread_carrier());
  test_switches();
  test_bodies();
  test_state(compute, 101);
  CHECK(counter == 3);
  test_state(set_errno, 2);
  test_abandoned();
  test_depth();
  test_trimming();
  test_unwinding();
  test_requests();
  test_showing();
  measure();
  return checks_end();
}
