// Licensed under the Apache License, Version 2.0; see LICENSE.
// Facts about real objects, by the offsets of the library build.
#ifndef CGCD_OBJECTS_H
#define CGCD_OBJECTS_H
#include "CGCDTypes.h"

typedef enum {
  GCDC_OBJECT_OTHER = 0,
  GCDC_OBJECT_QUEUE = 1,
  GCDC_OBJECT_GROUP = 2,
  GCDC_OBJECT_SEMAPHORE = 3,
  GCDC_OBJECT_SOURCE = 4,
  GCDC_OBJECT_GLOBAL_QUEUE = 5,
  GCDC_OBJECT_MAIN_QUEUE = 6
} gcdc_object_kind;
gcdc_object_kind gcdc_object_kind_of(gcdc_object object);
typedef struct {
  uint64_t serial;           // unique per queue and source: a reuse-proof identity
  uint32_t width;            // 1 = serial, 0xffe = concurrent
  bool inactive, mutable_target, suspended, is_workloop;
  uint32_t suspend_count;
  gcdc_object target;
  const char *_Nullable label;
  bool owns_label;           // a copy, made when the queue was
} gcdc_queue_facts;
gcdc_queue_facts gcdc_queue_facts_of(gcdc_object queue);
/// What a queue attribute asks for, by its place in the library's table.
typedef enum {
  GCDC_ATTRIBUTE_PLAIN = 0,
  GCDC_ATTRIBUTE_OVERCOMMIT = 1,  // asks for threads of its own, or for none
  GCDC_ATTRIBUTE_INVALID = 2
} gcdc_attribute_state;
gcdc_attribute_state gcdc_attribute_state_of(const void *_Nullable attribute);
/// Whether a queue is one that a run loop serves, other than the main queue.
bool gcdc_is_run_loop_queue(gcdc_object queue);
/// True while blocks run or wait on a real queue of the program's that is neither suspended nor inactive.
bool gcdc_queue_is_busy(gcdc_object queue);
intptr_t gcdc_semaphore_value(gcdc_object semaphore, intptr_t *_Nonnull original);
uint32_t gcdc_group_count(gcdc_object group);
gcdc_object gcdc_main_queue(void);
gcdc_object gcdc_default_global_queue(void);
/// dispatch_get_context, without a schedule point.
void *_Nullable gcdc_object_context(gcdc_object object);
/// Where the library would run an object's finalizer; NULL = the default global queue.
gcdc_object gcdc_object_target(gcdc_object object);
/// What is to be called with the context when the object goes; the real object has no finalizer afterwards.
/// A NULL function = nothing.
gcdc_function gcdc_take_finalizer(gcdc_object object, void *_Nullable *_Nonnull context);
/// Internal reference: keeps memory and identity, invisible to the release checks.
void gcdc_pin(gcdc_object object);
void gcdc_unpin(gcdc_object object);
/// The same; an object that the program has given up goes without its finalizer.
void gcdc_unpin_quietly(gcdc_object object);
/// Whether the program has given it a context: without one no finalizer is called.
bool gcdc_has_context(gcdc_object object);
/// The external count as the library keeps it: 0 = one owner, -1 = none.
int32_t gcdc_external_count(gcdc_object object);
#endif
