// Licensed under the Apache License, Version 2.0; see LICENSE.
// Data races that ThreadSanitizer found on threads under control.
#ifndef CGCD_RACES_H
#define CGCD_RACES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GCDC_RACE_DEPTH = 64 };
enum { GCDC_RACE_ANYWHERE = 0, GCDC_RACE_HEAP = 1, GCDC_RACE_GLOBAL = 2, GCDC_RACE_STACK = 3 };

typedef struct {
  uintptr_t address;
  int size;        // bytes
  int kernel_id;   // of the thread; 0 = unknown
  bool writes;     // else it reads
  bool is_atomic;
  int depth;
  uintptr_t stack[GCDC_RACE_DEPTH];  // return addresses, innermost first
} gcdc_race_access;

typedef struct {
  gcdc_race_access accesses[2];  // the later one first
  bool is_use_after_free;        // the earlier access is the release of the memory
  int location;                  // GCDC_RACE_…
  uintptr_t location_start;      // of the heap block or the global
  size_t location_size;
  int location_kernel_id;        // who allocated it, or whose stack it is; 0 = unknown
  int location_depth;
  uintptr_t location_stack[GCDC_RACE_DEPTH];  // where a heap block was allocated
} gcdc_race;

/// Before the first run of a process.
void gcdc_prepare_race_reports(void);
/// Begins a run.
void gcdc_forget_races(void);
/// How many were reported since; the first few are kept.
size_t gcdc_race_count(void);
const gcdc_race *_Nonnull gcdc_race_at(size_t index);
#endif
