// Licensed under the Apache License, Version 2.0; see LICENSE.
// What ThreadSanitizer finds on a thread under control is kept here for the engine, and the sanitizer says
// nothing about it. Everywhere else it reports as it always does.
#include "CGCDRaces.h"
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <string.h>

// The sanitizer's interface for debuggers, valid while it reports.
extern int __tsan_get_report_data(void *report, const char **description, int *count, int *stack_count,
                                  int *access_count, int *location_count, int *mutex_count, int *thread_count,
                                  int *unique_count, void **sleep_trace, unsigned long trace_size)
    __attribute__((weak));
extern int __tsan_get_report_mop(void *report, unsigned long index, int *thread, void **address, int *size,
                                 int *writes, int *atomic, void **trace, unsigned long trace_size)
    __attribute__((weak));
extern int __tsan_get_report_loc(void *report, unsigned long index, const char **type, void **address,
                                 void **start, unsigned long *size, int *thread, int *descriptor,
                                 int *suppressible, void **trace, unsigned long trace_size)
    __attribute__((weak));
extern int __tsan_get_report_tag(void *report, unsigned long *tag) __attribute__((weak));
extern int __tsan_get_report_thread(void *report, unsigned long index, int *thread,
                                    unsigned long long *kernel_id, int *running, const char **name,
                                    int *parent, void **trace, unsigned long trace_size)
    __attribute__((weak));

extern void __sanitizer_symbolize_pc(void *pc, const char *format, char *text, size_t size)
    __attribute__((weak));
extern void __tsan_flush_memory(void) __attribute__((weak));

enum { most_races = 16, most_known = 256 };
// Written by the thread under control that the sanitizer reports on, all of which are one kernel thread; read
// by the engine when the run has ended.
static gcdc_race races[most_races];
static size_t race_count;

void gcdc_prepare_race_reports(void) {
  if (!gcdc_is_watched || __sanitizer_symbolize_pc == NULL) return;
  // The sanitizer starts a program that names functions when it first needs one, by calls that would reach
  // the engine if that were under control.
  char ignored[64];
  __sanitizer_symbolize_pc(__builtin_return_address(0), "%f", ignored, sizeof ignored);
}

void gcdc_forget_races(void) {
  if (race_count == 0) return;
  race_count = 0;
  // Where it has reported a race the sanitizer looks no longer at what is read: a replay would not show it.
  if (__tsan_flush_memory != NULL) __tsan_flush_memory();
}

size_t gcdc_race_count(void) { return race_count; }
const gcdc_race *gcdc_race_at(size_t index) { return &races[index]; }

/// Depth of a trace that ends at the first null. Where the sanitizer has looked up inlined functions it
/// repeats an address: one is kept, also of a function that calls itself.
GCDC_UNINSTRUMENTED static int tidy(uintptr_t *trace) {
  int depth = 0;
  for (int index = 0; index < GCDC_RACE_DEPTH && trace[index] != 0; index += 1) {
    if (depth == 0 || trace[depth - 1] != trace[index]) trace[depth++] = trace[index];
  }
  for (int index = depth; index < GCDC_RACE_DEPTH; index += 1) trace[index] = 0;
  return depth;
}

/// The kernel's id of a thread that the sanitizer numbers in its own way; 0 when the report does not have it.
GCDC_UNINSTRUMENTED static int kernel_id_of(void *report, int wanted, int count) {
  for (int index = 0; index < count; index += 1) {
    int thread, running, parent;
    unsigned long long kernel_id = 0;
    const char *name;
    void *trace[1];
    __tsan_get_report_thread(report, (unsigned long)index, &thread, &kernel_id, &running, &name, &parent,
                             trace, 1);
    if (thread == wanted) return (int)kernel_id;
  }
  return 0;
}

