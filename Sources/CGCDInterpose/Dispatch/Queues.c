// Licensed under the Apache License, Version 2.0; see LICENSE.
// Queues: creation, targets, width, specifics, current queue, assertions.
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_EXPORT void *dispatch_queue_create(const char *label, void *attributes) {
  if (!GCDC_HOOKED(queue_created)) return GCDC_REAL(dispatch_queue_create)(label, attributes);
  void *queue;
  GCDC_OFF({
    gcdc_hook_table.will_create_queue(attributes, NULL, GCDC_SITE);
    queue = GCDC_REAL(dispatch_queue_create)(label, attributes);
    gcdc_hook_table.queue_created(queue, GCDC_SITE);
  });
  return queue;
}

GCDC_EXPORT void *dispatch_queue_create_with_target(const char *label, void *attributes, void *target) {
  if (!GCDC_HOOKED(queue_created)) {
    return GCDC_REAL(dispatch_queue_create_with_target)(label, attributes, target);
  }
  void *queue;
  GCDC_OFF({
    gcdc_hook_table.will_create_queue(attributes, target, GCDC_SITE);
    queue = GCDC_REAL(dispatch_queue_create_with_target)(label, attributes, target);
    gcdc_hook_table.queue_created(queue, GCDC_SITE);
  });
  return queue;
}

GCDC_OFFERED(dispatch_set_target_queue, (void *object, void *target), (object, target), set_target, object,
             target)

GCDC_EXPORT void dispatch_queue_set_width(void *queue, long width) {
  if (!__builtin_expect(gcdc_controlled, false)) return GCDC_REAL(dispatch_queue_set_width)(queue, width);
  GCDC_OFF({
    bool handled =
        gcdc_hook_table.queue_set_width != NULL && gcdc_hook_table.queue_set_width(queue, width, GCDC_SITE);
    // The real one answers a negative width with a barrier on a root queue, which starts real threads.
    if (!handled && width >= 0) GCDC_REAL(dispatch_queue_set_width)(queue, width);
  });
}

GCDC_UNINSTRUMENTED static void announce_property(void *object, int property, gcdc_site site) {
  if (GCDC_HOOKED(will_read_property)) GCDC_OFF(gcdc_hook_table.will_read_property(object, property, site));
}

GCDC_ANNOUNCED(dispatch_queue_set_label_nocopy, (void *queue, const char *label), (queue, label),
               announce_property(queue, GCDC_PROPERTY_LABEL, GCDC_SITE))
GCDC_ANNOUNCED(dispatch_set_qos_class, (void *object, unsigned quality, int priority),
               (object, quality, priority), announce_property(object, GCDC_PROPERTY_QUALITY, GCDC_SITE))
GCDC_ANNOUNCED(dispatch_set_qos_class_fallback, (void *object, unsigned quality), (object, quality),
               announce_property(object, GCDC_PROPERTY_QUALITY, GCDC_SITE))
GCDC_ANNOUNCED(dispatch_set_qos_class_floor, (void *object, unsigned quality, int priority),
               (object, quality, priority), announce_property(object, GCDC_PROPERTY_QUALITY, GCDC_SITE))

GCDC_EXPORT void dispatch_queue_set_specific(void *queue, const void *key, void *value,
                                             gcdc_function destructor) {
  if (!GCDC_HOOKED(queue_set_specific)) {
    return GCDC_REAL(dispatch_queue_set_specific)(queue, key, value, destructor);
  }
  GCDC_OFF({
    gcdc_hook_table.will_read_property(queue, GCDC_PROPERTY_SPECIFIC, GCDC_SITE);
    // With a destructor the real library would run it on a real thread when the value is replaced.
    GCDC_REAL(dispatch_queue_set_specific)(queue, key, value, NULL);
    gcdc_hook_table.queue_set_specific(queue, key, value, destructor, GCDC_SITE);
  });
}

GCDC_ENTRY(void *, dispatch_get_specific, (const void *key), (key), GCDC_HOOKED(get_specific),
           GCDC_RETURN_OFF(gcdc_hook_table.get_specific(key)))
GCDC_ENTRY(void *, dispatch_get_current_queue, (void), (), GCDC_HOOKED(current_queue),
           GCDC_RETURN_OFF(gcdc_hook_table.current_queue()))

GCDC_EXPORT const char *dispatch_queue_get_label(void *queue) {
  if (queue == NULL && GCDC_HOOKED(current_queue)) GCDC_OFF(queue = gcdc_hook_table.current_queue());
  return GCDC_REAL(dispatch_queue_get_label)(queue);
}

GCDC_ENTRY(void, dispatch_assert_queue, (void *queue), (queue), GCDC_HOOKED(assert_queue),
           GCDC_OFF(gcdc_hook_table.assert_queue(queue, GCDC_ASSERT_ON, GCDC_SITE)))
GCDC_ENTRY(void, dispatch_assert_queue_not, (void *queue), (queue), GCDC_HOOKED(assert_queue),
           GCDC_OFF(gcdc_hook_table.assert_queue(queue, GCDC_ASSERT_NOT_ON, GCDC_SITE)))
GCDC_ENTRY(void, dispatch_assert_queue_barrier, (void *queue), (queue), GCDC_HOOKED(assert_queue),
           GCDC_OFF(gcdc_hook_table.assert_queue(queue, GCDC_ASSERT_BARRIER, GCDC_SITE)))

GCDC_EXPORT __attribute__((noreturn)) void dispatch_main(void) {
  if (GCDC_HOOKED(main_loop)) {
    gcdc_controlled = false;
    gcdc_hook_table.main_loop(GCDC_SITE);
    // The caller counts on never getting back; a hook that returns has broken its contract.
    __builtin_trap();
  }
  GCDC_REAL(dispatch_main)();
  __builtin_unreachable();
}
#endif
