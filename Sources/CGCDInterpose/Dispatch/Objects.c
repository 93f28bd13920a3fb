// Licensed under the Apache License, Version 2.0; see LICENSE.
// What real objects say of themselves, by the offsets of library build 6.x; SelfCheck.c compares them with
// what was asked for before anything relies on them.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>

struct gcdc_object_layout {
  const unsigned long *vtable;  // [2] is the type
  int32_t internal_count;
  int32_t external_count;
  void *next;
  void *target;
  void *context;
  void *finalizer;
};

struct gcdc_queue_layout {
  struct gcdc_object_layout object;
  void *items_tail;
  uint64_t state;
  uint64_t serial;
  const char *label;
  uint32_t flags;
  uint32_t priority;
  void *specifics;
  uint64_t storage_count;
  void *items_head;
  uint32_t side_suspend_count;
};

struct gcdc_semaphore_layout {
  struct gcdc_object_layout object;
  intptr_t value;
  intptr_t original;
};

struct gcdc_group_layout {
  struct gcdc_object_layout object;
  uint64_t state;
};

enum {
  type_in_vtable = 2,
  type_semaphore = 0x101,
  type_group = 0x201,
  type_global_queue = 0x0311,
  type_run_loop_queue = 0x0711,
  cluster_queue = 0x11,
  cluster_workloop = 0x12,
  cluster_source = 0x13,
  flag_width_mask = 0xffff,
  flag_mutable = 0x400000,
  flag_owns_label = 0x200000,
  width_shift = 41,
  width_bits = 0x1fff,
  width_full = 0x1000,
  inactive_shift = 56,
  side_count_shift = 57,
  suspend_shift = 58,
};

gcdc_object_kind gcdc_object_kind_of(gcdc_object object) {
  if (object == NULL) return GCDC_OBJECT_OTHER;
  if (object == gcdc_main_queue()) return GCDC_OBJECT_MAIN_QUEUE;
  unsigned long type = ((const struct gcdc_object_layout *)object)->vtable[type_in_vtable];
  if ((type & 0xffff) == type_global_queue) return GCDC_OBJECT_GLOBAL_QUEUE;
  if (type == type_semaphore) return GCDC_OBJECT_SEMAPHORE;
  if (type == type_group) return GCDC_OBJECT_GROUP;
  switch (type & 0xff) {
  case cluster_queue:
  case cluster_workloop:
    return GCDC_OBJECT_QUEUE;
  case cluster_source:
    return GCDC_OBJECT_SOURCE;
  default:
    return GCDC_OBJECT_OTHER;
  }
}

bool gcdc_is_run_loop_queue(gcdc_object queue) {
  return (((const struct gcdc_object_layout *)queue)->vtable[type_in_vtable] & 0xffff) == type_run_loop_queue;
}

bool gcdc_queue_is_busy(gcdc_object queue) {
  const struct gcdc_queue_layout *real = queue;
  uint64_t state = __atomic_load_n(&real->state, __ATOMIC_ACQUIRE);
  if (state >> inactive_shift != 0) return false;  // nothing moves on an inactive or suspended queue
  // The lower half names the thread that drains the queue, or says that one is on its way; above it is
  // counted down how many blocks may still run side by side.
  uint32_t idle_width = width_full - (real->flags & flag_width_mask);
  return (uint32_t)state != 0 || (state >> width_shift & width_bits) != idle_width
         || __atomic_load_n(&real->items_tail, __ATOMIC_ACQUIRE) != NULL;
}

gcdc_queue_facts gcdc_queue_facts_of(gcdc_object queue) {
  const struct gcdc_queue_layout *real = queue;
  bool has_side_count = real->state >> side_count_shift & 1;
  uint32_t suspend_count =
      (uint32_t)(real->state >> suspend_shift) + (has_side_count ? real->side_suspend_count : 0);
  return (gcdc_queue_facts){
      .serial = real->serial,
      .width = real->flags & flag_width_mask,
      .inactive = real->state >> inactive_shift & 1,
      .mutable_target = (real->flags & flag_mutable) != 0,
      .suspended = suspend_count > 0,
      .suspend_count = suspend_count,
      .target = real->object.target,
      .label = real->label,
      .is_workloop = (real->object.vtable[type_in_vtable] & 0xff) == cluster_workloop,
      .owns_label = (real->flags & flag_owns_label) != 0,
  };
}

intptr_t gcdc_semaphore_value(gcdc_object semaphore, intptr_t *original) {
  const struct gcdc_semaphore_layout *real = semaphore;
  *original = real->original;
  return real->value;
}

uint32_t gcdc_group_count(gcdc_object group) {
  // Counted downwards in steps of four; the two lowest bits are flags.
  uint32_t state = (uint32_t)((const struct gcdc_group_layout *)group)->state;
  return -(state & ~3u) >> 2;
}

int32_t gcdc_external_count(gcdc_object object) {
  return __atomic_load_n(&((const struct gcdc_object_layout *)object)->external_count, __ATOMIC_RELAXED);
}

gcdc_object gcdc_main_queue(void) {
  static void *queue;  // looked up by name: the linker may have copied it into the executable
  if (__builtin_expect(queue == NULL, false)) queue = dlsym(RTLD_DEFAULT, "_dispatch_main_q");
  return queue;
}

gcdc_object gcdc_default_global_queue(void) { return GCDC_REAL(dispatch_get_global_queue)(0, 0); }
void *gcdc_object_context(gcdc_object object) { return GCDC_REAL(dispatch_get_context)(object); }

gcdc_object gcdc_object_target(gcdc_object object) {
  return ((const struct gcdc_object_layout *)object)->target;
}

bool gcdc_has_context(gcdc_object object) {
  return ((const struct gcdc_object_layout *)object)->context != NULL;
}

gcdc_function gcdc_take_finalizer(gcdc_object object, void **context) {
  struct gcdc_object_layout *real = object;
  gcdc_function finalizer = (gcdc_function)real->finalizer;
  real->finalizer = NULL;
  *context = real->context;
  // Nothing happens without a context, or with the function that means "no finalizer".
  return real->context == NULL || gcdc_is_inside_dispatch((const void *)finalizer) ? NULL : finalizer;
}

void gcdc_pin(gcdc_object object) { GCDC_REAL(_os_object_retain_internal)(object); }
void gcdc_unpin(gcdc_object object) { GCDC_REAL(_os_object_release_internal)(object); }

void gcdc_unpin_quietly(gcdc_object object) {
  // No finalizer of another pinned object runs before its own turn here: it is pinned until then.
  if (gcdc_external_count(object) < 0) ((struct gcdc_object_layout *)object)->finalizer = NULL;
  gcdc_unpin(object);
}
#endif