GCDC_UNINSTRUMENTED static void read_access(void *report, int index, int threads, gcdc_race_access *access) {
  int thread, size, writes, atomic;
  void *address;
  __tsan_get_report_mop(report, (unsigned long)index, &thread, &address, &size, &writes, &atomic,
                        (void **)access->stack, GCDC_RACE_DEPTH);
  access->address = (uintptr_t)address;
  access->size = size;
  access->writes = writes != 0;
  access->is_atomic = atomic != 0;
  access->kernel_id = kernel_id_of(report, thread, threads);
  access->depth = tidy(access->stack);
}

GCDC_UNINSTRUMENTED static void read_location(void *report, int threads, gcdc_race *race) {
  const char *type = "";
  void *address, *start;
  unsigned long size;
  int thread, descriptor, suppressible;
  __tsan_get_report_loc(report, 0, &type, &address, &start, &size, &thread, &descriptor, &suppressible,
                        (void **)race->location_stack, GCDC_RACE_DEPTH);
  race->location_start = (uintptr_t)start;
  race->location_size = size;
  race->location_depth = tidy(race->location_stack);
  race->location_kernel_id = kernel_id_of(report, thread, threads);
  if (strcmp(type, "heap") == 0) race->location = GCDC_RACE_HEAP;
  if (strcmp(type, "global") == 0) race->location = GCDC_RACE_GLOBAL;
  if (strcmp(type, "stack") == 0) race->location = GCDC_RACE_STACK;
}

/// A race that was printed before, by its two innermost addresses each: the sanitizer is asked not to count
/// equal stacks as known, since a replay has to show them again.
GCDC_UNINSTRUMENTED static bool is_printed(const gcdc_race *race) {
  static uint64_t known[most_known];
  static size_t known_count;
  uint64_t hash = 0;
  for (int index = 0; index < 2; index += 1) {
    uint64_t stack = race->accesses[index].stack[0] * 0x9e3779b97f4a7c15u;
    stack = (stack ^ stack >> 29 ^ race->accesses[index].stack[1]) * 0xbf58476d1ce4e5b9u;
    hash += stack ^ stack >> 32;  // in either order
  }
  for (size_t index = 0; index < known_count && index < most_known; index += 1) {
    if (known[index] == hash) return true;
  }
  known[known_count++ % most_known] = hash;
  return false;
}

/// Strong, in place of the sanitizer's own, which only answers `suppressed`: true keeps it from printing.
__attribute__((visibility("default"), used, disable_sanitizer_instrumentation)) bool gcdc_on_report(
    const void *report, bool suppressed) __asm__("_ZN6__tsan8OnReportEPKNS_10ReportDescEb");

bool gcdc_on_report(const void *description, bool suppressed) {
  if (suppressed || __tsan_get_report_data == NULL) return suppressed;
  void *report = (void *)description;
  const char *type;
  int count, stacks, accesses, locations, mutexes, threads, unique;
  void *sleep[1];
  __tsan_get_report_data(report, &type, &count, &stacks, &accesses, &locations, &mutexes, &threads, &unique,
                         sleep, 1);
  if (accesses < 2) return false;
  static gcdc_race found;  // reports are made one at a time, under the sanitizer's own lock
  __builtin_memset_inline(&found, 0, sizeof found);
  for (int index = 0; index < 2; index += 1) {
    read_access(report, index, threads, &found.accesses[index]);
  }
  if (!gcdc_controlled) return is_printed(&found);
  found.is_use_after_free = strstr(type, "use-after-free") != NULL;
  // With a tag the access is one to a whole variable, as Swift declares them before it passes one on.
  unsigned long tag = 0;
  if (__tsan_get_report_tag != NULL) __tsan_get_report_tag(report, &tag);
  if (tag != 0) found.accesses[0].size = found.accesses[1].size = 0;
  if (locations > 0) read_location(report, threads, &found);
  if (race_count < most_races) races[race_count++] = found;
  return true;
}

/// A replay must report what an earlier schedule has reported.
__attribute__((visibility("default"), used, disable_sanitizer_instrumentation)) const char *
__tsan_default_options(void) {
  return "suppress_equal_stacks=0:suppress_equal_addresses=0";
}
#endif
