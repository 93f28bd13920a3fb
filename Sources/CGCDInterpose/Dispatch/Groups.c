// Licensed under the Apache License, Version 2.0; see LICENSE.
// Groups. Groups that work items make for themselves arrive here too, unannounced.
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_EXPORT void *dispatch_group_create(void) {
  if (!GCDC_HOOKED(group_created)) return GCDC_REAL(dispatch_group_create)();
  void *group;
  GCDC_OFF({
    group = GCDC_REAL(dispatch_group_create)();
    gcdc_hook_table.group_created(group, GCDC_SITE);
  });
  return group;
}

GCDC_EXPORT void dispatch_group_enter(void *group) {
  if (!GCDC_HOOKED(group_enter)) {
    return GCDC_PASS(group, ENTER), GCDC_REAL(dispatch_group_enter)(group);
  }
  GCDC_OFF(gcdc_hook_table.group_enter(group, GCDC_SITE));
}

GCDC_EXPORT void dispatch_group_leave(void *group) {
  if (!GCDC_HOOKED(group_leave)) {
    return GCDC_PASS(group, LEAVE), GCDC_REAL(dispatch_group_leave)(group);
  }
  GCDC_OFF({
    bool handled = gcdc_hook_table.group_leave(group, GCDC_SITE);
    if (!handled) GCDC_REAL(dispatch_group_leave)(group);
  });
}

GCDC_EXPORT intptr_t dispatch_group_wait(void *group, uint64_t timeout) {
  if (!GCDC_HOOKED(group_wait)) {
    return GCDC_PASS(group, GROUP_WAIT), GCDC_REAL(dispatch_group_wait)(group, timeout);
  }
  GCDC_RETURN_OFF(gcdc_hook_table.group_wait(group, timeout, GCDC_SITE));
}

/// Defines a call that hands work to a queue for a group, and its form for a function. `pass` notes one that
/// is not for the model.
#define GCDC_GROUP_SUBMISSIONS(name, pass, hook, call) \
  GCDC_EXPORT void name(void *group, void *queue, void *block) { \
    if (!GCDC_HOOKED(hook)) return pass, GCDC_REAL(name)(group, queue, block); \
    gcdc_work work = gcdc_owned_work(block, 0); \
    GCDC_OFF(gcdc_hook_table.call); \
  } \
  GCDC_EXPORT void name##_f(void *group, void *queue, void *context, gcdc_function function) { \
    if (!GCDC_HOOKED(hook)) return pass, GCDC_REAL(name##_f)(group, queue, context, function); \
    gcdc_work work = gcdc_function_work(function, context, 0); \
    GCDC_OFF(gcdc_hook_table.call); \
  }

GCDC_GROUP_SUBMISSIONS(dispatch_group_notify, GCDC_PASS(group, NOTIFY), group_notify,
                       group_notify(group, queue, work, GCDC_SITE))
GCDC_GROUP_SUBMISSIONS(dispatch_group_async, GCDC_PASS(queue, ASYNC), async,
                       async(queue, work, group, GCDC_SITE))
#endif
