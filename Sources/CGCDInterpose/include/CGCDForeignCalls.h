// Licensed under the Apache License, Version 2.0; see LICENSE.
// Calls of threads outside the run onto objects of the run (GCD902).
#ifndef CGCD_FOREIGN_CALLS_H
#define CGCD_FOREIGN_CALLS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "CGCDTypes.h"

enum { GCDC_FOREIGN_DEPTH = 24 };
typedef struct {
  void *_Nullable object;
  size_t objects;     // how many the run had when the call came
  uint8_t operation;  // a gcdc_operation
  int depth;
  uintptr_t stack[GCDC_FOREIGN_DEPTH];  // return addresses, innermost first
} gcdc_foreign_call;
/// Says that the calling thread is the carrier or a virtual thread, or no longer. Under ThreadSanitizer such
/// a thread is looked at only while it is under control.
void gcdc_set_run_member(bool ours);
/// The run has so many objects, which are not watched.
void gcdc_begin_foreign_watch(size_t objects);
void gcdc_end_foreign_watch(void);
/// The next object of the run, in the order in which the engine keeps them.
void gcdc_watch_object(gcdc_object object);
/// How many such calls came since the watch began; the first few are kept.
size_t gcdc_foreign_call_count(void);
const gcdc_foreign_call *_Nonnull gcdc_foreign_call_at(size_t index);
#endif
