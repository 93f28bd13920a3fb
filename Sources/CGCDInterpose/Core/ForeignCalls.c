// Licensed under the Apache License, Version 2.0; see LICENSE.
// Calls that threads outside the run make onto objects of the run: noted here, judged by the engine when the
// run has ended. Nothing is synchronised with the run, since such a thread may call at any time.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <execinfo.h>
#include <stdatomic.h>
#include <string.h>

bool gcdc_run_is_on;
/// Set on the carrier and on virtual threads: their uncontrolled calls are the engine's own.
static _Thread_local bool is_ours __attribute__((tls_model("initial-exec")));

enum { filter_bytes = 512, most_calls = 8 };
/// A bit for each object of the run, by its address: most calls of other threads concern none of them.
static _Atomic uint8_t filter[filter_bytes];
/// How many objects the run has. Others share a bit of the filter with them, as the global queues may: to the
/// engine a call counts only onto one of the first so many.
static atomic_size_t watched;
static gcdc_foreign_call calls[most_calls];
static atomic_int begun, ready;

static size_t bit_of(const void *object) {
  return (size_t)(((uintptr_t)object >> 4) * 0x9e3779b97f4a7c15u >> 52) & (filter_bytes * 8 - 1);
}

GCDC_UNINSTRUMENTED void gcdc_set_run_member(bool ours) {
  is_ours = ours;
  if (!gcdc_is_watched) return;
  if (ours) gcdc_hide(); else gcdc_reveal();
}

GCDC_UNINSTRUMENTED bool gcdc_is_run_member(void) { return is_ours; }

void gcdc_begin_foreign_watch(size_t objects) {
  memset((void *)filter, 0, sizeof filter);
  atomic_store_explicit(&watched, objects, memory_order_relaxed);
  atomic_store_explicit(&begun, 0, memory_order_relaxed);
  atomic_store_explicit(&ready, 0, memory_order_relaxed);
  gcdc_run_is_on = true;
}

void gcdc_end_foreign_watch(void) { gcdc_run_is_on = false; }

void gcdc_watch_object(gcdc_object object) {
  size_t bit = bit_of(object);
  uint8_t before = atomic_load_explicit(&filter[bit / 8], memory_order_relaxed);
  atomic_store_explicit(&filter[bit / 8], before | (uint8_t)(1 << bit % 8), memory_order_relaxed);
  size_t count = atomic_load_explicit(&watched, memory_order_relaxed);
  atomic_store_explicit(&watched, count + 1, memory_order_relaxed);
}

GCDC_UNINSTRUMENTED void gcdc_note_foreign_call(const void *object, uint8_t operation) {
  if (is_ours || object == NULL) return;
  size_t bit = bit_of(object);
  if (!(atomic_load_explicit(&filter[bit / 8], memory_order_relaxed) & 1 << bit % 8)) return;
  int index = atomic_load(&begun);
  do {
    if (index >= most_calls) return;
  } while (!atomic_compare_exchange_weak(&begun, &index, index + 1));
  calls[index].object = (void *)object;
  calls[index].objects = atomic_load_explicit(&watched, memory_order_relaxed);
  calls[index].operation = operation;
  void *stack[GCDC_FOREIGN_DEPTH];
  int depth = backtrace(stack, GCDC_FOREIGN_DEPTH);
  for (int frame = 0; frame < depth; frame++) calls[index].stack[frame] = (uintptr_t)stack[frame];
  calls[index].depth = depth;
  atomic_fetch_add(&ready, 1);
}

size_t gcdc_foreign_call_count(void) {
  // Those that are complete; one that is being noted at this moment is left out.
  int complete = atomic_load(&ready);
  return (size_t)(complete < atomic_load(&begun) ? 0 : complete);
}

const gcdc_foreign_call *gcdc_foreign_call_at(size_t index) { return &calls[index]; }
#endif
